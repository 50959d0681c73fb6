import { Clock } from '@nameyard/runtime/clock'

/** A clock whose two times change only when the test changes them. */
export class SettableClock extends Clock {
  constructor(private instant: Date = new Date('2027-01-01T00:00:00Z')) {
    super()
  }

  override machineMs(): number {
    return this.instant.getTime()
  }

  set(instant: Date | string): void {
    this.instant = new Date(instant)
  }

  advance(milliseconds: number): void {
    this.instant = new Date(this.instant.getTime() + milliseconds)
  }
}
