/** Counts the bytes of the messages the broker holds and tells when they come near the limit. */
export class Memory {
  private held = 0
  private alarmed = false

  /** @param onAlarm called with true at four fifths of the limit, with false when under three fifths again */
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
