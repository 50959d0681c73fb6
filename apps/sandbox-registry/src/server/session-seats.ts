/** How many sessions each registrar has open here. Taken and left without a pause, so the limit holds under a rush. */
export class SessionSeats {
  private readonly taken = new Map<string, number>()

  /** True when there was a seat, which is now taken. */
  take(registrar: string, max: number): boolean {
    const open = this.taken.get(registrar) ?? 0
    if (open >= max) return false
    this.taken.set(registrar, open + 1)
    return true
  }

  leave(registrar: string): void {
    this.taken.set(registrar, (this.taken.get(registrar) ?? 1) - 1)
  }
}
