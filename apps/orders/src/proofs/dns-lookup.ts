import type { CaaProperty } from '../ssl/model/caa'

/** Types of records that proofs are made of, or lead to. */
export type LookedUp = 'TXT' | 'CNAME' | 'A' | 'AAAA'

/** Nobody could tell what a name has: no answer came, or a server failed. Asking later may help. */
export class LookupFailed extends Error {
  override readonly name = 'LookupFailed'
}

/** Asks the DNS of the world what names have now. */
export interface DnsLookup {
  /**
   * Values of the records of a name: texts of TXT joined into one (RFC 7208 section 3.3), names in lower case without
   * final dot. Nothing when the name has none or is not there. Throws LookupFailed when nobody could tell.
   */
  records(name: string, type: LookedUp): Promise<readonly string[]>

  /**
   * Properties that the CAA records of a name have. None also where the server refuses to tell anything of the name: it
   * was asked and has answered. Throws LookupFailed when nobody could tell.
   */
  authorizations(name: string): Promise<readonly CaaProperty[]>
}

/** Where providers find the look-up. */
export const DNS_LOOKUP = Symbol('DNS look-up')
