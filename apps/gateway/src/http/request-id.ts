import { randomFillSync } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { v7 as uuidv7 } from 'uuid'
import type { IsTrusted } from './trusted-proxies'

/** The request id header of requests and answers. */
export const REQUEST_ID = 'x-request-id'

/** Bytes of one id. */
const ID_BYTES = 16

/** Random bytes for many ids: asking the generator for those of one id costs more than the rest of the id. */
const random = new Uint8Array(256 * ID_BYTES)
let taken = random.length

function newId(): string {
  if (taken === random.length) {
    randomFillSync(random)
    taken = 0
  }
  return uuidv7({ random: random.subarray(taken, (taken += ID_BYTES)) })
}

/**
 * The id of a request in the logs of all services: the id from a trusted proxy if it is a UUID (with or without dashes),
 * otherwise a new one. Other clients cannot choose the ids in our logs. New ids begin with their time, so rows of a request
 * go to the end of each index.
 */
export function requestId({ headers, socket }: IncomingMessage, isTrusted: IsTrusted): string {
  const given = headers[REQUEST_ID]
  if (typeof given !== 'string' || !isTrusted(socket.remoteAddress ?? '')) return newId()
  const digits =
    /^[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}$/i.test(given) && given.replaceAll('-', '')
  if (!digits) return newId()
  return digits.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
