import type { dmarcOrderStatuses } from '@nameyard/contracts/orders/dmarc-order'

/** Where an order stands: requested, active, failed, deleted, expired. */
export type DmarcStatus = (typeof dmarcOrderStatuses)[number]

/** What happens to orders. A deletion is asked for, or the domain left the account. */
export type DmarcEvent = 'activated' | 'failed' | 'retried' | 'renewed' | 'expired' | 'deleted'

/** The whole life of an order; what is not here cannot happen. */
export const life = {
  REQ: { activated: 'ACT', failed: 'FAI', deleted: 'DEL' },
  ACT: { renewed: 'ACT', expired: 'EXP', deleted: 'DEL' },
  FAI: { retried: 'REQ', deleted: 'DEL' },
  DEL: {},
  EXP: {},
} as const satisfies Record<DmarcStatus, Partial<Record<DmarcEvent, DmarcStatus>>>

/** The status behind an event; undefined where it cannot happen. */
export function after(status: DmarcStatus, event: DmarcEvent): DmarcStatus | undefined {
  return (life[status] as Partial<Record<DmarcEvent, DmarcStatus>>)[event]
}

/** What an order has of time and of work. */
export interface DmarcState {
  readonly status: DmarcStatus
  readonly activatedAt: Date | null
  readonly renewsAt: Date | null
  readonly expiresAt: Date | null
  /** When its proof is not waited for any longer. */
  readonly givesUpAt: Date | null
  /** When something is to be done next. */
  readonly dueAt: Date | null
  /** Attempts since the last one that got somewhere, the one under way included. */
  readonly attempts: number
  readonly recentAction: string
  /** Why it did not succeed; empty when it did. */
  readonly recentMessage: string
}

/** Something that is so, is not so and why, or could not be learnt and why. */
export type Fact =
  | { readonly is: 'so' }
  | { readonly is: 'not so'; readonly problem: string }
  | { readonly is: 'unknown'; readonly problem: string }

/** What was learnt about an order outside of it. */
export interface Facts {
  /** The domain is in the account. */
  readonly held: Fact
  /** The proof is in the DNS. */
  readonly proved: Fact
  /** What was ordered is delivered; asked only of a domain that is held and proved. */
  readonly delivered?: Fact
  /** Another period can be paid for; asked only when a renewal is due and nothing else stands in its way. */
  readonly payable?: Fact
}

/** What becomes of an order and of its money. */
export interface Outcome {
  readonly event?: DmarcEvent
  readonly change: Partial<DmarcState>
  readonly money?: 'capture' | 'release' | 'renew'
}

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR

/** How long the DNS may say that there is no proof: people change their zones within days, and resolvers remember. */
const PROOF_DAYS = 7

/** How much longer nobody may be able to tell: a name whose servers never answer is no order for ever. */
const SILENCE_DAYS = 23

/** How long before its end a period is renewed, so that a failure can be put right. */
const RENEWAL_DAYS = 14

/** How long behind the end of a period an answer that is missing is waited for, before the order ends without it. */
const OVERTIME_DAYS = 7

/** Attempts: 1 s, doubling to an hour. */
export function pause(attempts: number): number {
  return Math.min(SECOND * 2 ** Math.min(Math.max(attempts, 1) - 1, 12), HOUR)
}

const later = (from: Date, milliseconds: number) => new Date(from.getTime() + milliseconds)

/** So many years on, on the last day of February where the 29th is not. */
export function yearsOn(from: Date, years: number): Date {
  const on = new Date(from)
  on.setUTCFullYear(from.getUTCFullYear() + years)
  if (on.getUTCMonth() !== from.getUTCMonth()) on.setUTCDate(0)
  return on
}

/** The end of a period, and when it is renewed. */
export function period(activatedAt: Date, years: number) {
  const expiresAt = yearsOn(activatedAt, years)
  return { expiresAt, renewsAt: later(expiresAt, -RENEWAL_DAYS * DAY) }
}

/** The periods that were paid for; the next renewal has this number. */
export function periodsOf({ activatedAt, expiresAt }: Pick<DmarcState, 'activatedAt' | 'expiresAt'>): number {
  return expiresAt!.getUTCFullYear() - activatedAt!.getUTCFullYear()
}

/** When a proof is given up that was asked for now. */
export function givesUp(now: Date): Date {
  return later(now, PROOF_DAYS * DAY)
}

/** The first thing that is in the way of what is wanted. */
function obstacle(...facts: readonly (Fact | undefined)[]): Exclude<Fact, { is: 'so' }> | undefined {
  return facts.find((fact): fact is Exclude<Fact, { is: 'so' }> => fact !== undefined && fact.is !== 'so')
}

/** What becomes of an order whose proof is looked for. */
function ofRequested(order: DmarcState, { held, proved, delivered }: Facts, now: Date): Outcome {
  const failed = (recentAction: string, recentMessage: string): Outcome => ({
    event: 'failed',
    change: { dueAt: now, attempts: 0, recentAction, recentMessage },
    money: 'release',
  })
  const again = (recentAction: string, recentMessage: string): Outcome => ({
    change: { dueAt: later(now, pause(order.attempts)), recentAction, recentMessage },
  })
  if (held.is === 'not so') return failed('create', held.problem)
  const silence = obstacle(held, proved)
  if (silence) {
    const action = held.is === 'so' ? 'verify-record' : 'create'
    const limit = later(order.givesUpAt!, silence.is === 'not so' ? 0 : SILENCE_DAYS * DAY)
    return now >= limit ? failed(action, silence.problem) : again(action, silence.problem)
  }
  if (delivered?.is === 'not so') return failed('activate', delivered.problem)
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

/** Whether the time to renew an active order has come. */
export function isRenewalDue({ status, renewsAt }: DmarcState, now: Date): boolean {
  return status === 'ACT' && renewsAt !== null && now >= renewsAt
}

/**
 * What becomes of an active order: looked at every day, and renewed when its time has come. What its owner has taken away
 * is not put back, and nobody pays for another period of a domain whose proof is gone: it expires at the end of the one
 * that was paid for.
 */
function ofActive(order: DmarcState, { held, proved, delivered, payable }: Facts, now: Date): Outcome {
  if (held.is === 'not so')
    return {
      event: 'deleted',
      change: { dueAt: now, attempts: 0, recentAction: 'delete', recentMessage: held.problem },
    }
  const found = obstacle(held, proved, delivered, payable)
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
  const end = later(order.expiresAt!, found.is === 'not so' ? 0 : OVERTIME_DAYS * DAY)
  if (now >= end) return { event: 'expired', change: { dueAt: now, attempts: 0, recentAction: 'renew', recentMessage } }
  // What is said with certainty seldom changes within the hour; who could not be asked may be there in a moment.
  const wait = found.is === 'not so' ? DAY : pause(order.attempts)
  const next = later(now, wait)
  return { change: { dueAt: next < end ? next : end, recentAction: 'renew', recentMessage } }
}

/** What becomes of a live order by what was learnt about it. */
export function decide(order: DmarcState, facts: Facts, now: Date): Outcome {
  return order.status === 'REQ' ? ofRequested(order, facts, now) : ofActive(order, facts, now)
}
