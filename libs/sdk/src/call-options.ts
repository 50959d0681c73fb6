/** Options of a call. */
export interface CallOptions {
  /** A repeated call with the same key returns the first answer instead of a second order. By default each call has its own key. */
  readonly idempotencyKey?: string
  /** Sends the request once: a missing answer is thrown at once, for callers that ask for the outcome before they repeat it. */
  readonly isSentOnce?: boolean
  /** Further headers of the request. */
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** Time limit of the call including repetitions. One minute by default, because registries can be slow. */
  readonly timeoutMs?: number
}
