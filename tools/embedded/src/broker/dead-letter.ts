import { readHeader, readProperties, withHeaders, type Message } from './message'
import type { DeadReason } from './queue'
import { Timestamp, type FieldTable } from './wire'

interface Death {
  readonly queue: string
  readonly reason: string
}

/**
 * Returns the message as it is published to the dead-letter exchange: its x-death header has one entry with a count
 * for each queue and reason, the latest first.
 *
 * @param nowMs milliseconds since 1970
 */
export function deadLettered(
  message: Message,
  queue: string,
  reason: DeadReason,
  to: { exchange: string; routingKey: string },
  nowMs: number,
): Message {
  const { headers, expiration } = readProperties(message.properties)
  const deaths = deathsOf(headers)
  const before = deaths.find((death) => death.queue === queue && death.reason === reason)
  const latest: FieldTable = before
    ? { ...before, count: Number(before.count) + 1 }
    : {
        count: 1,
        reason,
        queue,
        time: new Timestamp(Math.floor(nowMs / 1000)),
        exchange: message.exchange,
        'routing-keys': [message.routingKey],
        ...(expiration === undefined ? {} : { 'original-expiration': expiration }),
      }
  const changed: FieldTable = { 'x-death': [latest, ...deaths.filter((death) => death !== before)] }
  if (readHeader(headers, 'x-first-death-reason') === undefined) {
    changed['x-first-death-exchange'] = message.exchange
    changed['x-first-death-queue'] = queue
    changed['x-first-death-reason'] = reason
  }
  return { ...to, properties: withHeaders(message.properties, changed), body: message.body }
}

/**
 * Whether a dead-lettered message was in this queue before and no client has rejected it since. Such a message would
 * circulate for ever, so it is dropped.
 */
export function isCycle(deadLetter: Message, queue: string): boolean {
  const deaths = deathsOf(readProperties(deadLetter.properties).headers) as unknown as Death[]
  const seen = deaths.findIndex((death) => death.queue === queue)
  return seen >= 0 && deaths.slice(0, seen + 1).every((death) => death.reason !== 'rejected')
}

function deathsOf(headers: Buffer | undefined): FieldTable[] {
  const deaths = readHeader(headers, 'x-death')
  return Array.isArray(deaths) ? (deaths.filter((death) => typeof death === 'object' && death) as FieldTable[]) : []
}
