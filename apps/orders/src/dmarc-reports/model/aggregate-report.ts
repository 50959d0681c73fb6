/** How a receiver treated messages: `pass` where nothing was to be decided (RFC 9990 section 2), else as the policy asks. */
export const dispositions = ['none', 'pass', 'quarantine', 'reject'] as const
export type Disposition = (typeof dispositions)[number]

/** The policy that a receiver found (RFC 7489 section 6.3, RFC 9989). What the report leaves out is absent. */
export interface PublishedPolicy {
  readonly p?: string
  readonly sp?: string
  readonly np?: string
  readonly adkim?: string
  readonly aspf?: string
  readonly pct?: string
  readonly fo?: string
  /** `y` when the owner of the domain tests the policy. */
  readonly testing?: string
}

/** What an aggregate report says about itself: RFC 7489 appendix C, RFC 9990 section 3. */
export interface ReportHead {
  /** The organisation that received the messages. */
  readonly organisation: string
  readonly contact: string
  /** The report's own name, unique within the organisation. */
  readonly reportId: string
  readonly begin: Date
  readonly end: Date
  /** The domain whose policy was found, in lower case. */
  readonly domain: string
  readonly policy: PublishedPolicy
}

/** A DKIM signature that the receiver checked. */
export interface DkimResult {
  readonly domain: string
  readonly selector: string
  readonly result: string
}

/** An SPF check of the receiver. */
export interface SpfResult {
  readonly domain: string
  readonly result: string
}

/** Why the receiver did not follow the policy, such as `forwarded`. */
export interface OverrideReason {
  readonly type: string
  readonly comment: string
}

/** Messages of one source that the receiver treated alike. */
export interface ReportRow {
  /** IPv4 or IPv6 address of the client that sent the messages. */
  readonly source: string
  readonly messages: number
  readonly disposition: Disposition
  /** Whether DKIM passed with a domain that is aligned with the author's; likewise SPF. */
  readonly dkim: boolean
  readonly spf: boolean
  /** Domain of the author (`From`), in lower case. */
  readonly headerFrom: string
  /** Domain of the envelope's sender; empty when unknown. */
  readonly envelopeFrom: string
  readonly signatures: readonly DkimResult[]
  readonly checks: readonly SpfResult[]
  readonly reasons: readonly OverrideReason[]
}
