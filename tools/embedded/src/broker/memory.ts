/** Counts the bytes of the messages in the broker and raises an alarm near the limit. */
export class Memory {
  private held = 0
  private alarmed = false

  /** @param onAlarm called with true above 80 % of the limit, then with false below 60 % */
  constructor(
    private readonly limit: number,
    private readonly onAlarm: (alarmed: boolean) => void,
  ) {}

  get isAlarmed(): boolean {
    return this.alarmed
  }

  hasRoomFor(bytes: number): boolean {
    return this.held + bytes <= this.limit
  }

  hold(bytes: number): void {
    this.held += bytes
    if (!this.alarmed && this.held > this.limit * 0.8) this.onAlarm((this.alarmed = true))
  }

  release(bytes: number): void {
    this.held -= bytes
    if (this.alarmed && this.held < this.limit * 0.6) this.onAlarm((this.alarmed = false))
  }
}
