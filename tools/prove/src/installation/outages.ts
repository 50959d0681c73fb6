/** How long connections may still be lost after a disturbance has ended; milliseconds. */
const AFTERMATH_MS = 2_000

/** The times in which gateways cannot answer because of a disturbance. */
export class Outages {
  private readonly spans: { readonly part: string; readonly from: number; until: number }[] = []

  /** Notes the begin of an outage. Returns the function that notes its end. */
  begin(part: string): () => void {
    const span = { part, from: performance.now(), until: Infinity }
    this.spans.push(span)
    return () => (span.until = performance.now())
  }

  /** Returns whether a part was disturbed since an instant of `performance.now()`. */
  hadSince(part: string, since: number): boolean {
    return this.spans.some((span) => span.part === part && span.until + AFTERMATH_MS > since)
  }
}
