import type { dmarcOrderStatuses } from '@nameyard/contracts/orders/dmarc-order'
import { yearsLater } from '../../pricing/model/years-later'

/** Status of an order: requested, active, failed, deleted, expired. */
export type DmarcStatus = (typeof dmarcOrderStatuses)[number]

/** Events of an order. It is `deleted` on request, or when its domain leaves the account. */
export type DmarcEvent = 'activated' | 'failed' | 'retried' | 'renewed' | 'expired' | 'deleted'

/** The state machine of an order. All other transitions are impossible. */
export const transitions = {
  REQ: { activated: 'ACT', failed: 'FAI', deleted: 'DEL' },
  ACT: { renewed: 'ACT', expired: 'EXP', deleted: 'DEL' },
  FAI: { retried: 'REQ', deleted: 'DEL' },
  DEL: {},
  EXP: {},
} as const satisfies Record<DmarcStatus, Partial<Record<DmarcEvent, DmarcStatus>>>

/** Returns the status after an event; undefined when the event is impossible. */
export function nextStatus(status: DmarcStatus, event: DmarcEvent): DmarcStatus | undefined {
  return (transitions[status] as Partial<Record<DmarcEvent, DmarcStatus>>)[event]
}

/** The part of an order that its processing changes. */
export interface DmarcState {
  readonly status: DmarcStatus
  readonly activatedAt: Date | null
  readonly renewsAt: Date | null
  readonly expiresAt: Date | null
  /** Deadline for the proof. */
  readonly givesUpAt: Date | null
  /** When the order is processed next. */
  readonly dueAt: Date | null
  /** Attempts since the last progress, including the current one. */
  readonly attempts: number
  readonly recentAction: string
  /** Why the action failed; empty on success. */
  readonly recentMessage: string
}

/** The result of a check: true, false with the reason, or unknown with the reason. */
export type Fact =
  | { readonly is: 'true' }
  | { readonly is: 'false'; readonly problem: string }
  | { readonly is: 'unknown'; readonly problem: string }

/** The facts about an order that come from other services and the DNS. */
export interface Facts {
  /** The account has the domain. */
  readonly held: Fact
  /** The proof is in the DNS. */
  readonly proved: Fact
  /** The provider monitors the domain. Asked only when `held` and `proved` are true. */
  readonly delivered?: Fact
  /** The account can pay for another period. Asked only when a renewal is due and nothing else prevents it. */
  readonly payable?: Fact
}

/** The decision about an order and its charge. */
export interface Outcome {
  readonly event?: DmarcEvent
  readonly change: Partial<DmarcState>
  readonly money?: 'capture' | 'release' | 'renew'
}

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR

/** Days in which the DNS may say that there is no proof. People need days to change a zone, and resolvers cache. */
const PROOF_DAYS = 7

/** Additional days in which the proof may be unknown, so that a name whose servers never answer does not wait for ever. */
const SILENCE_DAYS = 23

/** Days between the renewal and the end of a period, so that a failed renewal can be corrected. */
const RENEWAL_DAYS = 14

/** Days after the end of a period in which a check may stay unknown before the order expires. */
const OVERTIME_DAYS = 7

/** Returns the delay before the next attempt: 1 s, doubled each time, at most 1 h. */
export function retryDelay(attempts: number): number {
  return Math.min(SECOND * 2 ** Math.min(Math.max(attempts, 1) - 1, 12), HOUR)
}

const later = (from: Date, milliseconds: number) => new Date(from.getTime() + milliseconds)

/** Returns the end of a period, and when it is renewed. */
export function period(activatedAt: Date, years: number) {
  const expiresAt = yearsLater(activatedAt, years)
  return { expiresAt, renewsAt: later(expiresAt, -RENEWAL_DAYS * DAY) }
}

/** Returns the number of paid periods. It is also the number of the next renewal. */
export function periodsOf({ activatedAt, expiresAt }: Pick<DmarcState, 'activatedAt' | 'expiresAt'>): number {
  return expiresAt!.getUTCFullYear() - activatedAt!.getUTCFullYear()
}

/** Returns the deadline of a proof that is requested now. */
export function proofDeadline(now: Date): Date {
  return later(now, PROOF_DAYS * DAY)
}

/** Returns the first fact that is not true. */
function firstProblem(...facts: readonly (Fact | undefined)[]): Exclude<Fact, { is: 'true' }> | undefined {
  return facts.find((fact): fact is Exclude<Fact, { is: 'true' }> => fact !== undefined && fact.is !== 'true')
}

/** Decides about an order whose proof is awaited. */
function decideRequested(order: DmarcState, { held, proved, delivered }: Facts, now: Date): Outcome {
  const failed = (recentAction: string, recentMessage: string): Outcome => ({
    event: 'failed',
    change: { dueAt: now, attempts: 0, recentAction, recentMessage },
    money: 'release',
  })
  const again = (recentAction: string, recentMessage: string): Outcome => ({
    change: { dueAt: later(now, retryDelay(order.attempts)), recentAction, recentMessage },
  })
  if (held.is === 'false') return failed('create', held.problem)
  const silence = firstProblem(held, proved)
  if (silence) {
    const action = held.is === 'true' ? 'verify-record' : 'create'
    const limit = later(order.givesUpAt!, silence.is === 'false' ? 0 : SILENCE_DAYS * DAY)
    return now >= limit ? failed(action, silence.problem) : again(action, silence.problem)
  }
  if (delivered?.is === 'false') return failed('activate', delivered.problem)
  if (delivered?.is === 'unknown') return again('activate', delivered.problem)
  const { expiresAt, renewsAt } = period(now, 1)
  return {
    event: 'activated',
    change: {
      activatedAt: now,
      expiresAt,
      renewsAt,
      dueAt: later(now, DAY),
      attempts: 0,
      recentAction: 'activate',
      recentMessage: '',
    },
    money: 'capture',
  }
}

/** Returns whether an active order is due for renewal. */
export function isRenewalDue({ status, renewsAt }: DmarcState, now: Date): boolean {
  return status === 'ACT' && renewsAt !== null && now >= renewsAt
}

/**
 * Decides about an active order. It is checked every day and renewed when due. A proof that the owner has removed is not
 * placed again: without it, the order is not renewed and expires at the end of the paid period.
 */
function decideActive(order: DmarcState, { held, proved, delivered, payable }: Facts, now: Date): Outcome {
  if (held.is === 'false')
    return {
      event: 'deleted',
      change: { dueAt: now, attempts: 0, recentAction: 'delete', recentMessage: held.problem },
    }
  const found = firstProblem(held, proved, delivered, payable)
  const recentMessage = found?.problem ?? ''
  if (!isRenewalDue(order, now)) {
    const next = order.renewsAt! < later(now, DAY) ? order.renewsAt! : later(now, DAY)
    return { change: { dueAt: next, attempts: 0, recentAction: 'verify-record', recentMessage } }
  }
  if (!found) {
    const { expiresAt, renewsAt } = period(order.activatedAt!, periodsOf(order) + 1)
    return {
      event: 'renewed',
      change: { expiresAt, renewsAt, dueAt: later(now, DAY), attempts: 0, recentAction: 'renew', recentMessage: '' },
      money: 'renew',
    }
  }
  const end = later(order.expiresAt!, found.is === 'false' ? 0 : OVERTIME_DAYS * DAY)
  if (now >= end) return { event: 'expired', change: { dueAt: now, attempts: 0, recentAction: 'renew', recentMessage } }
  // A definite answer seldom changes within the hour. An unknown one may change soon.
  const wait = found.is === 'false' ? DAY : retryDelay(order.attempts)
  const next = later(now, wait)
  return { change: { dueAt: next < end ? next : end, recentAction: 'renew', recentMessage } }
}

/** Decides about a live order. */
export function decide(order: DmarcState, facts: Facts, now: Date): Outcome {
  return order.status === 'REQ' ? decideRequested(order, facts, now) : decideActive(order, facts, now)
}
