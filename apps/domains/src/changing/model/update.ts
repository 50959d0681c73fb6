import { isDeepStrictEqual } from 'node:util'
import type { Domain } from '../../lifecycle/model/domain'
import type { PhasedOperation } from '../../lifecycle/model/permissions'

/** The values that a request changes. Absent values stay. */
export type RequestedChanges = Partial<
  Pick<
    Domain,
    | 'additionalData'
    | 'adminHandle'
    | 'authCode'
    | 'autorenew'
    | 'billingHandle'
    | 'comments'
    | 'isLocked'
    | 'isPrivate'
    | 'keepsZoneHistory'
    | 'nameServers'
    | 'nsGroup'
    | 'nsGroupId'
    | 'ownerHandle'
    | 'resellerHandle'
    | 'scheduledAt'
    | 'techHandle'
    | 'zoneKeys'
  >
>
type Field = keyof RequestedChanges

/** The part of an update that each field belongs to. Each part has its own permissions by phase. */
const parts: Record<Field, PhasedOperation> = {
  additionalData: 'update of contacts, nameservers, keys',
  adminHandle: 'update of contacts, nameservers, keys',
  authCode: 'authcode reset',
  autorenew: 'update of autorenew, comments',
  billingHandle: 'update of contacts, nameservers, keys',
  comments: 'update of autorenew, comments',
  isLocked: 'update of the lock',
  isPrivate: 'update of contacts, nameservers, keys',
  keepsZoneHistory: 'update of autorenew, comments',
  nameServers: 'update of contacts, nameservers, keys',
  nsGroup: 'update of contacts, nameservers, keys',
  nsGroupId: 'update of contacts, nameservers, keys',
  ownerHandle: 'update of contacts, nameservers, keys',
  resellerHandle: 'update of autorenew, comments',
  scheduledAt: 'update of the day',
  techHandle: 'update of contacts, nameservers, keys',
  zoneKeys: 'update of contacts, nameservers, keys',
}

/** Fields that the registry has. Their earlier values are restored when it refuses the change. */
const atRegistry: ReadonlySet<Field> = new Set<Field>([
  'adminHandle',
  'authCode',
  'billingHandle',
  'isLocked',
  'isPrivate',
  'nameServers',
  'nsGroup',
  'nsGroupId',
  'ownerHandle',
  'techHandle',
  'zoneKeys',
])

/** The effective changes of an update. */
export interface Update {
  readonly changed: RequestedChanges
  /** The parts of the domain that it changes. */
  readonly parts: readonly PhasedOperation[]
  /** Whether the registry has to get the change. */
  readonly isForRegistry: boolean
  /** The earlier values of the fields that the registry can refuse. */
  readonly rollback: RequestedChanges
}

/** The difference between a domain and the requested values. */
export function updateOf(domain: Domain, requested: RequestedChanges): Update {
  const fields = (Object.keys(requested) as Field[]).filter(
    (field) => requested[field] !== undefined && !isDeepStrictEqual(requested[field], domain[field]),
  )
  const of = (from: RequestedChanges, which: readonly Field[]): RequestedChanges =>
    Object.fromEntries(which.map((field) => [field, from[field]]))
  const forRegistry = fields.filter((field) => atRegistry.has(field))
  return {
    changed: of(requested, fields),
    parts: [...new Set(fields.map((field) => parts[field]))],
    // The registry has the nameservers, but not the name of their group.
    isForRegistry: forRegistry.some((field) => field !== 'nsGroup' && field !== 'nsGroupId'),
    rollback: of(domain, forRegistry),
  }
}
