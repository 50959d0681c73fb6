import type { Payload } from '../event'
import type { Actor, AnyOperation, Call } from '../operation'
import type { recordAuditEvent } from './record-audit-event'

const carriedOut = Symbol('carried out')

/** What an event of the audit trail is about. */
export interface About {
  /** The account whose trail it is; null for the trail of the platform. By default that of the caller. */
  resellerId?: number | null
  /** Kind and name or number: `domain example.com`. By default derived from the input. */
  subject?: string
  /** By field: the new value, and the old one of a right. Null instead of personal data and secrets. */
  changes?: Payload<typeof recordAuditEvent>['changes']
  /** Who caused it, if not the caller: the maker of a link that was used. */
  actor?: Pick<Actor, 'contactId' | 'username' | 'keyId'>
  /** The call changed nothing and showed no secret, so there is no event. */
  isNothing?: boolean
}

/** An operation that a service carries out for a call. */
export interface CarriedOut {
  readonly operation: AnyOperation
  readonly input: unknown
  /** What the handler has said about the event. */
  readonly about: About
  /** Whether the audit trail has an event of the call. */
  isRecorded: boolean
}

/** Carries the operation of a call: the call itself, its copies, and the transaction that was opened for it. */
export interface Carrying {
  readonly [carriedOut]?: CarriedOut | undefined
}

/**
 * Returns the call with the operation that is carried out for it. Copies of the call have it too; it does not travel to
 * other services.
 */
export function carryingOut(call: Call, operation: AnyOperation, input: unknown): Call {
  // A plan shows what a change would do, and does nothing.
  const about = (input as { plan?: unknown }).plan === true ? { isNothing: true } : {}
  const carrying: Call & Carrying = { ...call, [carriedOut]: { operation, input, about, isRecorded: false } }
  return carrying
}

/** Returns the operation that is carried out for a call or in a transaction; undefined for work of the platform itself. */
export const carriedOutFor = (carrying: object): CarriedOut | undefined => (carrying as Carrying)[carriedOut]

/** The part of a call that a transaction keeps. */
export const carriedBy = (call: object): Carrying => ({ [carriedOut]: carriedOutFor(call) })

/** Says what the event of a call or a transaction is about, where the input does not say it. */
export function tellAudit(carrying: object, about: About): void {
  const carried = carriedOutFor(carrying)
  if (carried) Object.assign(carried.about, about)
}
