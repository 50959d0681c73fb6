import { Clock } from '@nameyard/runtime/clock'

/** A clock that stands still until the test moves it, both faces of it. */
export class SettableClock extends Clock {
  constructor(private instant: Date = new Date('2027-01-01T00:00:00Z')) {
    super()
  }

  override machineNow(): Date {
    return new Date(this.instant)
  }

  set(instant: Date | string): void {
    this.instant = new Date(instant)
  }

  advance(milliseconds: number): void {
    this.instant = new Date(this.instant.getTime() + milliseconds)
  }
}
