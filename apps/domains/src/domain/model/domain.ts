import type { Phase } from './lifecycle'

/** A nameserver as the registry gets it; addresses only where it needs glue. */
export interface Nameserver {
  readonly name: string
  readonly ip?: string
  readonly ip6?: string
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
  ownerHandle: string
  adminHandle: string
  techHandle: string
  billingHandle: string
  resellerHandle: string
  nsGroup: string
  nameServers: readonly Nameserver[]
  /** authInfo at the registry (RFC 5731 section 3.2.1). */
  authCode: string
  isLocked: boolean
  comments: string
  commentsChangedAt: Date | null
  /** Repository object identifier at the registry (RFC 5730 section 2.8). */
  roid: string | null
  failureCode: number | null
  failureReason: string | null
  orderedAt: Date
  /** crDate at the registry. */
  createdAt: Date | null
  activatedAt: Date | null
  /** exDate at the registry. */
  registryExpiresAt: Date | null
  expiresAt: Date | null
  /** What renewals go by. */
  renewsAt: Date | null
  changedAt: Date
  deletedAt: Date | null
  version: number
}
