import type { Call } from '@nameyard/contracts/operation'

/** A request that was carried out before. */
export type Earlier =
  | { readonly kind: 'answered'; readonly answer: string }
  /** Carried out, and its answer not kept; `placed` is what its unit of work returned. Both are JSON texts. */
  | { readonly kind: 'placed'; readonly placed: string }

/**
 * A service's memory of requests that may come twice. Claimed in the transaction that carries a request out, so that it
 * happens once; completed with the answer when that was given.
 */
export interface Repeats {
  /** What became of this request before; refuses a key that was used for another one (`idempotency_key_reused`). */
  earlier(call: Call): Promise<Earlier | undefined>
  /** Keeps the answer of a request that this call carried out; JSON text. */
  answered(call: Call, answer: string): Promise<void>
}

/** Thrown by a unit of work whose request another call has carried out meanwhile. */
export class CarriedOutBefore extends Error {
  constructor() {
    super('the request was carried out before')
  }
}
