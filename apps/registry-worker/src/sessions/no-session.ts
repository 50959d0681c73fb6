import { NotSent } from '@nameyard/epp/transport-errors'

/** There is no session to be had now, and nothing was sent. It is no use to ask again before the pause is over. */
export class NoSession extends NotSent {
  constructor(
    message: string,
    readonly pauseMs: number,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
