/** The rules of an extension that an order is checked against. */
export interface Tld {
  /** A-labels without a leading dot. */
  readonly extension: string
  /** Periods that can be ordered, in years. */
  readonly periods: { readonly min: number; readonly max: number }
  /** Nameservers a domain needs at least, and may have at most. */
  readonly nameservers: { readonly min: number; readonly max: number }
  /** Days between the renewal date and the expiration date. */
  readonly renewalOffsetDays: number
}

const usual = { periods: { min: 1, max: 10 }, nameservers: { min: 2, max: 13 }, renewalOffsetDays: 0 }

/** Every extension that is sold. */
export const tlds: ReadonlyMap<string, Tld> = new Map(
  ['com', 'net', 'org', 'info', 'nl', 'be', 'eu', 'de', 'uk', 'fr', 'sandbox'].map((extension) => [
    extension,
    { extension, ...usual },
  ]),
)
