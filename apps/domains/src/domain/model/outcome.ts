import type { ErrorName } from '@nameyard/contracts/errors'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { Domain } from './domain'
import { seen } from './guards'
import { lifecycleEvents, steadyLooks, type LifecycleEvent, type OperationPurpose } from './lifecycle'
import type { LifeRules } from './rules'
import { advance, observation, type Step } from './settlement'
import { nextLook } from './timers'

type EndOutcome = 'done' | 'refused' | 'failed'

/** Why an operation came to nothing, as the registry worker says it. */
export interface Reason {
  /** Absent where the domain itself found the reason. */
  readonly refusal?: ErrorName | undefined
  /** Result code of RFC 5730 section 3, when the registry gave one. */
  readonly code?: number | undefined
  readonly text: string
  /** What was refused, where it is a contact or host of the domain and not the domain itself. */
  readonly subject?: string | undefined
}

/** How a registry operation of a domain ended, or that it is pending there. */
export interface Outcome {
  readonly purpose: OperationPurpose
  readonly outcome: EndOutcome | 'pending'
  readonly view: RegistryView
  readonly reason?: Reason | undefined
  /** A message of the registry made us look. */
  readonly isTold: boolean
  /** When the registry spoke. */
  readonly spokenAt: Date
}

/** What follows from the end of an operation: a step of the domain's life, a refreshed view of it, or nothing. */
export type Consequence =
  | { readonly kind: 'step'; readonly step: Step }
  | { readonly kind: 'refreshed'; readonly domain: Domain }
  | { readonly kind: 'nothing' }
  /** It has no place. The domain stays as it is, but for when it is looked at next. */
  | { readonly kind: 'violation'; readonly event: LifecycleEvent; readonly domain: Domain }

/**
 * Whether an operation came to what it was for. A renewal that the registry carries out by itself is seen by a look: it
 * has not happened as long as the registry shows the date that is paid for already. Where the registry knows no other
 * renewal, the time to come is paid for before, and the look shows that the domain is still there to be renewed.
 */
export function trueOutcome(
  { expiresAt }: Domain,
  { purpose, kind }: { readonly purpose: OperationPurpose; readonly kind: string },
  told: Pick<Outcome, 'reason' | 'view'> & { readonly outcome: EndOutcome },
  { isRenewable }: Pick<LifeRules, 'isRenewable'>,
): Pick<Outcome, 'reason'> & { readonly outcome: EndOutcome } {
  const isSelfRenewal = purpose === 'renew' && kind === 'domain.inspect' && told.outcome === 'done'
  const isRenewed = told.view.expiresAt !== undefined && (!expiresAt || new Date(told.view.expiresAt) > expiresAt)
  const isThere = isRenewable ? isRenewed : told.view.presence === 'ours'
  if (!isSelfRenewal || isThere) return { outcome: told.outcome, reason: told.reason }
  return { outcome: 'refused', reason: { text: 'The registry has not renewed it.' } }
}

/** What the end of an operation means for the domain. */
export function consequenceOf(domain: Domain, outcome: Outcome, rules: LifeRules, now: Date): Consequence {
  const { purpose, view, reason, isTold, spokenAt } = outcome
  if (purpose === 'look') return lookedAt(domain, outcome, rules, now)
  const event = `${purpose}.${outcome.outcome}`
  // A registry may think about what the life of a domain does not wait for; its end follows.
  if (!isEvent(event)) return { kind: 'nothing' }
  const step = advance(domain, { event, view, isTold, ...(reason && { reason }) }, rules, now)
  return step
    ? { kind: 'step', step: { ...step, domain: { ...step.domain, observedAt: spokenAt } } }
    : { kind: 'violation', event, domain }
}

/**
 * A look at the registry. It may be older than what has been heard since: the worker tells in order, the broker may not.
 * One that came to nothing is taken again the next day.
 */
function lookedAt(
  domain: Domain,
  { outcome, view, isTold, spokenAt }: Outcome,
  rules: LifeRules,
  now: Date,
): Consequence {
  if (domain.deletedAt || (domain.observedAt && spokenAt < domain.observedAt)) return { kind: 'nothing' }
  const refreshed = { ...domain, looksAt: nextLook(domain, now), version: domain.version + 1 }
  const event = outcome === 'done' ? seen(view) : undefined
  if (event === undefined) return { kind: 'refreshed', domain: refreshed }
  const step = advance(domain, { event, view, isTold }, rules, now)
  if (step) return { kind: 'step', step: { ...step, domain: { ...step.domain, observedAt: spokenAt } } }
  if (!steadyLooks[domain.phase]?.includes(event)) return { kind: 'violation', event, domain: refreshed }
  return { kind: 'refreshed', domain: { ...refreshed, ...observation(domain, view), observedAt: spokenAt } }
}

function isEvent(event: string): event is LifecycleEvent {
  return event in lifecycleEvents
}
