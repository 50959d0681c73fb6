import { Injectable, Logger } from '@nestjs/common'
import { Clock } from '@nameyard/runtime/clock'
import { Accounts } from '../accounts/account.store'
import { Alarms } from '../accounts/alarm.store'
import { MOST_CLOCK_DIFFERENCE_MS, clockDifference } from './model/clock-difference'

/**
 * The clocks of the registries, compared with ours at each greeting. A difference of more than a minute raises an alarm:
 * one of the two clocks is wrong, and dates near midnight and deadlines mean different days.
 */
@Injectable()
export class RegistryClocks {
  private readonly log = new Logger('registry clocks')
  private readonly ahead = new Map<string, number>()
  private sandboxAheadMs = 0

  constructor(
    private readonly accounts: Accounts,
    private readonly alarms: Alarms,
    private readonly clock: Clock,
  ) {}

  /** By how many milliseconds the clock of the registry was ahead of ours at the last greeting; 0 before the first. */
  aheadMs(account: string): number {
    return this.ahead.get(account) ?? 0
  }

  /** Notes how far the sandbox clock puts the registry ahead of the machine's time: the platform follows it later. */
  expectAhead(milliseconds: number): void {
    this.sandboxAheadMs = Math.max(this.sandboxAheadMs, milliseconds)
  }

  /** Compares the clock in a greeting that has just arrived with ours. */
  measure(account: string, svDate: Date): void {
    const aheadMs = this.differenceOf(svDate)
    const before = this.ahead.get(account)
    this.ahead.set(account, aheadMs)
    // A clock that runs as before is not written again: idle sessions get a greeting each minute.
    if (before !== undefined && Math.abs(aheadMs - before) < MOST_CLOCK_DIFFERENCE_MS / 2) return
    this.store(account, aheadMs).catch((error: Error) =>
      this.log.warn(`the clock of ${account} is not stored: ${error.message}`),
    )
  }

  /** The registry has our time, or while the sandbox clock is moved the time to which we follow it. */
  private differenceOf(svDate: Date): number {
    const fromOurs = svDate.getTime() - this.clock.epochMs()
    if (this.sandboxAheadMs === 0) return fromOurs
    const fromTarget = svDate.getTime() - this.clock.machineMs() - this.sandboxAheadMs
    return Math.abs(fromTarget) < Math.abs(fromOurs) ? fromTarget : fromOurs
  }

  private async store(account: string, aheadMs: number): Promise<void> {
    await this.accounts.noteClock(account, aheadMs)
    const difference = clockDifference(aheadMs)
    if (difference !== undefined) await this.alarms.raise(account, 'clock', difference)
  }
}
