import { Module, type DynamicModule } from '@nestjs/common'
import { AdministrationModule } from './administration/administration.module'
import { CertificationModule } from './certification/certification.module'
import { ClockModule } from './clock/clock.module'
import type { RegistryWorkerConfig } from './config'
import { ConfigModule } from './config.module'
import { EppModule } from './epp/epp.module'
import { ExtensionsModule } from './extensions/extensions.module'
import { MaintenanceModule } from './maintenance/maintenance.module'
import { OperationsModule } from './operations/operations.module'
import { PollModule } from './poll/poll.module'
import { PrivacyModule } from './privacy/privacy.module'
import { QueriesModule } from './queries/queries.module'
import { RegistryMetrics } from './registry-metrics'
import { RriModule } from './rri/rri.module'
import { TimersModule } from './timers/timers.module'
import { UpstreamModule } from './upstream/upstream.module'

@Module({})
export class RegistryWorkerModule {
  static with(config: RegistryWorkerConfig): DynamicModule {
    return {
      module: RegistryWorkerModule,
      imports: [
        ConfigModule.with(config),
        CertificationModule,
        EppModule,
        ExtensionsModule,
        MaintenanceModule,
        OperationsModule,
        PollModule,
        PrivacyModule,
        QueriesModule,
        RriModule,
        TimersModule,
        UpstreamModule,
        AdministrationModule,
        ...(config.SANDBOX_CLOCK ? [ClockModule] : []),
      ],
      providers: [RegistryMetrics],
    }
  }
}
