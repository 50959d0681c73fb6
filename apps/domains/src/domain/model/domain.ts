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
  /** The platform has the private half, and adds and takes away the key by itself. */
  readonly isKept?: boolean
}

/** Why a name is not the account's any more. */
export type RemovalReason = 'transferred' | 'expired' | 'owner' | 'registry' | 'policy'

type AdditionalValue = string | readonly string[] | Readonly<Record<string, string | undefined>> | undefined

/** What an extension asks for with a domain beyond the common fields, by the names that it has for it. */
export type AdditionalData = Readonly<Record<string, AdditionalValue>>

/** The launch phase that a domain was ordered in, and what it took (RFC 8334). */
export interface Application {
  /** As the extension names its phases. */
  readonly mode: string
  /** The claims notice that was accepted. */
  readonly noticeId?: string
  /** The signed mark, in Base64 without white space. */
  readonly smd?: string
}

/** A refusal that the registry has repeated of a domain that it shows otherwise than it shall be. */
export interface RegistryRefusal {
  /** What the registry said. */
  readonly reason: string
  /** How often it has said so in a row. */
  readonly times: number
  /** When it said so first, in ISO 8601. */
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
  /** Number of that group; none where there is no group, and of orders older than this field. */
  nsGroupId: number | null
  /** What the account wants the name to be delegated to; parking does not change it. */
  nameServers: readonly Nameserver[]
  zoneKeys: readonly ZoneKey[]
  /** authInfo at the registry (RFC 5731 section 3.2.1). */
  authCode: string
  /** Code by which the domain is asked of another registrar; empty once it is here. */
  transferCode: string
  /** Object at the registry that this code belongs to, where it is not the domain's own. */
  transferRoid: string
  /** Code that moves the domain between two accounts of the platform; empty until it is asked for. */
  internalAuthCode: string
  isLocked: boolean
  isPrivate: boolean
  /** Until when a privacy that was switched off is paid for. */
  privacyUntil: Date | null
  /** The registry asks more for the name than for others. */
  isPremium: boolean
  /** Held off the DNS until the registrant's address is verified. */
  isSuspended: boolean
  /** Of the news by which it is or is not; 0 before any. */
  suspensionVersion: number
  comments: string
  commentsChangedAt: Date | null
  /** What the extension asks beyond the common fields. */
  additionalData: AdditionalData
  application: Application | null
  /** Repository object identifier at the registry (RFC 5730 section 2.8). */
  roid: string | null
  /** Statuses at the registry as last seen: RFC 5731 section 2.3 and RFC 3915 section 3.1. */
  registryStatuses: readonly string[]
  graceStatuses: readonly string[]
  /** What the registry refuses of the domain as it shall be; null while it refuses nothing. */
  registryRefusal: RegistryRefusal | null
  failureCode: number | null
  failureReason: string | null
  orderedAt: Date
  /** Day on which a transfer shall start. */
  scheduledAt: Date | null
  /** crDate at the registry. */
  createdAt: Date | null
  activatedAt: Date | null
  /** exDate at the registry. */
  registryExpiresAt: Date | null
  /** End of the time that is paid for. */
  expiresAt: Date | null
  /** What renewals go by. */
  renewsAt: Date | null
  /** When what a timer wanted and could not have is tried again: a renewal without money, a refused delete. */
  retryAt: Date | null
  /** Until when the domain cannot go to another registrar. */
  transferLockedUntil: Date | null
  /** What an order that waits for somebody waits for, and since when. */
  waitsFor: 'authorization' | 'money' | null
  waitsSince: Date | null
  /** When the registrant authorized the transfer. */
  authorizedAt: Date | null
  /** When the transfer that is under way is decided without anybody's doing. */
  transferActsAt: Date | null
  /** Until when the domain can be renewed back here, and restored at its registry. */
  softEndsAt: Date | null
  hardEndsAt: Date | null
  /** Why the domain is being deleted or gone. */
  removalReason: RemovalReason | null
  /** The newest word of the registry; an older one is not heard. */
  observedAt: Date | null
  /** When the registry is looked at next. */
  looksAt: Date | null
  changedAt: Date
  deletedAt: Date | null
  version: number
}
