import type { IncomingMessage } from 'node:http'
import { v7 as uuidv7 } from 'uuid'
import type { IsTrusted } from './trusted-proxies'

/** The request id header of requests and answers. */
export const REQUEST_ID = 'x-request-id'

/**
 * The id of a request in the logs of all services: the id from a trusted proxy if it is a UUID (with or without dashes),
 * otherwise a new one. Other clients cannot choose the ids in our logs. New ids begin with their time, so rows of a request
 * go to the end of each index.
 */
export function requestId({ headers, socket }: IncomingMessage, isTrusted: IsTrusted): string {
  const given = headers[REQUEST_ID]
  if (typeof given !== 'string' || !isTrusted(socket.remoteAddress ?? '')) return uuidv7()
  const digits =
    /^[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}$/i.test(given) && given.replaceAll('-', '')
  if (!digits) return uuidv7()
  return digits.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
