/** A fault of one input field: its path, the problem, and the error code of this fault. */
export interface InputFault {
  readonly path: string
  readonly problem: string
  readonly code: number
}

/** The refused order and the answer of its registry. */
export interface RefusedOrder {
  /** The domain that keeps a refused registration or transfer; `domains.restartLastOperation` repeats it. */
  readonly domainId?: number
  readonly operationId?: string
  /** Result code (RFC 5730 section 3) and message of the registry. */
  readonly registry?: { readonly code?: number; readonly text?: string }
}

/** The service refused the request: code and sentence of the envelope, HTTP status, faults of fields, and the refused order. */
export class ApiError extends Error {
  constructor(
    readonly code: number,
    readonly status: number,
    readonly desc: string,
    readonly faults: readonly InputFault[] = [],
    /** Seconds to wait before the next attempt, if the service sent them. */
    readonly retryAfter?: number,
    /** Empty without an order. */
    readonly order: RefusedOrder = {},
  ) {
    super(desc)
    this.name = 'ApiError'
  }
}

/** The service did not answer: no connection, a timeout, or an answer of another server. */
export class NoAnswer extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'NoAnswer'
  }
}

/** An input that cannot be sent, because a path parameter is missing or would change the path. */
export class InvalidInput extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'InvalidInput'
  }
}

/** An order takes longer than the caller's timeout; it continues. */
export class NotSettled extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'NotSettled'
  }
}
