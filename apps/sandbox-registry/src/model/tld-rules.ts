/** EPP extensions that a profile may support, by the name in their namespace. */
export const extensionNames = [
  'rgp',
  'secDNS',
  'fee',
  'launch',
  'idn',
  'loginSec',
  'allocationToken',
  'changePoll',
  'charge',
] as const
export type ExtensionName = (typeof extensionNames)[number]

/** Fewest and most contacts of each role; a role that is left out is not counted. */
export type ContactCounts = Readonly<
  Partial<Record<'owner' | 'admin' | 'tech' | 'billing', { readonly min: number; readonly max: number }>>
>

/** Lengths of a registration or renewal in one unit: years or months. */
export interface PeriodLengths {
  readonly unit: 'y' | 'm'
  readonly min: number
  readonly max: number
}

/** The rules of a TLD: those of its profile with the TLD's own values. Years and days are in the registry's time. */
export interface TldRules {
  readonly hosts: 'objects' | 'attributes'
  readonly maxHosts: number
  /**
   * What is checked of nameservers before a create or a change. Names below `.invalid` have no address (RFC 6761 section
   * 6.4), and hosts whose first label is `lame` do not answer.
   */
  readonly hostCheck: 'none' | 'resolves' | 'answers'
  readonly contacts: 'required' | 'optional' | 'prohibited'
  /** How many contacts of each role a domain has after a create, and after an update that changes the role. */
  readonly contactCounts: Readonly<Partial<Record<'create' | 'update', ContactCounts>>>
  readonly minPeriodYears: number
  readonly defaultPeriodYears: number
  readonly maxPeriodYears: number
  /** The lengths of creates and renewals that the registry accepts. Without any, all whole years. */
  readonly periods: { readonly [Of in 'create' | 'renew']?: readonly PeriodLengths[] | undefined }
  /** `none`: the registry renews by itself and has no renew command (2101). */
  readonly renewal: 'by-command' | 'none'
  /**
   * `instant`: a transfer request with the right authInfo is answered 1000, without approval. `push`: the sponsor gives the
   * domain to another registrar, and there is no request (2101).
   */
  readonly transfer: 'pending' | 'instant' | 'push'
  /** After so many days the registry approves a transfer that the losing registrar did not answer. */
  readonly transferDays: number
  /** Years that a transfer adds to the expiry date. */
  readonly transferYears: number
  /** How long after a create or a transfer the next transfer is refused with 2106. */
  readonly transferLockDays: number
  /** The result code for a transfer request of the sponsor itself. */
  readonly selfTransferCode: 2002 | 2106
  /** How long after each event a deletion is refunded (RFC 3915 section 1). */
  readonly addGraceDays: number
  readonly renewGraceDays: number
  readonly transferGraceDays: number
  readonly autoRenewGraceDays: number
  /** How long a deleted domain can be restored. */
  readonly redemptionDays: number
  /** How long it is in pendingDelete after that; 0 when it is purged at once. */
  readonly pendingDeleteDays: number
  /** `report`: a restore request is followed by a report within `reportDays` (RFC 3915 section 3). */
  readonly restore: 'report' | 'immediate'
  readonly reportDays: number
  /** `pending`: create and update are answered 1001 and decided `processingSeconds` later (RFC 5731 section 3.3). */
  readonly processing: 'immediate' | 'pending'
  readonly processingSeconds: number
  /** The DNSSEC data of a domain (RFC 5910 section 4): DS records or keys, never both. */
  readonly secDns: 'ds' | 'key'
  readonly maxSecDns: number
  /** Whether an update may have an empty `add`, `rem` or `chg`, as the schemas allow. */
  readonly emptyContainers: 'allowed' | 'refused'
  /** ISO 4217. */
  readonly currency: string
  /** Prices of a year of a create or a renewal, of a transfer and of a restore, for ordinary names. */
  readonly createCents: number
  readonly renewCents: number
  readonly transferCents: number
  readonly restoreCents: number
  readonly extensions: readonly ExtensionName[]
  /** The IDN tables of the TLD; without any, labels are not checked. */
  readonly idnTables: readonly string[]
  /** What the registry speaks; `plain` is EPP as in the RFCs. */
  readonly dialect: string
  /** What the dialect has to know about the TLD. */
  readonly options: Readonly<Record<string, unknown>>
}
