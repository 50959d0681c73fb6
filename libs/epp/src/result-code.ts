/**
 * What a result code means for the command. The caller decides what follows.
 *
 * - done: carried out, or (1300, 1301) answered; 1500 ends the session.
 * - pending: accepted, to be completed later; the result arrives as a poll message.
 * - protocol: the document or the requested services are wrong. The same document will be refused again.
 * - use: the command does not fit the session's state, such as "not logged in".
 * - value: the syntax is legal, but the value or the policy is not.
 * - billing: the registrar's balance at the registry is too low.
 * - ineligible: the object cannot be renewed or transferred now.
 * - login: the credentials are refused; repeating locks the account.
 * - sponsorship: another registrar sponsors the object.
 * - authInfo: the authorization information is wrong.
 * - state: the object exists, does not exist, or is or is not pending transfer: our view of it is stale.
 * - prohibited: a status or an association forbids it.
 * - failed: the server failed; the command itself may be right.
 * - limit: too many sessions.
 */
export type ResultClass =
  | 'done'
  | 'pending'
  | 'protocol'
  | 'use'
  | 'value'
  | 'billing'
  | 'ineligible'
  | 'login'
  | 'sponsorship'
  | 'authInfo'
  | 'state'
  | 'prohibited'
  | 'failed'
  | 'limit'

interface ResultMeaning {
  readonly class: ResultClass
  readonly meaning: string
  /** The server closes the connection after this answer. */
  readonly endsSession?: true
}

/** Every result code of RFC 5730 section 3. */
export const resultCodes = {
  1000: { class: 'done', meaning: 'Command completed successfully' },
  1001: { class: 'pending', meaning: 'Command completed successfully; action pending' },
  1300: { class: 'done', meaning: 'Command completed successfully; no messages' },
  1301: { class: 'done', meaning: 'Command completed successfully; ack to dequeue' },
  1500: { class: 'done', meaning: 'Command completed successfully; ending session', endsSession: true },
  2000: { class: 'protocol', meaning: 'Unknown command' },
  2001: { class: 'protocol', meaning: 'Command syntax error' },
  2002: { class: 'use', meaning: 'Command use error' },
  2003: { class: 'protocol', meaning: 'Required parameter missing' },
  2004: { class: 'value', meaning: 'Parameter value range error' },
  2005: { class: 'protocol', meaning: 'Parameter value syntax error' },
  2100: { class: 'protocol', meaning: 'Unimplemented protocol version' },
  2101: { class: 'protocol', meaning: 'Unimplemented command' },
  2102: { class: 'protocol', meaning: 'Unimplemented option' },
  2103: { class: 'protocol', meaning: 'Unimplemented extension' },
  2104: { class: 'billing', meaning: 'Billing failure' },
  2105: { class: 'ineligible', meaning: 'Object is not eligible for renewal' },
  2106: { class: 'ineligible', meaning: 'Object is not eligible for transfer' },
  2200: { class: 'login', meaning: 'Authentication error' },
  2201: { class: 'sponsorship', meaning: 'Authorization error' },
  2202: { class: 'authInfo', meaning: 'Invalid authorization information' },
  2300: { class: 'state', meaning: 'Object pending transfer' },
  2301: { class: 'state', meaning: 'Object not pending transfer' },
  2302: { class: 'state', meaning: 'Object exists' },
  2303: { class: 'state', meaning: 'Object does not exist' },
  2304: { class: 'prohibited', meaning: 'Object status prohibits operation' },
  2305: { class: 'prohibited', meaning: 'Object association prohibits operation' },
  2306: { class: 'value', meaning: 'Parameter value policy error' },
  2307: { class: 'protocol', meaning: 'Unimplemented object service' },
  2308: { class: 'value', meaning: 'Data management policy violation' },
  2400: { class: 'failed', meaning: 'Command failed' },
  2500: { class: 'failed', meaning: 'Command failed; server closing connection', endsSession: true },
  2501: { class: 'login', meaning: 'Authentication error; server closing connection', endsSession: true },
  2502: { class: 'limit', meaning: 'Session limit exceeded; server closing connection', endsSession: true },
} as const satisfies Readonly<Record<number, ResultMeaning>>

export type ResultCode = keyof typeof resultCodes

export function isResultCode(code: number): code is ResultCode {
  return Object.hasOwn(resultCodes, code)
}

export function meaningOf(code: ResultCode): ResultMeaning {
  return resultCodes[code]
}

/** Codes to which a client reacts by name (RFC 5730 section 3). */
export const ACTION_PENDING = 1001
export const USE_ERROR = 2002
export const BILLING_FAILURE = 2104
export const OBJECT_EXISTS = 2302
export const OBJECT_DOES_NOT_EXIST = 2303
export const STATUS_PROHIBITS = 2304
export const ASSOCIATION_PROHIBITS = 2305
export const AUTHENTICATION_ERROR_CLOSING = 2501
