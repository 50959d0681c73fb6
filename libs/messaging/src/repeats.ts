import type { Call } from '@nameyard/contracts/operation'

/** A request that was carried out before. */
export type Earlier =
  | { readonly kind: 'answered'; readonly answer: string }
  /**
   * Carried out, but its answer is not stored; `placed` is the value that its unit of work returned. Both are JSON
   * texts.
   */
  | { readonly kind: 'placed'; readonly placed: string }

/** The right of one call to carry a request out, while calls with the same request wait. */
export interface Claimed {
  readonly kind: 'claimed'
  /**
   * Stores the answer of the request; JSON text. One that can be built again from what was placed may be lost when the
   * machine of the database crashes.
   */
  answered(answer: string, options: { readonly canBeBuiltAgain: boolean }): Promise<void>
  /**
   * Ends the claim of a call that failed. Without placed work the request may be carried out again at once. Returns the
   * result of another call that carried the request out meanwhile.
   */
  failed(): Promise<Earlier | undefined>
}

/** Decides whether the first answer to an order is still true, from the value that its unit of work returned. */
export type IsStillTrue = (placed: unknown) => Promise<boolean>

/**
 * A service's memory of requests that may arrive twice. A request is claimed before any work starts, so that an equal
 * one waits for it. It is claimed again in the transaction that carries it out, so that it is carried out once.
 */
export interface Repeats {
  /**
   * Claims a request, or returns the earlier result. Waits for an equal request that is being carried out, and refuses
   * with `request_in_progress` when that takes too long. Refuses a key that was used for another request with
   * `idempotency_key_reused`.
   */
  begin(call: Call, isStillTrue: IsStillTrue): Promise<Claimed | Earlier>
}

/** Thrown by a unit of work whose request another call has carried out meanwhile. */
export class CarriedOutBefore extends Error {
  constructor() {
    super('the request was carried out before')
  }
}
