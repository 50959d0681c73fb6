import type { Wait } from './zone-writer'

/** The publisher cannot be reached. No zone is at fault. */
export class PublisherAway extends Error {
  override readonly name = 'PublisherAway'
  readonly waits: readonly Wait[]

  constructor(publisher: string, cause: string) {
    super(`${publisher} cannot be reached: ${cause}`)
    this.waits = [{ server: 'publisher', problem: `${publisher} cannot be reached` }]
  }
}

/**
 * The publisher broke the connection or did not answer in time while it worked at a zone. That zone may be what breaks
 * it: PowerDNS 4.7 with LMDB aborts at a CAA record with an empty value, for example.
 */
export class PublisherBroke extends Error {
  override readonly name = 'PublisherBroke'
  readonly waits: readonly Wait[]

  constructor(publisher: string, cause: string) {
    super(`${publisher} did not finish its answer: ${cause}`)
    this.waits = [{ server: 'publisher', problem: `${publisher} did not finish its answer to this zone` }]
  }
}

/** What a zone waits for after an attempt has failed. The words of unexpected errors are for the log alone. */
export function waitsOf(error: unknown): readonly Wait[] {
  const { waits } = error as { readonly waits?: readonly Wait[] }
  return waits ?? [{ server: 'publisher', problem: 'it failed; the log of the platform has the reason' }]
}

/** A wait with the date on which it began. */
export interface DatedWait extends Wait {
  readonly since: string
}

/** Waits of a zone with their beginning: a server that was waited for before is waited for since then. */
export function datedWaits(waits: readonly Wait[], before: readonly DatedWait[] | null, now: string): DatedWait[] {
  const since = new Map((before ?? []).map((wait) => [wait.server, wait.since]))
  return waits.map((wait) => ({ ...wait, since: since.get(wait.server) ?? now }))
}
