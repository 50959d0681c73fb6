import type { Spender } from '@nameyard/contracts/orders/spender'
import type { Phase } from './lifecycle'

/** A nameserver as the registry gets it; addresses only where it needs glue. */
export interface Nameserver {
  readonly name: string
  readonly ip?: string
  readonly ip6?: string
}

/** A public key of the zone as the registry gets it (RFC 4034 section 2). */
export interface ZoneKey {
  readonly flags: number
  readonly protocol: number
  readonly alg: number
  readonly pubKey: string
  /** The platform has the private key, and adds and removes this key by itself. */
  readonly isKept?: boolean
}

/** The DS record of a key that is not known here (RFC 4034 section 5): of a domain that came with its DNSSEC. */
export interface DelegationSigner {
  readonly keyTag: number
  readonly alg: number
  readonly digestType: number
  /** Hexadecimal, in capitals. */
  readonly digest: string
}

/** What secures the delegation of a domain. */
export type DelegationSecurity = ZoneKey | DelegationSigner

/** Whether it is a key of the zone, and not a DS record whose key is not known. */
export function isZoneKey(security: DelegationSecurity): security is ZoneKey {
  return 'pubKey' in security
}

/** Why a domain ended for its account. */
export type RemovalReason = 'transferred' | 'expired' | 'owner' | 'registry' | 'policy'

type AdditionalValue = string | readonly string[] | Readonly<Record<string, string | undefined>> | undefined

/** Data of a domain that its extension requires beyond the common fields, by the names that the extension uses. */
export type AdditionalData = Readonly<Record<string, AdditionalValue>>

/** The launch phase that a domain was ordered in, and what that phase required (RFC 8334). */
export interface Application {
  /** As the extension names its phases. */
  readonly mode: string
  /** Id of the claims notice that the registrant accepted. */
  readonly noticeId?: string
  /** The signed mark, in Base64 without whitespace. */
  readonly smd?: string
}

/** A refusal that the registry has repeated while the platform tries to restore the desired state of a domain. */
export interface RegistryRefusal {
  /** The text of the registry. */
  readonly reason: string
  /** How often in a row the registry answered with this text. */
  readonly times: number
  /** When it first answered so, in ISO 8601. */
  readonly since: string
}

/** A domain of a reseller, from order to release (RFC 5731; dates are UTC). */
export interface Domain {
  id: number
  resellerId: number
  /** Whole name, A-labels, lower case. */
  name: string
  label: string
  extension: string
  phase: Phase
  type: 'NEW' | 'TRADE' | 'TRANSFER'
  /** The account that transferred the domain to this one by its internal code; null for any other domain. */
  movedFrom: number | null
  /** Whether that account has kept the history of the zone. */
  movedWithoutHistory: boolean
  /** Whether the account keeps the history of the zone when it transfers the domain to another account. */
  keepsZoneHistory: boolean
  /**
   * Whether zones of other accounts at the name are left alone: the domain was adopted, and no operator has confirmed yet
   * that its account holds the name.
   */
  leavesZones: boolean
  periodYears: number
  autorenew: 'on' | 'off' | 'default'
  /** What `default` means: the setting of the account. */
  isAutorenewedByDefault: boolean
  ownerHandle: string
  adminHandle: string
  techHandle: string
  billingHandle: string
  resellerHandle: string
  nsGroup: string
  /** Id of that group; null without a group, and for orders older than this field. */
  nsGroupId: number | null
  /** The delegation that the account wants. Parking does not change it. */
  nameServers: readonly Nameserver[]
  /** The keys of the zone, and the DS records that the domain came with. */
  zoneKeys: readonly DelegationSecurity[]
  /** authInfo at the registry (RFC 5731 section 3.2.1). This and the other codes are sealed (`AuthCodeCipher`) or empty. */
  authCode: string
  /** Code of the transfer from another registrar; empty once the transfer is completed. */
  transferCode: string
  /** ROID of the registry object that this code belongs to, where it is not the domain itself. */
  transferRoid: string
  /** Code that transfers the domain between two accounts of the platform; empty until it is first requested. */
  internalAuthCode: string
  isLocked: boolean
  isPrivate: boolean
  /** Until when privacy that was switched off is paid for. */
  privacyUntil: Date | null
  /** The registry has a premium price for the name. */
  isPremium: boolean
  /** Has clientHold until the e-mail address of the registrant is verified. */
  isSuspended: boolean
  /** Version of the last event about the suspension; 0 before the first one. */
  suspensionVersion: number
  comments: string
  commentsChangedAt: Date | null
  /** Data that the extension requires beyond the common fields. */
  additionalData: AdditionalData
  application: Application | null
  /** Repository object identifier at the registry (RFC 5730 section 2.8). */
  roid: string | null
  /** Statuses that the registry last showed: RFC 5731 section 2.3 and RFC 3915 section 3.1. */
  registryStatuses: readonly string[]
  graceStatuses: readonly string[]
  /** The refusal of the desired state by the registry; null without one. */
  registryRefusal: RegistryRefusal | null
  failureCode: number | null
  failureReason: string | null
  orderedAt: Date
  /** When a scheduled transfer starts. */
  scheduledAt: Date | null
  /** The API key that scheduled it, with its spend limits: they apply when the transfer is paid. */
  scheduledBy: Spender | null
  /** crDate at the registry. */
  createdAt: Date | null
  activatedAt: Date | null
  /** exDate at the registry. */
  registryExpiresAt: Date | null
  /** End of the time that is paid for. */
  expiresAt: Date | null
  /** When the domain is renewed automatically. */
  renewsAt: Date | null
  /** When an unpaid renewal or a refused delete is tried again. */
  retryAt: Date | null
  /** Until when the domain cannot go to another registrar. */
  transferLockedUntil: Date | null
  /** What an order waits for, and since when. */
  waitsFor: 'authorization' | 'money' | null
  waitsSince: Date | null
  /** When the registrant authorized the transfer. */
  authorizedAt: Date | null
  /**
   * When the registry decides the pending transfer, unless the losing registrar answers it before (RFC 5731 acDate).
   */
  transferActsAt: Date | null
  /** End of the soft quarantine, in which a renewal restores the domain, and of the redemption at the registry. */
  softEndsAt: Date | null
  hardEndsAt: Date | null
  /** Why the domain is being deleted, or has ended. */
  removalReason: RemovalReason | null
  /** When the registry gave the newest answer that was applied. Older answers are ignored. */
  observedAt: Date | null
  /** When the domain is checked at the registry next. */
  nextCheckAt: Date | null
  changedAt: Date
  deletedAt: Date | null
  version: number
}
