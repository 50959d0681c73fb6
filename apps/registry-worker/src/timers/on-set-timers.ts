import { Controller } from '@nestjs/common'
import type { Payload } from '@nameyard/contracts/event'
import { setTimers } from '@nameyard/contracts/registry/set-timers'
import { Consumes } from '@nameyard/messaging/consumes'
import { TimerStore } from './timer.store'
import { WhenTimerDue } from './when-timer-due'

/** Replaces the timers of a domain. Messages may arrive in any order and repeatedly: the version decides. */
@Controller()
export class OnSetTimers {
  constructor(
    private readonly store: TimerStore,
    private readonly whenDue: WhenTimerDue,
  ) {}

  @Consumes(setTimers)
  async on(setting: Payload<typeof setTimers>): Promise<void> {
    await this.store.replace(setting)
    this.whenDue.wake()
  }
}
