/** Extensions of EPP that a registry of ours may speak; by the name each has in its namespace. */
export const extensionNames = [
  'rgp',
  'secDNS',
  'fee',
  'launch',
  'idn',
  'loginSec',
  'allocationToken',
  'changePoll',
] as const
export type ExtensionName = (typeof extensionNames)[number]

/** The rules of a TLD: those of its profile, and what the TLD has of its own. Years and days are of the registry's time. */
export interface TldRules {
  readonly hosts: 'objects' | 'attributes'
  readonly maxHosts: number
  readonly contacts: 'required' | 'optional' | 'prohibited'
  readonly minPeriodYears: number
  readonly defaultPeriodYears: number
  readonly maxPeriodYears: number
  /** `none`: the registry renews by itself and knows no renew command (2101). */
  readonly renewal: 'by-command' | 'none'
  /** `instant`: a transfer request with the right authInfo is answered 1000, and nobody approves it. */
  readonly transfer: 'pending' | 'instant'
  /** After which silence of the losing registrar approves. */
  readonly transferDays: number
  /** What a transfer adds to the expiry date. */
  readonly transferYears: number
  /** How long after a create or a transfer the next transfer is refused with 2106. */
  readonly transferLockDays: number
  /** The code for a registrar that asks for a name it has. */
  readonly selfTransferCode: 2002 | 2106
  /** How long after each event a deletion is refunded (RFC 3915 section 1). */
  readonly addGraceDays: number
  readonly renewGraceDays: number
  readonly transferGraceDays: number
  readonly autoRenewGraceDays: number
  /** How long a deleted domain can be restored. */
  readonly redemptionDays: number
  /** How long it lingers after that; 0 where it is purged at once. */
  readonly pendingDeleteDays: number
  /** `report`: a restore request is followed by a report within `reportDays` (RFC 3915 section 3). */
  readonly restore: 'report' | 'immediate'
  readonly reportDays: number
  /** `pending`: create and update are answered 1001 and decided `processingSeconds` later (RFC 5731 section 3.3). */
  readonly processing: 'immediate' | 'pending'
  readonly processingSeconds: number
  /** What a domain is signed with (RFC 5910 section 4): one of the two, never both. */
  readonly secDns: 'ds' | 'key'
  readonly maxSecDns: number
  /** Whether an update may hold an `add`, `rem` or `chg` with nothing in it, as the schemas allow. */
  readonly emptyContainers: 'allowed' | 'refused'
  /** ISO 4217. */
  readonly currency: string
  /** What a year of a create or a renewal costs, and a transfer or a restore, at the ordinary terms. */
  readonly createCents: number
  readonly renewCents: number
  readonly transferCents: number
  readonly restoreCents: number
  readonly extensions: readonly ExtensionName[]
  /** The tables that internationalized labels are checked against; none: no label is. */
  readonly idnTables: readonly string[]
}
