import type { Fault } from '@nameyard/contracts/errors'

/** The service said no: the envelope's code and sentence, the HTTP status, and each field at fault. */
export class ApiError extends Error {
  constructor(
    readonly code: number,
    readonly status: number,
    readonly desc: string,
    readonly faults: readonly Fault[] = [],
    /** Seconds after which it makes sense to ask again, when the service said so. */
    readonly retryAfter?: number,
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
