import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { isDeepStrictEqual } from 'node:util'
import type { Domain, RemovalReason } from './domain'
import { guards, type Facts } from './guards'
import { transitions, visibleStatus, type Effect, type LifecycleEvent, type Phase, type Transition } from './lifecycle'
import type { LifeRules } from './rules'
import { DAY_MS, lapsesAt, nextLook, plusDays, yearsLater } from './timers'

/** Something that happened to a domain, with what is known of it. */
export interface Happening {
  readonly event: LifecycleEvent
  readonly view?: RegistryView
  readonly isTold?: boolean
  readonly reason?: { readonly code?: number | undefined; readonly text: string }
  /** Why the domain goes, where the event ends it. */
  readonly removal?: RemovalReason
}

/** A domain after an event. */
export interface Step {
  readonly domain: Domain
  readonly effect: Effect | undefined
  /** The last renewal was paid ahead of the registry's own, which the domain has not lived to see. */
  readonly isRenewalUnused: boolean
}

/** The rule that an event follows in a phase; undefined when it has no place there. */
function transitionOf(from: Phase | 'none', event: LifecycleEvent, facts: Facts): Transition | undefined {
  return transitions.find(
    (each) => each.from === from && each.on === event && (each.when === undefined || guards[each.when](facts)),
  )
}

/** What follows from an event; undefined when it has no place in the phase, and then nothing may change. */
export function advance(
  domain: Domain,
  { event, view = {}, isTold = false, reason, removal }: Happening,
  rules: LifeRules,
  now: Date,
): Step | undefined {
  const facts: Facts = { domain, rules, now, view, isTold }
  const transition = transitionOf(domain.phase, event, facts)
  if (!transition) return undefined
  const observed = { ...domain, ...observation(domain, view) }
  const moved: Domain = {
    ...observed,
    ...paidTime(observed, event, view, rules),
    ...failure(domain, event, reason),
    ...(event === 'party.satisfied' && { authorizedAt: now }),
    ...(transition.to !== 'waiting.party' && { waitsFor: null, waitsSince: null }),
    phase: transition.to,
    changedAt: now,
    version: domain.version + 1,
  }
  const entered: Domain = { ...moved, ...entering(domain, moved, event, rules, now, removal) }
  // What was paid for goes along to another account.
  const isRenewalUnused = event !== 'account.moved' && isLost(domain, observed, view, transition.to, rules, now)
  const paid = isRenewalUnused && domain.registryExpiresAt ? expiring(domain.registryExpiresAt, rules) : {}
  return {
    effect: transition.effect,
    domain: { ...entered, ...paid, looksAt: nextLook(entered, now) },
    isRenewalUnused,
  }
}

/** What the registry showed, as the domain remembers it. What the registry did not say stays. */
export function observation(domain: Domain, view: RegistryView): Partial<Domain> {
  const expiresAt = view.expiresAt === undefined ? undefined : new Date(view.expiresAt)
  return {
    ...(view.roid !== undefined && { roid: view.roid }),
    ...(view.createdAt !== undefined && { createdAt: new Date(view.createdAt) }),
    ...(expiresAt && { registryExpiresAt: expiresAt }),
    // A transfer that names no nameservers leaves those that are there.
    ...(domain.activatedAt === null &&
      domain.nameServers.length === 0 &&
      view.nameservers && { nameServers: view.nameservers.map((name) => ({ name })) }),
    ...(view.statuses && { registryStatuses: view.statuses }),
    ...(view.graceStatuses && { graceStatuses: view.graceStatuses }),
    ...(view.authInfo !== undefined && view.authInfo !== '' && { authCode: view.authInfo }),
    ...(view.transfer && { transferActsAt: new Date(view.transfer.actsAt) }),
    // Dates of a registry may be to the second or finer: equal ones stay the same value, so that nothing seems changed.
    ...(expiresAt?.getTime() === domain.registryExpiresAt?.getTime() && {
      registryExpiresAt: domain.registryExpiresAt,
    }),
  }
}

/** Events after which what the registry says of the expiry is what the account has paid for. */
const paying: ReadonlySet<LifecycleEvent> = new Set<LifecycleEvent>([
  'create.done',
  'transfer.done',
  'renew.done',
  'trade.done',
  'restore.done',
])

function paidTime(domain: Domain, event: LifecycleEvent, view: RegistryView, rules: LifeRules): Partial<Domain> {
  const isFirstSight = event === 'look.ours' && domain.expiresAt === null
  const isRestored = event === 'look.ours' && domain.phase === 'restoring'
  if (!(paying.has(event) || isFirstSight || isRestored)) return {}
  // Paid for before the registry renews by itself: what it shows now is the time that was paid for before.
  if (event === 'renew.done' && !rules.isRenewable && domain.expiresAt && !hasRegistryRenewed(domain)) {
    return { ...expiring(yearsLater(domain.expiresAt, 1), rules), retryAt: null }
  }
  // The registry has renewed by itself what is brought back with an update alone.
  const expiresAt = view.expiresAt === undefined ? restoredUntil(domain, event) : new Date(view.expiresAt)
  return expiresAt ? { ...expiring(expiresAt, rules), retryAt: null } : {}
}

function restoredUntil({ registryExpiresAt }: Domain, event: LifecycleEvent): Date | null {
  return event === 'restore.done' ? registryExpiresAt : null
}

/** The end of the paid time, and the day that renewals go by. */
export function expiring(expiresAt: Date, rules: LifeRules): Pick<Domain, 'expiresAt' | 'renewsAt'> {
  return { expiresAt, renewsAt: plusDays(expiresAt, -rules.renewalOffsetDays) }
}

function failure(domain: Domain, event: LifecycleEvent, reason: Happening['reason']): Partial<Domain> {
  const hasFailed = event.endsWith('.refused') || event.endsWith('.failed') || event === 'party.overdue'
  const isOfLook = event.startsWith('look.')
  if (hasFailed) return { failureCode: reason?.code ?? null, failureReason: reason?.text ?? null }
  return isOfLook || domain.phase === 'failed' ? {} : { failureCode: null, failureReason: null }
}

/**
 * When a renewal that failed is tried again: the next day, but on the day that the domain lapses at the latest. One that
 * failed then has had its last chance: a second later nothing is tried any more.
 */
export function renewalRetry(domain: Domain, rules: LifeRules, now: Date): Date {
  const [tomorrow, lapses] = [plusDays(now, 1), lapsesAt(domain, rules)]
  if (!lapses || lapses > tomorrow) return tomorrow
  return lapses > now ? lapses : new Date(now.getTime() + 1000)
}

/**
 * Whether a domain was brought back on the last days before its registry renews it, when it lapses: it would be deleted
 * again at once, with what the restore cost. So it is renewed, and that is paid.
 */
function isLapsingAgain(before: Domain, after: Domain, rules: LifeRules, now: Date): boolean {
  const lapses = lapsesAt(after, rules)
  return before.phase === 'restoring' && rules.deleteLeadDays > 0 && lapses !== null && lapses <= now
}

/** What a phase brings with it for a domain that comes into it. */
function entering(
  before: Domain,
  after: Domain,
  event: LifecycleEvent,
  rules: LifeRules,
  now: Date,
  removal: RemovalReason | undefined,
): Partial<Domain> {
  const isRenewalLost = event === 'renew.refused' || event === 'renew.failed'
  const isDeleteLost = event === 'delete.refused' || event === 'delete.failed'
  if (after.phase === before.phase) {
    if (isRenewalLost) return { retryAt: renewalRetry(before, rules, now) }
    if (isDeleteLost) {
      // A delete that somebody asked for is over with its refusal; one that was due is tried again.
      return before.phase === 'active' && before.removalReason !== 'expired'
        ? { removalReason: null }
        : { retryAt: plusDays(now, 1) }
    }
    if (after.phase === 'failed' && event === 'delete.asked') return { deletedAt: now, removalReason: 'owner' }
    return removal ? { removalReason: removal } : {}
  }
  switch (after.phase) {
    case 'active':
      return {
        ...(before.activatedAt === null && {
          activatedAt: now,
          transferLockedUntil: plusDays(now, rules.transfer.lockDays),
        }),
        ...(event === 'trade.done' && { transferLockedUntil: plusDays(now, rules.transfer.lockDays) }),
        retryAt: isRenewalLost ? renewalRetry(before, rules, now) : null,
        ...(isLapsingAgain(before, after, rules, now) && { autorenew: 'on' as const }),
        softEndsAt: null,
        hardEndsAt: null,
        removalReason: null,
        transferActsAt: null,
        transferCode: '',
      }
    case 'waiting.party':
      return { waitsFor: event.endsWith('.unpaid') ? 'money' : 'authorization', waitsSince: now }
    case 'active.leaving':
    case 'transfer.pending':
      return { transferActsAt: after.transferActsAt ?? plusDays(now, rules.transfer.waitDays) }
    case 'quarantine.soft':
      return {
        softEndsAt: before.softEndsAt ?? softEnd(after, rules, now),
        removalReason: removal ?? before.removalReason ?? 'owner',
        retryAt: null,
      }
    case 'quarantine.hard':
      return {
        softEndsAt: null,
        retryAt: null,
        hardEndsAt: before.hardEndsAt ?? plusDays(now, rules.quarantine.hardDays),
        removalReason: removal ?? before.removalReason ?? 'registry',
      }
    case 'gone':
      return { deletedAt: now, removalReason: removal ?? before.removalReason ?? 'registry' }
    case 'left':
      return { deletedAt: now, removalReason: 'transferred' }
    default:
      return {}
  }
}

/**
 * Until when a lapsed domain can be renewed back: the days of the extension, but three days before the registry's own
 * auto-renew grace is over at the latest, after which a delete is not refunded.
 */
export function softEnd({ registryExpiresAt, expiresAt }: Domain, { quarantine, grace }: LifeRules, now: Date): Date {
  const end = plusDays(now, quarantine.softDays)
  const expires = expiresAt ?? registryExpiresAt
  if (!expires || grace.autoRenewDays === 0) return end
  const latest = plusDays(expires, grace.autoRenewDays - 3)
  return latest < end ? latest : end
}

/**
 * Until when the account can bring back a domain that is being deleted; null when it cannot. What an operator removed for
 * a policy stays away.
 */
export function restorableUntil({
  phase,
  softEndsAt,
  hardEndsAt,
  removalReason,
}: Pick<Domain, 'hardEndsAt' | 'phase' | 'removalReason' | 'softEndsAt'>): Date | null {
  if (removalReason === 'policy') return null
  if (phase === 'quarantine.soft') return softEndsAt
  return phase === 'quarantine.hard' ? hardEndsAt : null
}

/** Whether the registry has renewed by itself a domain whose paid time is over. */
export function hasRegistryRenewed({
  expiresAt,
  registryExpiresAt,
}: Pick<Domain, 'expiresAt' | 'registryExpiresAt'>): boolean {
  return (
    expiresAt !== null && registryExpiresAt !== null && registryExpiresAt.getTime() - expiresAt.getTime() > 300 * DAY_MS
  )
}

/** Whether a registry that renews by itself has yet to renew for what was paid last. */
function isPaidAhead({ expiresAt, registryExpiresAt }: Domain, { isRenewable }: LifeRules): boolean {
  return (
    !isRenewable &&
    expiresAt !== null &&
    registryExpiresAt !== null &&
    expiresAt.getTime() - registryExpiresAt.getTime() > 300 * DAY_MS
  )
}

/**
 * Whether a domain ends before its registry has renewed it for what was paid: deleted or gone to another registrar before
 * that day, as the clock, the expiry that the registry shows now, or the day of the transfer tell.
 */
function isLost(before: Domain, observed: Domain, view: RegistryView, to: Phase, rules: LifeRules, now: Date): boolean {
  const isOver = (to === 'quarantine.hard' || to === 'gone' || to === 'left') && before.phase !== to
  if (!isOver || !isPaidAhead(before, rules) || !before.registryExpiresAt) return false
  const renews = before.registryExpiresAt
  const hasLeftBefore = view.transfer !== undefined && new Date(view.transfer.actsAt) < renews
  return now < renews || hasLeftBefore || (view.expiresAt !== undefined && isPaidAhead(observed, rules))
}

/** Whether others must hear of it: the registrant, the status, or whether it is the account's has changed. */
export function isChangedForOthers(before: Domain, after: Domain): boolean {
  const told = (domain: Domain) => [
    domain.ownerHandle,
    visibleStatus[domain.phase],
    isHeld(domain),
    domain.nameServers.map(({ name }) => name),
  ]
  return !isDeepStrictEqual(told(before), told(after))
}

/** Whether a domain is one of the account's: neither failed nor gone. */
export function isHeld({ phase, deletedAt }: Pick<Domain, 'deletedAt' | 'phase'>): boolean {
  return deletedAt === null && phase !== 'failed'
}
