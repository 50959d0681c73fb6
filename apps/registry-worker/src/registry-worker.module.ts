import { Module, type DynamicModule } from '@nestjs/common'
import { AdministrationModule } from './administration/administration.module'
import { ClockModule } from './clock/clock.module'
import type { RegistryWorkerConfig } from './config'
import { ConfigModule } from './config.module'
import { ExtensionsModule } from './extensions/extensions.module'
import { OperationsModule } from './operations/operations.module'
import { PollModule } from './poll/poll.module'
import { PrivacyModule } from './privacy/privacy.module'
import { QueriesModule } from './queries/queries.module'
import { RegistryMetrics } from './registry-metrics'
import { TimersModule } from './timers/timers.module'

@Module({})
export class RegistryWorkerModule {
  static with(config: RegistryWorkerConfig): DynamicModule {
    return {
      module: RegistryWorkerModule,
      imports: [
        ConfigModule.with(config),
        ExtensionsModule,
        OperationsModule,
        PollModule,
        PrivacyModule,
        QueriesModule,
        TimersModule,
        AdministrationModule,
        ...(config.SANDBOX_CLOCK ? [ClockModule] : []),
      ],
      providers: [RegistryMetrics],
    }
  }
}
