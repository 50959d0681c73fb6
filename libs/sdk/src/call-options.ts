/** Options of a call. */
export interface CallOptions {
  /** A repeated call with the same key returns the first answer instead of a second order. By default each call has its own key. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  /** Time limit of the call including repetitions. One minute by default, because registries can be slow. */
  readonly timeoutMs?: number
}
