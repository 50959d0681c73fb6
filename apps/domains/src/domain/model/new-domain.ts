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
      | 'additionalData'
      | 'application'
      | 'isLocked'
      | 'isPremium'
      | 'isPrivate'
      | 'nsGroupId'
      | 'scheduledAt'
      | 'transferCode'
      | 'waitsFor'
      | 'waitsSince'
      | 'transferRoid'
      | 'zoneKeys'
    >
  >

/** A domain as it is ordered. */
export function newDomain(ordered: OrderedDomain): Omit<Domain, 'id'> {
  return {
    nsGroupId: null,
    zoneKeys: [],
    isAutorenewedByDefault: true,
    transferCode: '',
    transferRoid: '',
    internalAuthCode: '',
    isLocked: false,
    isPrivate: false,
    privacyUntil: null,
    isPremium: false,
    isSuspended: false,
    suspensionVersion: 0,
    commentsChangedAt: null,
    additionalData: {},
    application: null,
    roid: null,
    registryStatuses: [],
    graceStatuses: [],
    registryRefusal: null,
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
    waitsFor: null,
    waitsSince: null,
    authorizedAt: null,
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
