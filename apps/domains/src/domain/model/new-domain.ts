import type { Domain } from './domain'

/** What an order says of a domain; everything else is not known yet. */
export type OrderedDomain = Pick<
  Domain,
  | 'adminHandle'
  | 'authCode'
  | 'autorenew'
  | 'billingHandle'
  | 'comments'
  | 'extension'
  | 'label'
  | 'name'
  | 'nameServers'
  | 'nsGroup'
  | 'orderedAt'
  | 'ownerHandle'
  | 'periodYears'
  | 'phase'
  | 'resellerHandle'
  | 'resellerId'
  | 'techHandle'
  | 'type'
> &
  Partial<
    Pick<
      Domain,
      'additionalData' | 'isLocked' | 'isPremium' | 'isPrivate' | 'scheduledAt' | 'transferCode' | 'zoneKeys'
    >
  >

/** A domain as it is ordered. */
export function newDomain(ordered: OrderedDomain): Omit<Domain, 'id'> {
  return {
    zoneKeys: [],
    transferCode: '',
    internalAuthCode: '',
    isLocked: false,
    isPrivate: false,
    isPremium: false,
    isSuspended: false,
    suspensionVersion: 0,
    commentsChangedAt: null,
    additionalData: {},
    roid: null,
    registryStatuses: [],
    graceStatuses: [],
    failureCode: null,
    failureReason: null,
    scheduledAt: null,
    createdAt: null,
    activatedAt: null,
    registryExpiresAt: null,
    expiresAt: null,
    renewsAt: null,
    retryAt: null,
    transferLockedUntil: null,
    transferActsAt: null,
    softEndsAt: null,
    hardEndsAt: null,
    removalReason: null,
    observedAt: null,
    looksAt: null,
    changedAt: ordered.orderedAt,
    deletedAt: null,
    version: 1,
    ...ordered,
  }
}
