import { Module } from '@nestjs/common'
import { LogModule } from '../log/log.module'
import { BroadcastMetrics } from './broadcast-metrics'
import { OnBroadcastEvent } from './on-broadcast-event'
import { WhenBroadcastsWait } from './when-broadcasts-wait'

/** What services tell to many accounts: it becomes an event of each. */
@Module({ imports: [LogModule], controllers: [OnBroadcastEvent], providers: [BroadcastMetrics, WhenBroadcastsWait] })
export class BroadcastsModule {}
