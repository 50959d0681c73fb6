/** Reply codes of AMQP 0-9-1 (section 1.2 of the specification's domain list) that this broker sends. */
export const replyCode = {
  noRoute: 312,
  connectionForced: 320,
  invalidPath: 402,
  accessRefused: 403,
  notFound: 404,
  resourceLocked: 405,
  preconditionFailed: 406,
  frameError: 501,
  syntaxError: 502,
  commandInvalid: 503,
  channelError: 504,
  unexpectedFrame: 505,
  resourceError: 506,
  notAllowed: 530,
  notImplemented: 540,
  internalError: 541,
} as const

export type ReplyCode = (typeof replyCode)[keyof typeof replyCode]

const names = new Map<ReplyCode, string>(
  Object.entries(replyCode).map(([name, code]) => [
    code,
    name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase(),
  ]),
)

/** The specification's "soft" errors close one channel; every other error closes the connection. */
const channelErrors = new Set<ReplyCode>([
  replyCode.accessRefused,
  replyCode.notFound,
  replyCode.resourceLocked,
  replyCode.preconditionFailed,
])

/** A refusal with a reply code of the protocol. Its message is the reply text for the client. */
export class ProtocolError extends Error {
  readonly closesConnection: boolean

  constructor(
    readonly code: ReplyCode,
    reason: string,
  ) {
    super(`${names.get(code)} - ${reason}`)
    this.closesConnection = !channelErrors.has(code)
  }
}

/** Refuses (540) a part of the protocol that only RabbitMQ implements. */
export function notImplemented(feature: string): ProtocolError {
  return new ProtocolError(replyCode.notImplemented, `${feature} is not implemented by the embedded broker`)
}
