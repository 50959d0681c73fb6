import type { PortfolioFindings } from '@nameyard/contracts/domains/portfolio-job'
import type { Result } from '@nameyard/contracts/operation'
import type { readDomains, RegisteredContact, RegisteredDomain } from '@nameyard/contracts/registry/read-domains'
import type { Domain } from '../../lifecycle/model/domain'
import { newDomain } from '../../lifecycle/model/new-domain'
import { expiring } from '../../lifecycle/model/settlement'
import { nextCheck } from '../../lifecycle/model/timers'
import type { LifecycleRules } from '../../tlds/model/rules'

/** A name as its registry shows it. */
export type Found = Result<typeof readDomains>['domains'][number]

/** The statuses that the platform sets and removes, apart from clientHold. */
const KEPT = 'clientTransferProhibited'

/** Statuses with which a domain cannot be adopted, and why. */
const obstacles: Readonly<Record<string, string>> = {
  clientHold: 'has clientHold: the platform would remove it. Remove it at the registry first',
  pendingCreate: 'is being created',
  pendingDelete: 'is being deleted',
  pendingTransfer: 'is being transferred',
  pendingRenew: 'is being renewed',
  pendingUpdate: 'is being changed',
  redemptionPeriod: 'was deleted and is in its redemption period',
  pendingRestore: 'is being restored',
}

/** Why a name cannot be adopted, in words that follow the name; undefined when it can. */
export function obstacleOf(
  { presence, reason, domain }: Found,
  contacts: ReadonlyMap<string, RegisteredContact>,
  owner: string,
  now: Date,
): string | undefined {
  if (presence === 'missing') return 'is not known to the registry'
  if (presence === 'foreign') return 'is sponsored by another registrar'
  if (presence === 'elsewhere') return 'has an extension that this account does not serve'
  if (presence === 'unreadable' || !domain) return `cannot be read: ${reason ?? 'the registry does not answer'}`
  const status = [...domain.statuses, ...domain.graceStatuses].find((each) => obstacles[each] !== undefined)
  if (status !== undefined) return obstacles[status]
  if (domain.expiresAt === undefined) return 'has no expiry date at the registry'
  if (new Date(domain.expiresAt) <= now) return `has expired on ${domain.expiresAt.slice(0, 10)}`
  const unread = contactsOf(domain).find((id) => !contacts.has(id))
  if (unread !== undefined) return `has a contact that cannot be read: ${unread}`
  if (domain.registrant === undefined && owner === '')
    return 'has no registrant at the registry: name its owner in the list'
  return undefined
}

/** The identifiers of the contacts of a domain, each once. */
export function contactsOf({ registrant, contacts }: RegisteredDomain): string[] {
  const ids = [registrant, contacts.admin, contacts.tech, contacts.billing]
  return [...new Set(ids.filter((id) => id !== undefined))]
}

/** What an operator should know of a domain before it is adopted. */
export function notesOf({ statuses, autorenew = 'off' }: RegisteredDomain): Pick<PortfolioFindings, 'notes'> {
  const unmanaged = statuses.filter((status) => status.startsWith('client') && status !== KEPT)
  const notes = [
    ...(unmanaged.length > 0 ? [`${unmanaged.join(', ')}: the first change that is made here removes it`] : []),
    ...(autorenew === 'off' ? [] : [`automatic renewal is ${autorenew} upstream: the first check switches it off`]),
  ]
  return notes.length > 0 ? { notes } : {}
}

/** Whose name it is, and what it has at the registry. */
export interface Adopted {
  readonly name: string
  readonly resellerId: number
  /** Handle of the registrant; only where the registry has none. */
  readonly owner: string
  readonly domain: RegisteredDomain
  /** The handles of its contacts, by their identifiers at the registry. */
  readonly handles: ReadonlyMap<string, string>
  /** Whether other accounts have zones at the name. */
  readonly leavesZones: boolean
  /** Spreads the checks of names that are adopted together. */
  readonly spread: number
}

/** The row of a domain that exists at the registry already. It is not renewed automatically until that is switched on. */
export function adoptedDomain(
  { name, resellerId, owner, domain, handles, leavesZones, spread }: Adopted,
  rules: LifecycleRules,
  now: Date,
): Omit<Domain, 'id'> {
  const { registrant, contacts, expiresAt, createdAt } = domain
  const ownerHandle = (registrant !== undefined && handles.get(registrant)) || owner
  const handleOf = (id: string | undefined) => (id !== undefined && handles.get(id)) || ownerHandle
  const registryExpiresAt = new Date(expiresAt!)
  const row = {
    ...newDomain({
      resellerId,
      name,
      label: name.slice(0, name.indexOf('.')),
      extension: name.slice(name.indexOf('.') + 1),
      phase: 'active',
      type: 'TRANSFER',
      periodYears: 1,
      autorenew: 'off',
      ownerHandle,
      adminHandle: handleOf(contacts.admin),
      techHandle: handleOf(contacts.tech),
      billingHandle: handleOf(contacts.billing),
      resellerHandle: '',
      nsGroup: '',
      nameServers: domain.nameservers,
      zoneKeys: domain.zoneKeys,
      authCode: domain.authInfo ?? '',
      isLocked: domain.statuses.includes(KEPT),
      comments: '',
      orderedAt: now,
    }),
    leavesZones,
    roid: domain.roid,
    registryStatuses: domain.statuses,
    graceStatuses: domain.graceStatuses,
    createdAt: createdAt === undefined ? null : new Date(createdAt),
    activatedAt: now,
    registryExpiresAt,
    ...expiring(registryExpiresAt, rules),
    observedAt: now,
  }
  return { ...row, nextCheckAt: nextCheck({ ...row, id: spread }, rules, now, false) }
}
