import type { AnyOperation, Call } from '../operation'

const carriedOut = Symbol('carried out')

/** An operation that a service carries out for a call. */
export interface CarriedOut {
  readonly operation: AnyOperation
  readonly input: unknown
  /** Whether the audit trail has an event of the call. */
  isRecorded: boolean
}

type Carrying = Call & { readonly [carriedOut]?: CarriedOut }

/**
 * Returns the call with the operation that is carried out for it. Copies of the call have it too; it does not travel to
 * other services.
 */
export function carryingOut(call: Call, operation: AnyOperation, input: unknown): Call {
  const carrying: Carrying = { ...call, [carriedOut]: { operation, input, isRecorded: false } }
  return carrying
}

/** Returns the operation that is carried out for a call; undefined for work of the platform itself. */
export const carriedOutFor = (call: Pick<Call, 'correlationId'>): CarriedOut | undefined =>
  (call as Carrying)[carriedOut]
