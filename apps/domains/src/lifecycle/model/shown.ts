import type { Domain } from './domain'

/** The values of a domain that no read of a reseller shows. */
export const hiddenValues = [
  'failureCode',
  'failureReason',
  'graceStatuses',
  'movedFrom',
  'movedWithoutHistory',
  'nextCheckAt',
  'observedAt',
  'periodYears',
  'retryAt',
  'roid',
  'scheduledBy',
  'suspensionVersion',
  'authorizedAt',
  'isAutorenewedByDefault',
  'transferActsAt',
  'transferCode',
  'transferLockedUntil',
  'transferRoid',
  'version',
  'waitsFor',
  'waitsSince',
] as const satisfies readonly (keyof Domain)[]

/** The values of a domain that reads of resellers show. */
export type ShownDomain = Omit<Domain, (typeof hiddenValues)[number]>
