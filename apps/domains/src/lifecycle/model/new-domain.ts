import type { Domain } from './domain'

/** The values of a domain that its order has. All others are not known yet. */
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
      | 'movedFrom'
      | 'movedWithoutHistory'
      | 'nsGroupId'
      | 'scheduledAt'
      | 'scheduledBy'
      | 'transferCode'
      | 'waitsFor'
      | 'waitsSince'
      | 'transferRoid'
      | 'zoneKeys'
    >
  >

/** A domain as its order stores it. */
export function newDomain(ordered: OrderedDomain): Omit<Domain, 'id'> {
  return {
    movedFrom: null,
    movedWithoutHistory: false,
    keepsZoneHistory: false,
    leavesZones: false,
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
    scheduledBy: null,
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
    nextCheckAt: null,
    changedAt: ordered.orderedAt,
    deletedAt: null,
    version: 1,
    ...ordered,
  }
}
