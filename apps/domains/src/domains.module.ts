import { Module, type DynamicModule } from '@nestjs/common'
import { AuthCodeCipher } from '@nameyard/runtime/auth-code-cipher'
import { AvailabilityModule } from './availability/availability.module'
import { ChangingModule } from './changing/changing.module'
import { DOMAINS_CONFIG, type DomainsConfig } from './config'
import { FollowingModule } from './following/following.module'
import { HostsModule } from './hosts/hosts.module'
import { lifecycleFaults } from './lifecycle/model/lifecycle-check'
import { MaintenanceModule } from './maintenance/maintenance.module'
import { OrderingModule } from './ordering/ordering.module'
import { PortfolioModule } from './portfolio/portfolio.module'
import { PrivacyModule } from './privacy/privacy.module'
import { ReadingModule } from './reading/reading.module'
import { RequirementsModule } from './requirements/requirements.module'
import { TldsModule } from './tlds/tlds.module'
import { TransferModule } from './transfer/transfer.module'

@Module({})
export class DomainsModule {
  static with(config: DomainsConfig): DynamicModule {
    const faults = lifecycleFaults()
    if (faults.length > 0) throw new Error(`the tables of the lifecycle are incomplete: ${faults.join('; ')}`)
    return {
      module: DomainsModule,
      // Global only for the settings and the cipher. Each feature module imports the modules that it uses.
      global: true,
      imports: [
        AvailabilityModule,
        ChangingModule,
        FollowingModule,
        HostsModule,
        MaintenanceModule,
        OrderingModule,
        PortfolioModule,
        PrivacyModule,
        ReadingModule,
        RequirementsModule,
        TldsModule,
        TransferModule,
      ],
      providers: [
        { provide: DOMAINS_CONFIG, useValue: config },
        { provide: AuthCodeCipher, useValue: new AuthCodeCipher(config.AUTH_CODE_SECRET) },
      ],
      exports: [DOMAINS_CONFIG, AuthCodeCipher],
    }
  }
}
