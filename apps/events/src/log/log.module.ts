import { Module } from '@nestjs/common'
import { LogMetrics } from './log-metrics'
import { OnRecordEvent } from './on-record-event'
import { WhenEventsArrive } from './when-events-arrive'

/** The logs of account events: each account has one, in which every event has its place. */
@Module({
  controllers: [OnRecordEvent],
  providers: [LogMetrics, WhenEventsArrive],
})
export class LogModule {}
