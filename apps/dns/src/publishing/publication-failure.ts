import type { Wait } from '../verification/wait'

/** The publisher cannot be reached. No zone is the cause. */
export class PublisherAway extends Error {
  override readonly name = 'PublisherAway'
  readonly waits: readonly Wait[]

  constructor(publisher: string, cause: string) {
    super(`${publisher} cannot be reached: ${cause}`)
    this.waits = [{ server: 'publisher', problem: `${publisher} cannot be reached` }]
  }
}

/**
 * The publisher broke the connection or did not answer in time while it processed a zone. That zone may be the cause: for
 * example, PowerDNS 4.7 with LMDB aborts at a CAA record with an empty value.
 */
export class PublisherBroke extends Error {
  override readonly name = 'PublisherBroke'
  readonly waits: readonly Wait[]

  constructor(publisher: string, cause: string) {
    super(`${publisher} did not finish its answer: ${cause}`)
    this.waits = [{ server: 'publisher', problem: `${publisher} did not finish its answer to this zone` }]
  }
}

/** Returns what a zone waits for after a failed attempt. Messages of unexpected errors appear in the log only. */
export function waitsOf(error: unknown): readonly Wait[] {
  const { waits } = error as { readonly waits?: readonly Wait[] }
  return waits ?? [{ server: 'publisher', problem: 'publication failed; the log of the platform has the reason' }]
}

/** A wait with the date on which it began. */
export interface DatedWait extends Wait {
  readonly since: string
}

/** Returns waits with their dates. A server that the zone already waited for keeps its date. */
export function datedWaits(waits: readonly Wait[], before: readonly DatedWait[] | null, now: string): DatedWait[] {
  const since = new Map((before ?? []).map((wait) => [wait.server, wait.since]))
  return waits.map((wait) => ({ ...wait, since: since.get(wait.server) ?? now }))
}
