import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { IsTrusted } from './trusted-proxies'

/** Carries the id of a request in both directions. */
export const REQUEST_ID = 'x-request-id'

/**
 * The id of a request, by which logs of all services name it: the one a trusted proxy gave it, when it is a UUID or as
 * many hexadecimal digits; else a new one. Nobody else may choose what our logs are searched for.
 */
export function requestId({ headers, socket }: IncomingMessage, isTrusted: IsTrusted): string {
  const given = headers[REQUEST_ID]
  if (typeof given !== 'string' || !isTrusted(socket.remoteAddress ?? '')) return randomUUID()
  const digits =
    /^[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}$/i.test(given) && given.replaceAll('-', '')
  if (!digits) return randomUUID()
  return digits.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
