import type { CaaProperty } from './model/caa'

/** Record types that a proof consists of. */
export type LookedUp = 'TXT' | 'CNAME'

/** The records of a name are unknown: no answer came, or a server failed. A later look-up may succeed. */
export class LookupFailed extends Error {
  override readonly name = 'LookupFailed'
}

/** Looks up records in the public DNS. */
export interface DnsLookup {
  /**
   * Returns the values of the records of a name: the strings of a TXT record joined (RFC 7208 section 3.3), names in
   * lower case without final dot. Empty when the name does not exist or has no such record. Throws LookupFailed when no
   * server gave an answer.
   */
  records(name: string, type: LookedUp): Promise<readonly string[]>

  /**
   * Returns the properties of the CAA records of a name. Empty also when the server answers REFUSED: that is an answer,
   * not a failure. Throws LookupFailed when no server gave an answer.
   */
  authorizations(name: string): Promise<readonly CaaProperty[]>
}

/** Injection token of the look-up. */
export const DNS_LOOKUP = Symbol('DNS look-up')
