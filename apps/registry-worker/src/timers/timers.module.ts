import { Module } from '@nestjs/common'
import { LeasesModule } from '../leases/leases.module'
import { OnSetTimers } from './on-set-timers'
import { TimerStore } from './timer.store'
import { WhenTimerDue } from './when-timer-due'

/** The timers of domains. */
@Module({ imports: [LeasesModule], controllers: [OnSetTimers], providers: [TimerStore, WhenTimerDue] })
export class TimersModule {}
