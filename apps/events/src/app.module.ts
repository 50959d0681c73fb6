import { Module, type DynamicModule } from '@nestjs/common'
import { EgressModule } from '@nameyard/egress/egress-module'
import { BroadcastsModule } from './broadcasts/broadcasts.module'
import { EVENTS_CONFIG, type EventsConfig } from './config'
import { ConsumersModule } from './consumers/consumers.module'
import { LogModule } from './log/log.module'
import { NoticesModule } from './notices/notices.module'
import { ReadingModule } from './reading/reading.module'
import { WebhooksModule } from './webhooks/webhooks.module'

/** The features of the service. Every one of them can inject the settings. */
@Module({ imports: [LogModule, BroadcastsModule, ReadingModule, ConsumersModule, NoticesModule, WebhooksModule] })
export class AppModule {
  static with(config: EventsConfig): DynamicModule {
    return {
      module: AppModule,
      global: true,
      imports: [EgressModule.with(config)],
      providers: [{ provide: EVENTS_CONFIG, useValue: config }],
      exports: [EVENTS_CONFIG],
    }
  }
}
