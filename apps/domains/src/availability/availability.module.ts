import { Module } from '@nestjs/common'
import { InstallationModule } from '../installation/installation.module'
import { TldsModule } from '../tlds/tlds.module'
import { CheckDomains } from './check-domains'
import { RegistryCheck } from './registry-check'
import { SuggestNames } from './suggest-names'

/** Which names can be ordered. */
@Module({
  imports: [InstallationModule, TldsModule],
  controllers: [CheckDomains, SuggestNames],
  providers: [RegistryCheck],
  exports: [RegistryCheck],
})
export class AvailabilityModule {}
