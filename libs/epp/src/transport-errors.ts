import type { Answer } from './response'

/**
 * Nothing of the command left this machine: the connection was not there, or ended before the first byte was written.
 * The same command may be sent again, under a new clTRID.
 */
export class NotSent extends Error {
  override readonly name = 'NotSent'
}

/**
 * Bytes of the command may have left and no answer that can be trusted came back: silence, a broken connection, an
 * answer to something else, an unreadable one. RFC 5730 section 2 forbids to assume success or failure; the registry
 * must be asked what is true before anything is repeated. The session is over.
 */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'

  constructor(
    message: string,
    /** What was received, secrets masked, when anything was. */
    readonly frame: string | undefined,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** The server answered the login, or the connection itself, with a failure. No session exists. */
export class LoginRefused extends Error {
  override readonly name = 'LoginRefused'

  constructor(readonly answer: Answer) {
    super(`login refused: ${answer.results.map(({ code, msg }) => `${code} ${msg}`).join('; ')}`)
  }
}
