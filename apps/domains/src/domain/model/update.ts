import { isDeepStrictEqual } from 'node:util'
import type { Domain } from './domain'
import type { PhasedOperation } from './permissions'

/** What an account wants to be otherwise; what is absent stays. */
export type WishedDomain = Partial<
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
type Wishable = keyof WishedDomain

/** Which part of an update each field belongs to: the phases allow each part by itself. */
const parts: Record<Wishable, PhasedOperation> = {
  additionalData: 'update of contacts, nameservers, keys',
  adminHandle: 'update of contacts, nameservers, keys',
  authCode: 'authcode reset',
  autorenew: 'update of autorenew, comments',
  billingHandle: 'update of contacts, nameservers, keys',
  comments: 'update of autorenew, comments',
  isLocked: 'update of the lock',
  isPrivate: 'update of contacts, nameservers, keys',
  nameServers: 'update of contacts, nameservers, keys',
  nsGroup: 'update of contacts, nameservers, keys',
  nsGroupId: 'update of contacts, nameservers, keys',
  ownerHandle: 'update of contacts, nameservers, keys',
  resellerHandle: 'update of autorenew, comments',
  scheduledAt: 'update of the day',
  techHandle: 'update of contacts, nameservers, keys',
  zoneKeys: 'update of contacts, nameservers, keys',
}

/** What the registry keeps, and what goes back when it refuses the change. */
const atRegistry: ReadonlySet<Wishable> = new Set<Wishable>([
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

/** What an update comes to. */
export interface Update {
  readonly changed: WishedDomain
  /** The parts of the domain that it changes. */
  readonly parts: readonly PhasedOperation[]
  /** Whether the registry must hear of it. */
  readonly isForRegistry: boolean
  /** The values that the registry can refuse, as they were. */
  readonly rollback: WishedDomain
}

/** The difference between a domain and what is wished; nothing of what is so already. */
export function updateOf(domain: Domain, wished: WishedDomain): Update {
  const fields = (Object.keys(wished) as Wishable[]).filter(
    (field) => wished[field] !== undefined && !isDeepStrictEqual(wished[field], domain[field]),
  )
  const of = (from: WishedDomain, which: readonly Wishable[]): WishedDomain =>
    Object.fromEntries(which.map((field) => [field, from[field]]))
  const forRegistry = fields.filter((field) => atRegistry.has(field))
  return {
    changed: of(wished, fields),
    parts: [...new Set(fields.map((field) => parts[field]))],
    // A group that stands for the same nameservers under another name is none of the registry's business.
    isForRegistry: forRegistry.some((field) => field !== 'nsGroup' && field !== 'nsGroupId'),
    rollback: of(domain, forRegistry),
  }
}
