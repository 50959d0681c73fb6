import type { PortfolioDifference } from '@nameyard/contracts/domains/compare-portfolio'
import type { RegisteredContact, RegisteredDomain } from '@nameyard/contracts/registry/read-domains'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { Desired } from '../../lifecycle/model/desired'
import type { Domain } from '../../lifecycle/model/domain'
import { seen } from '../../lifecycle/model/guards'
import { expectedInfo, visibleStatus, type LifecycleEvent, type Phase } from '../../lifecycle/model/lifecycle'
import { hasRegistryRenewed } from '../../lifecycle/model/settlement'
import type { LifecycleRules } from '../../tlds/model/rules'
import { signedBy } from './security'

/** The customers that the contacts of a registry are, by the identifiers there. */
export type Matches = ReadonlyMap<string, readonly { readonly resellerId: number; readonly handle: string }[]>

/** A domain here, and what its registry has. */
export interface Both {
  readonly domain: Domain
  /** The state that the domain is to have at its registry. */
  readonly desired: Desired
  readonly rules: LifecycleRules
  readonly there: RegisteredDomain
  readonly contacts: ReadonlyMap<string, RegisteredContact>
  readonly matches: Matches
}

/** Phases whose settings the platform keeps equal to those at the registry. */
const kept: ReadonlySet<Phase> = new Set<Phase>(['active', 'quarantine.soft'])

/** Statuses that the platform sets and removes. */
const managed: readonly string[] = ['clientHold', 'clientTransferProhibited']

/** Registries give dates with different precision; milliseconds. */
const PRECISION_MS = 1_000

export const roles = ['owner', 'admin', 'tech', 'billing'] as const
export type Role = (typeof roles)[number]

/** What the registry shows, in the terms of the lifecycle. */
export function viewOf({ roid, createdAt, expiresAt, statuses, graceStatuses }: RegisteredDomain): RegistryView {
  return { presence: 'ours', roid, createdAt, expiresAt, statuses, graceStatuses }
}

/** The state that the registry shows and that the phase of the domain does not expect; undefined when it does. */
export function unexpectedState({ domain, there }: Pick<Both, 'domain' | 'there'>): LifecycleEvent | undefined {
  const event = seen(viewOf(there))
  return event === undefined || expectedInfo[domain.phase]?.includes(event) ? undefined : event
}

/** Every difference between a domain here and at its registry, in words. A state that is not expected is the only one. */
export function differencesOf(both: Both, now: Date): PortfolioDifference[] {
  const { domain, there } = both
  if (unexpectedState(both) !== undefined) {
    const shown = [...there.statuses, ...there.graceStatuses].join(', ')
    return [{ field: 'status', here: visibleStatus[domain.phase], there: shown }]
  }
  return [
    ...dateDifferences(both, now),
    ...renewalDifference(both),
    ...settingDifferences(both),
    ...contactDifferences(both),
  ]
}

function dateDifferences({ domain, rules, there }: Both, now: Date): PortfolioDifference[] {
  const { roid, createdAt, expiresAt, registryExpiresAt } = domain
  return [
    ...(roid !== null && roid !== there.roid ? [{ field: 'registration', here: roid, there: there.roid }] : []),
    ...dateDifference('created', createdAt, there.createdAt),
    ...dateDifference('expiry', registryExpiresAt, there.expiresAt),
    ...(isRenewedUnpaid(domain, there, rules, now)
      ? [{ field: 'paid until', here: dateOf(expiresAt), there: dateOf(there.expiresAt) }]
      : []),
  ]
}

/**
 * Whether the registry has more time than is paid for here. A registry may renew by itself when the paid time has ended:
 * that is no difference.
 */
export function isRenewedUnpaid(
  { expiresAt }: Pick<Domain, 'expiresAt'>,
  there: RegisteredDomain,
  { isRenewable }: Pick<LifecycleRules, 'isRenewable'>,
  now: Date,
): boolean {
  if (!isRenewable || there.expiresAt === undefined || expiresAt === null || expiresAt <= now) return false
  return hasRegistryRenewed({ expiresAt, registryExpiresAt: new Date(there.expiresAt) })
}

/** The field of automatic renewal at an upstream registrar. */
export const AUTOMATIC_RENEWAL = 'automatic renewal'

/** An upstream registrar must not renew by itself: it would charge for what was not ordered here. */
function renewalDifference({ there: { autorenew = 'off' } }: Both): PortfolioDifference[] {
  return autorenew === 'off' ? [] : [{ field: AUTOMATIC_RENEWAL, here: 'off', there: autorenew }]
}

function settingDifferences({ domain, desired, there }: Both): PortfolioDifference[] {
  if (!kept.has(domain.phase)) return []
  const shown = there.statuses.filter((status) => managed.includes(status))
  return [
    ...setDifference(
      'name servers',
      desired.nameservers.map(({ name }) => name),
      there.nameservers.map(({ name }) => name),
    ),
    ...setDifference('DNSSEC', desired.zoneKeys.map(signedBy), there.zoneKeys.map(signedBy)),
    ...setDifference('client statuses', desired.statuses, shown),
  ]
}

/** The identifier of the contact of a role at the registry. */
export function contactOf({ registrant, contacts }: RegisteredDomain, role: Role): string | undefined {
  return role === 'owner' ? registrant : contacts[role]
}

/** The handle of a role here. */
export function handleOf(domain: Domain, role: Role): string {
  return domain[`${role}Handle`]
}

function contactDifferences({ domain, there, contacts, matches }: Both): PortfolioDifference[] {
  if (!kept.has(domain.phase)) return []
  return roles.flatMap((role) => {
    const [id, handle] = [contactOf(there, role), handleOf(domain, role)]
    const contact = id === undefined ? undefined : contacts.get(id)
    if (id === undefined || !contact) return []
    const own = (matches.get(id) ?? []).filter(({ resellerId }) => resellerId === domain.resellerId)
    if (own.some((each) => each.handle === handle)) return []
    return [{ field: role, here: handle, there: own[0]?.handle ?? `${contact.name} <${contact.email}>` }]
  })
}

function dateDifference(field: string, here: Date | null, there: string | undefined): PortfolioDifference[] {
  if (there === undefined || here === null) return []
  const apart = Math.abs(here.getTime() - new Date(there).getTime())
  return apart < PRECISION_MS ? [] : [{ field, here: dateOf(here), there: dateOf(there) }]
}

function setDifference(field: string, here: readonly string[], there: readonly string[]): PortfolioDifference[] {
  const [own, shown] = [inWords(here), inWords(there)]
  return own === shown ? [] : [{ field, here: own, there: shown }]
}

function inWords(values: readonly string[]): string {
  return [...new Set(values)].sort().join(', ') || 'none'
}

function dateOf(instant: Date | string | null | undefined): string {
  return instant ? new Date(instant).toISOString().slice(0, 19).replace('T', ' ') : 'none'
}
