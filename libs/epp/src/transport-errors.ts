import type { Answer } from './answer'

/**
 * Nothing of the command was sent: there was no connection, or it ended before the first byte was written. The same
 * command may be sent again, with a new clTRID.
 */
export class NotSent extends Error {
  override readonly name = 'NotSent'
}

/**
 * Bytes of the command may have been sent, and there is no reliable answer: none came, the connection broke, or the answer
 * belongs to another command or is unreadable. RFC 5730 section 2 forbids to assume success or failure; ask the registry
 * for the current state before repeating a command. The session is over.
 */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'

  constructor(
    message: string,
    /** The received document, secrets masked, if there was one. */
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
