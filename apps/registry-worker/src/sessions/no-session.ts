import { NotSent } from '@nameyard/epp/transport-errors'

/** No session is available, and nothing was sent. Retry after the pause. */
export class NoSession extends NotSent {
  constructor(
    message: string,
    readonly pauseMs: number,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
