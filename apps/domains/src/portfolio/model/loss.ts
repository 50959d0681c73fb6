import type { LostName, LostOperation } from '@nameyard/contracts/domains/recover-names'
import type { RegisteredDomain } from '@nameyard/contracts/registry/read-domains'
import type { DelegationSecurity, Domain } from '../../lifecycle/model/domain'
import { expiring } from '../../lifecycle/model/settlement'
import { plusDays } from '../../lifecycle/model/timers'
import type { LifecycleRules } from '../../tlds/model/rules'
import { adoptedDomain, type Adopted } from './adoption'
import { AUTOMATIC_RENEWAL, contactOf, differencesOf, handleOf, isRenewedUnpaid, roles, type Both } from './differences'

/** A transaction that a backup does not have. */
export interface Lost {
  readonly operation: LostOperation
  readonly at: Date
  readonly years: number
}

const YEAR_MS = 365.25 * 86_400_000

/** The instant of a backup by the clock of registries, whose dates have whole seconds. */
export function backupAt(since: string): Date {
  return new Date(Math.floor(new Date(since).getTime() / 1000) * 1000)
}

/**
 * How a name came to us after a backup, by the dates of the registry; undefined when we had it before. Where the registry
 * shows no date of creation, the journal says it.
 */
export function arrivalOf(
  { createdAt, transferredAt, expiresAt }: RegisteredDomain,
  journal: readonly Lost[],
  since: Date,
): Lost | undefined {
  const [created, transferred] = [dateOf(createdAt), dateOf(transferredAt)]
  if (!created) return journal.findLast(({ operation }) => operation !== 'renew')
  if (created && created >= since) return { operation: 'create', at: created, years: yearsBetween(created, expiresAt) }
  return transferred && transferred >= since ? { operation: 'transfer', at: transferred, years: 1 } : undefined
}

/** What an archived journal says of a name since a backup. */
export function journalOf({ journal }: Pick<LostName, 'journal'>, since: Date): Lost[] {
  return journal
    .map(({ operation, at, years }) => ({ operation, years, at: new Date(at) }))
    .filter(({ at }) => at >= since)
}

/** The row of a name that came after a backup. It is renewed automatically as its account wants by default. */
export function recoveredDomain(
  adopted: Adopted,
  { operation, at, years }: Lost,
  rules: LifecycleRules,
  now: Date,
): Omit<Domain, 'id'> {
  return {
    ...adoptedDomain(adopted, rules, now),
    type: operation === 'transfer' ? 'TRANSFER' : 'NEW',
    periodYears: years,
    autorenew: 'default',
    orderedAt: at,
    activatedAt: at,
    transferLockedUntil: plusDays(at, rules.transfer.lockDays),
  }
}

/** A domain after the changes that a backup does not have, in words, and what was charged for them. */
export interface Caught {
  readonly domain: Domain
  readonly changes: readonly string[]
  readonly charges: readonly Lost[]
}

/**
 * A domain here with the values that its registry has since a backup; undefined when there is nothing to take. Settings are
 * taken only where the registry shows a change since then; a renewal need not show one (RFC 5731 upDate). Keys whose private
 * part the platform keeps stay: the zone is signed with them.
 */
export function caughtUp(both: Both, journal: readonly Lost[], since: Date, now: Date): Caught | undefined {
  const { domain, there, rules } = both
  // Automatic renewal upstream is no value to take: a repair switches it off.
  const differences = differencesOf(both, now).filter(({ field }) => field !== AUTOMATIC_RENEWAL)
  const changedAt = latest([there.updatedAt, there.transferredAt, there.createdAt])
  const isChanged = changedAt !== undefined && changedAt >= since
  const isNew = isChanged && domain.roid !== null && domain.roid !== there.roid
  const isRenewed = isRenewedUnpaid(domain, there, rules, now)
  if (differences.length === 0 || !(isChanged || isRenewed)) return undefined
  const taken = isChanged ? differences : differences.filter(({ field }) => dates.has(field))
  const has = (field: string) => taken.some((each) => each.field === field)
  const renewed = () => renewals(both, journal, isChanged ? changedAt : since)
  return {
    charges: isNew ? arrivals(there, journal, since) : isRenewed ? renewed() : [],
    changes: taken.map(({ field, here, there: shown }) => `${field}: ${here} → ${shown}`),
    domain: {
      ...domain,
      roid: there.roid,
      createdAt: dateOf(there.createdAt) ?? domain.createdAt,
      registryExpiresAt: dateOf(there.expiresAt) ?? domain.registryExpiresAt,
      registryStatuses: there.statuses,
      graceStatuses: there.graceStatuses,
      ...((isNew || isRenewed) && there.expiresAt && expiring(new Date(there.expiresAt), rules)),
      ...(isChanged && handles(both)),
      ...(has('name servers') && { nameServers: there.nameservers, nsGroup: '', nsGroupId: null }),
      ...(has('DNSSEC') && !domain.zoneKeys.some(isKept) && { zoneKeys: there.zoneKeys }),
      ...(has('client statuses') && { isLocked: there.statuses.includes('clientTransferProhibited') }),
      observedAt: now,
      changedAt: now,
      version: domain.version + 1,
    },
  }
}

/** Differences that a renewal makes. */
const dates: ReadonlySet<string> = new Set(['expiry', 'paid until'])

function isKept(security: DelegationSecurity): boolean {
  return 'isKept' in security && security.isKept === true
}

/** What was charged for a name that came after a backup: a journal counts when it has the arrival. */
export function arrivals(there: RegisteredDomain, journal: readonly Lost[], since: Date): readonly Lost[] {
  const arrival = arrivalOf(there, journal, since)
  if (!arrival) return []
  return journal.some(({ operation }) => operation === arrival.operation) ? journal : [arrival]
}

function renewals({ domain, there }: Both, journal: readonly Lost[], at: Date): readonly Lost[] {
  const known = journal.filter(({ operation }) => operation === 'renew')
  if (known.length > 0) return known
  return [{ operation: 'renew', at, years: yearsBetween(domain.expiresAt!, there.expiresAt) }]
}

/** The handles of contacts that are customers of the account. Other contacts stay as they are here. */
function handles({ domain, there, matches }: Both): Partial<Domain> {
  return Object.fromEntries(
    roles.flatMap((role) => {
      const own = (matches.get(contactOf(there, role) ?? '') ?? []).filter(
        ({ resellerId }) => resellerId === domain.resellerId,
      )
      if (own.length === 0 || own.some(({ handle }) => handle === handleOf(domain, role))) return []
      return [[`${role}Handle`, own[0]!.handle]]
    }),
  )
}

function yearsBetween(from: Date, to: string | undefined): number {
  return to === undefined ? 1 : Math.max(1, Math.round((new Date(to).getTime() - from.getTime()) / YEAR_MS))
}

function dateOf(given: string | undefined): Date | undefined {
  return given === undefined ? undefined : new Date(given)
}

function latest(dates: readonly (string | undefined)[]): Date | undefined {
  const known = dates.flatMap((each) => (each === undefined ? [] : [new Date(each).getTime()]))
  return known.length === 0 ? undefined : new Date(Math.max(...known))
}
