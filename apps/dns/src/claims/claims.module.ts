import { Module } from '@nestjs/common'
import { ChangingModule } from '../changing/changing.module'
import { ControlModule } from '../control/control.module'
import { HoldersModule } from '../holders/holders.module'
import { ClaimZone } from './claim-zone'
import { RequestZoneProof } from './request-zone-proof'

/** How an account takes a name that no account holds, by proof that it controls it. */
@Module({
  imports: [ChangingModule, ControlModule, HoldersModule],
  controllers: [ClaimZone, RequestZoneProof],
})
export class ClaimsModule {}
