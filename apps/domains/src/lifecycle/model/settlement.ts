import { isDeepStrictEqual } from 'node:util'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { LifecycleRules } from '../../tlds/model/rules'
import type { Domain, RemovalReason } from './domain'
import { guards, type Facts } from './guards'
import {
  heldPhases,
  transitions,
  visibleStatus,
  type Effect,
  type LifecycleEvent,
  type Phase,
  type Transition,
} from './lifecycle'
import { DAY_MS, lapsesAt, nextCheck, plusDays, yearsLater } from './timers'

/** An event of the lifecycle with its data. */
export interface DomainEvent {
  readonly event: LifecycleEvent
  readonly view?: RegistryView
  readonly isAnnounced?: boolean
  readonly reason?: { readonly code?: number | undefined; readonly text: string }
  /** Why the domain ends, where the event ends it. */
  readonly removal?: RemovalReason
}

/** A domain after an event. */
export interface Step {
  readonly domain: Domain
  readonly effect: Effect | undefined
  /** Whether the last renewal was paid in advance, and the domain ended before its registry renewed it. */
  readonly isRenewalUnused: boolean
}

/** The transition for an event in a phase; undefined when there is none. */
function transitionOf(from: Phase | 'none', event: LifecycleEvent, facts: Facts): Transition | undefined {
  return transitions.find(
    (each) => each.from === from && each.on === event && (each.when === undefined || guards[each.when](facts)),
  )
}

/** The domain after an event; undefined when its phase has no transition for the event, and nothing may change. */
export function advance(
  domain: Domain,
  { event, view = {}, isAnnounced = false, reason, removal }: DomainEvent,
  rules: LifecycleRules,
  now: Date,
): Step | undefined {
  const facts: Facts = { domain, rules, now, view, isAnnounced }
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
  // Another account gets the domain with the paid time.
  const isRenewalUnused = event !== 'account.moved' && isLost(domain, observed, view, transition.to, rules, now)
  const paid = isRenewalUnused && domain.registryExpiresAt ? expiring(domain.registryExpiresAt, rules) : {}
  return {
    effect: transition.effect,
    domain: { ...entered, ...paid, nextCheckAt: nextCheck(entered, rules, now, true) },
    isRenewalUnused,
  }
}

/** The values that the registry shows, as the domain stores them. Values that it does not show stay. */
export function observation(domain: Domain, view: RegistryView): Partial<Domain> {
  const expiresAt = view.expiresAt === undefined ? undefined : new Date(view.expiresAt)
  return {
    ...(view.roid !== undefined && { roid: view.roid }),
    ...(view.createdAt !== undefined && { createdAt: new Date(view.createdAt) }),
    ...(expiresAt && { registryExpiresAt: expiresAt }),
    // A transfer without nameservers keeps the ones that the domain has at the registry.
    ...(domain.activatedAt === null &&
      domain.nameServers.length === 0 &&
      view.nameservers && { nameServers: view.nameservers.map((name) => ({ name })) }),
    ...(view.statuses && { registryStatuses: view.statuses }),
    ...(view.graceStatuses && { graceStatuses: view.graceStatuses }),
    ...(view.authInfo !== undefined && view.authInfo !== '' && { authCode: view.authInfo }),
    ...(view.transfer && { transferActsAt: new Date(view.transfer.actsAt) }),
    // Registries give dates with different precision. The stored object stays for an equal instant: nothing has changed.
    ...(expiresAt?.getTime() === domain.registryExpiresAt?.getTime() && {
      registryExpiresAt: domain.registryExpiresAt,
    }),
  }
}

/** Events after which the expiry at the registry is the end of the time that the account has paid for. */
const paying: ReadonlySet<LifecycleEvent> = new Set<LifecycleEvent>([
  'create.done',
  'transfer.done',
  'renew.done',
  'trade.done',
  'restore.done',
])

function paidTime(domain: Domain, event: LifecycleEvent, view: RegistryView, rules: LifecycleRules): Partial<Domain> {
  const isFirstSight = event === 'info.ours' && domain.expiresAt === null
  const isRestored = event === 'info.ours' && domain.phase === 'restoring'
  if (!(paying.has(event) || isFirstSight || isRestored)) return {}
  // Paid before the registry renews by itself: it still shows the expiry of the earlier period.
  if (event === 'renew.done' && !rules.isRenewable && domain.expiresAt && !hasRegistryRenewed(domain)) {
    return { ...expiring(yearsLater(domain.expiresAt, 1), rules), retryAt: null }
  }
  // A domain that is restored by an update alone was renewed by its registry.
  const expiresAt = view.expiresAt === undefined ? restoredUntil(domain, event) : new Date(view.expiresAt)
  return expiresAt ? { ...expiring(expiresAt, rules), retryAt: null } : {}
}

function restoredUntil({ registryExpiresAt }: Domain, event: LifecycleEvent): Date | null {
  return event === 'restore.done' ? registryExpiresAt : null
}

/** The end of the paid time, and the date of the automatic renewal. */
export function expiring(expiresAt: Date, rules: LifecycleRules): Pick<Domain, 'expiresAt' | 'renewsAt'> {
  return { expiresAt, renewsAt: plusDays(expiresAt, -rules.renewalOffsetDays) }
}

function failure(domain: Domain, event: LifecycleEvent, reason: DomainEvent['reason']): Partial<Domain> {
  const hasFailed = event.endsWith('.refused') || event.endsWith('.failed') || event === 'party.overdue'
  const isOfInfo = event.startsWith('info.')
  if (hasFailed) return { failureCode: reason?.code ?? null, failureReason: reason?.text ?? null }
  return isOfInfo || domain.phase === 'failed' ? {} : { failureCode: null, failureReason: null }
}

/**
 * When a failed renewal is tried again: the next day, but no later than the instant at which the domain lapses. After
 * that attempt has failed, this date is a second later, and the expiry timer applies.
 */
export function renewalRetry(domain: Domain, rules: LifecycleRules, now: Date): Date {
  const [tomorrow, lapses] = [plusDays(now, 1), lapsesAt(domain, rules)]
  if (!lapses || lapses > tomorrow) return tomorrow
  return lapses > now ? lapses : new Date(now.getTime() + 1000)
}

/**
 * Whether a domain was restored so shortly before its registry renews it that it would lapse and be deleted at once. Such a
 * domain is renewed automatically, so that the restore is not lost.
 */
function isLapsingAgain(before: Domain, after: Domain, rules: LifecycleRules, now: Date): boolean {
  const lapses = lapsesAt(after, rules)
  return before.phase === 'restoring' && rules.deleteLeadDays > 0 && lapses !== null && lapses <= now
}

/** A domain that the account does not have any more keeps no codes. */
const noCodes = { authCode: '', transferCode: '', internalAuthCode: '' } as const

/** The values that change when a domain enters a phase. */
function entering(
  before: Domain,
  after: Domain,
  event: LifecycleEvent,
  rules: LifecycleRules,
  now: Date,
  removal: RemovalReason | undefined,
): Partial<Domain> {
  const isRenewalLost = event === 'renew.refused' || event === 'renew.failed'
  const isDeleteLost = event === 'delete.refused' || event === 'delete.failed'
  if (after.phase === before.phase) {
    if (isRenewalLost) return { retryAt: renewalRetry(before, rules, now) }
    if (isDeleteLost) {
      // The refusal ends a delete that the account requested. A delete that was due is tried again.
      return before.phase === 'active' && before.removalReason !== 'expired'
        ? { removalReason: null }
        : { retryAt: plusDays(now, 1) }
    }
    if (after.phase === 'failed' && event === 'delete.asked') {
      return { deletedAt: now, removalReason: 'owner', ...noCodes }
    }
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
    case 'active.pendingTransfer':
    case 'transfer.pending':
      return { transferActsAt: after.transferActsAt ?? plusDays(now, rules.transfer.waitDays) }
    case 'quarantine.soft':
      return {
        softEndsAt: before.softEndsAt ?? softEnd(after, rules, now),
        removalReason: removal ?? before.removalReason ?? 'owner',
        retryAt: null,
      }
    case 'redemption':
      return {
        softEndsAt: null,
        retryAt: null,
        hardEndsAt: before.hardEndsAt ?? plusDays(now, rules.quarantine.hardDays),
        removalReason: removal ?? before.removalReason ?? 'registry',
      }
    case 'purged':
      return { deletedAt: now, removalReason: removal ?? before.removalReason ?? 'registry', ...noCodes }
    case 'transferredAway':
      return { deletedAt: now, removalReason: 'transferred', ...noCodes }
    default:
      return {}
  }
}

/**
 * The end of the soft quarantine: after the days of the extension, but no later than three days before the end of the
 * registry's auto-renew grace period, after which a delete is not refunded.
 */
export function softEnd(
  { registryExpiresAt, expiresAt }: Domain,
  { quarantine, grace }: LifecycleRules,
  now: Date,
): Date {
  const end = plusDays(now, quarantine.softDays)
  const expires = expiresAt ?? registryExpiresAt
  if (!expires || grace.autoRenewDays === 0) return end
  const latest = plusDays(expires, grace.autoRenewDays - 3)
  return latest < end ? latest : end
}

/**
 * Until when the account can restore a domain that is being deleted; null when it cannot. A domain that an operator removed
 * for a reason of policy cannot be restored.
 */
export function restorableUntil({
  phase,
  softEndsAt,
  hardEndsAt,
  removalReason,
}: Pick<Domain, 'hardEndsAt' | 'phase' | 'removalReason' | 'softEndsAt'>): Date | null {
  if (removalReason === 'policy') return null
  if (phase === 'quarantine.soft') return softEndsAt
  return phase === 'redemption' ? hardEndsAt : null
}

/** Whether the registry has renewed a domain by itself beyond its paid time. */
export function hasRegistryRenewed({
  expiresAt,
  registryExpiresAt,
}: Pick<Domain, 'expiresAt' | 'registryExpiresAt'>): boolean {
  return (
    expiresAt !== null && registryExpiresAt !== null && registryExpiresAt.getTime() - expiresAt.getTime() > 300 * DAY_MS
  )
}

/** Whether a registry that renews by itself has not yet carried out the renewal that was paid last. */
function isPaidAhead({ expiresAt, registryExpiresAt }: Domain, { isRenewable }: LifecycleRules): boolean {
  return (
    !isRenewable &&
    expiresAt !== null &&
    registryExpiresAt !== null &&
    expiresAt.getTime() - registryExpiresAt.getTime() > 300 * DAY_MS
  )
}

/**
 * Whether a domain ends before its registry carried out the renewal that was paid: deleted or transferred away before that
 * day by the clock, by the expiry that the registry shows, or by the day of the transfer.
 */
function isLost(
  before: Domain,
  observed: Domain,
  view: RegistryView,
  to: Phase,
  rules: LifecycleRules,
  now: Date,
): boolean {
  const isOver = (to === 'redemption' || to === 'purged' || to === 'transferredAway') && before.phase !== to
  if (!isOver || !isPaidAhead(before, rules) || !before.registryExpiresAt) return false
  const renews = before.registryExpiresAt
  const wasTransferredBefore = view.transfer !== undefined && new Date(view.transfer.actsAt) < renews
  return now < renews || wasTransferredBefore || (view.expiresAt !== undefined && isPaidAhead(observed, rules))
}

/** Whether a change is announced to other services: of the registrant, status, nameservers, or holder. */
export function isChangedForOthers(before: Domain, after: Domain): boolean {
  const announced = (domain: Domain) => [
    domain.ownerHandle,
    visibleStatus[domain.phase],
    isHeld(domain),
    heldPhases.has(domain.phase) && !domain.leavesZones,
    domain.nameServers.map(({ name }) => name),
  ]
  return !isDeepStrictEqual(announced(before), announced(after))
}

/** Whether the account has the domain: it has neither failed nor ended. */
export function isHeld({ phase, deletedAt }: Pick<Domain, 'deletedAt' | 'phase'>): boolean {
  return deletedAt === null && phase !== 'failed'
}
