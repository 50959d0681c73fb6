import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { Domain } from '../../lifecycle/model/domain'
import { seen } from '../../lifecycle/model/guards'
import {
  lifecycleEvents,
  expectedInfo,
  type LifecycleEvent,
  type OperationPurpose,
} from '../../lifecycle/model/lifecycle'
import { advance, observation, type Step } from '../../lifecycle/model/settlement'
import { nextCheck } from '../../lifecycle/model/timers'
import type { Reason } from '../../registry/model/order-refusal'
import type { LifecycleRules } from '../../tlds/model/rules'

type EndOutcome = 'done' | 'refused' | 'failed'

/** The end of a registry operation of a domain, or that it is pending. */
export interface Outcome {
  readonly purpose: OperationPurpose
  readonly outcome: EndOutcome | 'pending'
  readonly view: RegistryView
  readonly reason?: Reason | undefined
  /** Whether a poll message of the registry caused the check. */
  readonly isAnnounced: boolean
  /** When the registry answered. */
  readonly answeredAt: Date
}

/** The consequence of an operation: a step of the lifecycle, refreshed registry data, or nothing. */
export type Consequence =
  | { readonly kind: 'step'; readonly step: Step }
  | { readonly kind: 'refreshed'; readonly domain: Domain }
  | { readonly kind: 'nothing' }
  /** The phase has no transition for the event. Only the time of the next check changes. */
  | { readonly kind: 'violation'; readonly event: LifecycleEvent; readonly domain: Domain }

/**
 * The outcome of an operation for the account. A renewal that the registry carries out by itself is checked by EPP info: it
 * has failed as long as the registry shows the date that is paid already. Where the registry has no renew command, the next
 * period is paid in advance, and the check shows that the domain still exists.
 */
export function trueOutcome(
  { expiresAt }: Domain,
  { purpose, kind }: { readonly purpose: OperationPurpose; readonly kind: string },
  settled: Pick<Outcome, 'reason' | 'view'> & { readonly outcome: EndOutcome },
  { isRenewable }: Pick<LifecycleRules, 'isRenewable'>,
): Pick<Outcome, 'reason'> & { readonly outcome: EndOutcome } {
  const isSelfRenewal = purpose === 'renew' && kind === 'domain.inspect' && settled.outcome === 'done'
  const isRenewed = settled.view.expiresAt !== undefined && (!expiresAt || new Date(settled.view.expiresAt) > expiresAt)
  const isThere = isRenewable ? isRenewed : settled.view.presence === 'ours'
  if (!isSelfRenewal || isThere) return { outcome: settled.outcome, reason: settled.reason }
  return { outcome: 'refused', reason: { text: 'The registry has not renewed it.' } }
}

/** The consequence of an operation for its domain. */
export function consequenceOf(domain: Domain, outcome: Outcome, rules: LifecycleRules, now: Date): Consequence {
  const { purpose, view, reason, isAnnounced, answeredAt } = outcome
  if (purpose === 'info') return checked(domain, outcome, rules, now)
  const event = `${purpose}.${outcome.outcome}`
  // The lifecycle has no event for some pending operations. Their end follows.
  if (!isEvent(event)) return { kind: 'nothing' }
  const step = advance(domain, { event, view, isAnnounced, ...(reason && { reason }) }, rules, now)
  return step
    ? { kind: 'step', step: { ...step, domain: { ...step.domain, observedAt: answeredAt } } }
    : { kind: 'violation', event, domain }
}

/**
 * The consequence of a check. Its answer may be older than a later one: the worker publishes in order, but the broker may
 * deliver in another. A failed check is repeated the next day.
 */
function checked(
  domain: Domain,
  { outcome, view, isAnnounced, answeredAt }: Outcome,
  rules: LifecycleRules,
  now: Date,
): Consequence {
  if (domain.deletedAt || (domain.observedAt && answeredAt < domain.observedAt)) return { kind: 'nothing' }
  const again = { ...domain, nextCheckAt: nextCheck(domain, rules, now, true), version: domain.version + 1 }
  const event = outcome === 'done' ? seen(view) : undefined
  if (event === undefined) return { kind: 'refreshed', domain: again }
  const step = advance(domain, { event, view, isAnnounced }, rules, now)
  if (step) return { kind: 'step', step: { ...step, domain: { ...step.domain, observedAt: answeredAt } } }
  if (!expectedInfo[domain.phase]?.includes(event)) return { kind: 'violation', event, domain: again }
  const observed = { ...again, ...observation(domain, view), observedAt: answeredAt }
  return { kind: 'refreshed', domain: { ...observed, nextCheckAt: nextCheck(observed, rules, now, false) } }
}

function isEvent(event: string): event is LifecycleEvent {
  return event in lifecycleEvents
}
