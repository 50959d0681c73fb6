const MINUTE_MS = 60_000

/** How many commands each registrar has sent here in the last minute. */
export class CommandRate {
  private readonly sent = new Map<string, number[]>()

  /** True when one more may be sent, which then counts. */
  take(registrar: string, now: Date, perMinute: number): boolean {
    const since = now.getTime() - MINUTE_MS
    const recent = (this.sent.get(registrar) ?? []).filter((at) => at > since)
    const isTaken = recent.length < perMinute
    if (isTaken) recent.push(now.getTime())
    this.sent.set(registrar, recent)
    return isTaken
  }
}
