/** A field at fault: its path, what is wrong with it, and the code it would be refused with alone. */
export interface InputFault {
  readonly path: string
  readonly problem: string
  readonly code: number
}

/** The order that was refused, and what its registry answered. */
export interface RefusedOrder {
  /** The domain that keeps a refused registration or transfer: `domains.restartLastOperation` orders it again. */
  readonly domainId?: number
  readonly operationId?: string
  /** Result code (RFC 5730 section 3) and words of the registry. */
  readonly registry?: { readonly code?: number; readonly text?: string }
}

/** The service said no: the envelope's code and sentence, the HTTP status, each field at fault, and the refused order. */
export class ApiError extends Error {
  constructor(
    readonly code: number,
    readonly status: number,
    readonly desc: string,
    readonly faults: readonly InputFault[] = [],
    /** Seconds after which it makes sense to ask again, when the service said so. */
    readonly retryAfter?: number,
    /** Empty where nothing was ordered. */
    readonly order: RefusedOrder = {},
  ) {
    super(desc)
    this.name = 'ApiError'
  }
}

/** Nothing came back that is an answer of the service: no connection, a timeout, or another server's page. */
export class NoAnswer extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'NoAnswer'
  }
}

/** An input that cannot be sent, because the path would lack a parameter or mean another one. */
export class InvalidInput extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'InvalidInput'
  }
}

/** What was waited for takes longer than the caller wanted to wait; it goes on without them. */
export class NotSettled extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'NotSettled'
  }
}
