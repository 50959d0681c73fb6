import { Module } from '@nestjs/common'
import { AccountEventsModule } from '../account-events/account-events.module'
import { VerificationModule } from '../verification/verification.module'
import { ReencryptZoneKeys } from './reencrypt-zone-keys'
import { SigningSteps } from './signing-steps'
import { WhenSigningDue } from './when-signing-due'
import { ZoneSigning } from './zone-signing'

/** The keys of signed zones, and the steps by which a zone becomes signed and unsigned. */
@Module({
  imports: [AccountEventsModule, VerificationModule],
  controllers: [ReencryptZoneKeys],
  providers: [ZoneSigning, SigningSteps, WhenSigningDue],
  exports: [ZoneSigning],
})
export class DnssecModule {}
