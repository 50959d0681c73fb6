import type { Domain } from '../../lifecycle/model/domain'
import { isInAddGrace } from '../../lifecycle/model/guards'
import type { Phase } from '../../lifecycle/model/lifecycle'
import { permission, type PhasedOperation } from '../../lifecycle/model/permissions'
import { hasRegistryRenewed, restorableUntil, softEnd } from '../../lifecycle/model/settlement'
import { isAutorenewed, lapsesAt, plusDays, timersOf, waitsUntil } from '../../lifecycle/model/timers'
import type { LifecycleRules } from '../../tlds/model/rules'

/** An event of a domain that happens at a known time. */
export interface Forecast {
  readonly at: Date
  readonly event:
    | 'add_grace_ends'
    | 'transfer_lock_ends'
    | 'transfer_starts'
    | 'order_given_up'
    | 'transfer_completes'
    | 'renewal'
    | 'expiry'
    | 'soft_quarantine_ends'
    | 'quarantine_ends'
    | 'purge'
  /** The phase from then on. */
  readonly phase: Phase
  /** Whether nothing can prevent it. */
  readonly isCertain: boolean
}

/** The next events of a domain without any action, earliest first. Events that were due before now happen at once. */
export function forecast(domain: Domain, rules: LifecycleRules, now: Date): readonly Forecast[] {
  const { phase, createdAt, transferLockedUntil, scheduledAt, transferActsAt } = domain
  const found: Forecast[] = []
  const add = (at: Date | null, event: Forecast['event'], then: Phase, isCertain = false) => {
    if (at) found.push({ at: at < now ? now : at, event, phase: then, isCertain })
  }
  if (phase === 'active' && createdAt && isInAddGrace(domain, rules, now)) {
    add(plusDays(createdAt, rules.grace.addDays), 'add_grace_ends', phase, true)
  }
  if (phase === 'active' && transferLockedUntil && transferLockedUntil > now) {
    add(transferLockedUntil, 'transfer_lock_ends', phase, true)
  }
  if (phase === 'transfer.scheduled') add(scheduledAt, 'transfer_starts', 'transfer.queued')
  if (phase === 'waiting.party') add(waitsUntil(domain), 'order_given_up', 'failed')
  if (phase === 'transfer.pending') add(transferActsAt, 'transfer_completes', 'active')
  if (phase === 'active.pendingTransfer') add(transferActsAt, 'transfer_completes', 'transferredAway')
  if (phase === 'active') {
    const renewal = timersOf(domain, rules).find(({ kind }) => kind === 'renewal')
    if (isAutorenewed(domain) && renewal) add(renewal.dueAt, 'renewal', phase)
    else addLapse(domain, rules, now, add)
  }
  if (phase === 'quarantine.soft') addSoftEnd(domain.softEndsAt, rules, now, add)
  if (phase === 'redemption') addHardEnd(domain.hardEndsAt, rules, now, add)
  if (phase === 'pendingDelete' && domain.hardEndsAt)
    add(plusDays(domain.hardEndsAt, rules.pendingDeleteDays), 'purge', 'purged', true)
  return found.toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

type Add = (at: Date | null, event: Forecast['event'], then: Phase, isCertain?: boolean) => void

function addLapse(domain: Domain, rules: LifecycleRules, now: Date, add: Add): void {
  const due = lapsesAt(domain, rules)
  if (!due) return
  const lapses = due < now ? now : due
  if (rules.quarantine.softDays > 0) {
    add(lapses, 'expiry', 'quarantine.soft')
    addSoftEnd(softEnd(domain, rules, lapses), rules, lapses, add)
  } else {
    add(lapses, 'expiry', 'redemption')
    addHardEnd(plusDays(lapses, rules.quarantine.hardDays), rules, lapses, add)
  }
}

function addSoftEnd(end: Date | null, rules: LifecycleRules, now: Date, add: Add): void {
  if (!end) return
  const deleted = end < now ? now : end
  add(deleted, 'soft_quarantine_ends', 'redemption')
  addHardEnd(plusDays(deleted, rules.quarantine.hardDays), rules, deleted, add)
}

function addHardEnd(end: Date | null, { pendingDeleteDays }: LifecycleRules, now: Date, add: Add): void {
  if (!end) return
  const over = end < now ? now : end
  if (pendingDeleteDays === 0) add(over, 'purge', 'purged')
  else {
    add(over, 'quarantine_ends', 'pendingDelete')
    add(plusDays(over, pendingDeleteDays), 'purge', 'purged')
  }
}

/** An operation that is possible now. */
export interface Possibility {
  readonly operation: PhasedOperation
  readonly who: 'account' | 'registrant' | 'registrar'
  readonly until: Date | null
  /** Its operation in the price list; absent where it is free of charge. */
  readonly priced?: 'renew' | 'restore' | 'soft_restore' | 'trade'
}

/** The operations that are possible now: who can do them, and until when. */
export function possibilities(domain: Domain, rules: LifecycleRules, now: Date): readonly Possibility[] {
  const { phase, transferActsAt, transferLockedUntil, isLocked } = domain
  const may = (operation: PhasedOperation) => typeof permission(operation, phase) === 'string'
  const found: Possibility[] = []
  const lapses = lapsesAt(domain, rules)
  const restorable = restorableUntil(domain)
  if (phase === 'active' && rules.isRenewable)
    found.push({ operation: 'renew', who: 'account', until: lapses, priced: 'renew' })
  if (restorable && restorable > now) {
    const priced = phase === 'quarantine.soft' ? 'soft_restore' : 'restore'
    // A renewal in the soft quarantine is carried out and paid as a restore.
    if (may('renew') && phase === 'quarantine.soft')
      found.push({ operation: 'renew', who: 'account', until: restorable, priced })
    found.push({ operation: 'restore', who: 'account', until: restorable, priced })
  }
  if (may('trade') && rules.isTraded) found.push({ operation: 'trade', who: 'account', until: null, priced: 'trade' })
  for (const operation of ['update of contacts, nameservers, keys', 'delete', 'last-operation/restart'] as const) {
    const isRestart = operation === 'last-operation/restart'
    if (may(operation) && (!isRestart || phase === 'failed')) found.push({ operation, who: 'account', until: null })
  }
  if (domain.waitsFor === 'authorization') {
    found.push({ operation: 'transfer/send-foa1', who: 'account', until: waitsUntil(domain) })
  }
  if (may('authcode get')) found.push({ operation: 'authcode get', who: 'account', until: null })
  if (may('transfer/approve')) {
    const who = rules.transfer.approvedBy === 'registrant' ? 'registrant' : 'account'
    found.push({ operation: 'transfer/approve', who, until: transferActsAt })
  }
  const isBarred = isLocked || (transferLockedUntil !== null && transferLockedUntil > now)
  if (phase === 'active' && rules.isTransferable && !isBarred) {
    found.push({ operation: 'transfer', who: 'registrar', until: hasRegistryRenewed(domain) ? null : lapses })
  }
  return found
}
