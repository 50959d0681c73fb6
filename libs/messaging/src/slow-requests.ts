/** A request, as it is logged when it took long: without any of its content. */
export interface SlowRequest {
  readonly request: string
  readonly trace?: string | undefined
  readonly account?: number | undefined
  readonly operation: string
}

/** The part of a log that is used here. */
interface Log {
  warn(fields: object, message: string): void
}

/** Logs requests that take longer than a limit. */
export class SlowRequests {
  constructor(
    private readonly limitMs: number,
    private readonly log: Log,
  ) {}

  /** Called for each request, so it must be cheap: `describe` is called for slow ones only. */
  took(ms: number, describe: () => SlowRequest): void {
    if (ms >= this.limitMs) this.log.warn({ ...describe(), ms: Math.round(ms) }, 'slow request')
  }
}
