import { Module } from '@nestjs/common'
import { Additions } from './additions'
import { LogMetrics } from './log-metrics'
import { OnRecordEvent } from './on-record-event'
import { WhenEventsArrive } from './when-events-arrive'

/** The logs of account events: each account has one, in which every event has its place. */
@Module({
  controllers: [OnRecordEvent],
  providers: [Additions, LogMetrics, WhenEventsArrive],
  exports: [Additions, WhenEventsArrive],
})
export class LogModule {}
