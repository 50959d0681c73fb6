import { crc32 } from 'node:zlib'
import type { Message } from './message'
import { Reader, shortstr } from './wire'

/** A declaration, deletion or binding. Argument tables are stored as their wire bytes in base64. */
export type TopologyRecord =
  | { kind: 'exchange-declared'; vhost: string; name: string; type: string; autoDelete: boolean }
  | { kind: 'exchange-deleted'; vhost: string; name: string }
  | { kind: 'queue-declared'; vhost: string; name: string; id: number; autoDelete: boolean; arguments: string }
  | { kind: 'queue-deleted'; id: number }
  | { kind: 'bound'; vhost: string; exchange: string; id: number; routingKey: string; arguments: string }
  | { kind: 'unbound'; vhost: string; exchange: string; id: number; routingKey: string }

/** A persistent message and the durable queues that it reached. */
export interface MessageRecord {
  kind: 'message'
  id: number
  /** Milliseconds since 1970; the start of the time to live. */
  enqueuedAt: number
  queues: readonly number[]
  message: Message
}

/** A message is settled in one queue: acknowledged, dropped or dead-lettered. */
export interface SettledRecord {
  kind: 'settled'
  id: number
  queue: number
}

export type JournalRecord = TopologyRecord | MessageRecord | SettledRecord

const tag = { topology: 1, message: 2, settled: 3 } as const

/** Length and checksum before the payload of each record. */
const headSize = 8

/** Encodes a record for the file: payload length, CRC-32 of the payload, payload. */
export function encodeRecord(record: JournalRecord): Buffer {
  const payload = encodePayload(record)
  const head = Buffer.allocUnsafe(headSize)
  head.writeUInt32BE(payload.length, 0)
  head.writeUInt32BE(crc32(payload), 4)
  return Buffer.concat([head, payload])
}

/** Returns the records of a file up to its end or its first damaged record, and how many bytes are intact. */
export function decodeRecords(file: Buffer): { records: JournalRecord[]; goodBytes: number; isTorn: boolean } {
  const records: JournalRecord[] = []
  let at = 0
  while (at + headSize <= file.length) {
    const length = file.readUInt32BE(at)
    const end = at + headSize + length
    // A record that reaches past the end was incomplete when the broker ended, so it was never confirmed.
    if (end > file.length) return { records, goodBytes: at, isTorn: true }
    const payload = file.subarray(at + headSize, end)
    if (crc32(payload) !== file.readUInt32BE(at + 4)) return { records, goodBytes: at, isTorn: false }
    records.push(decodePayload(payload))
    at = end
  }
  return { records, goodBytes: at, isTorn: at < file.length }
}

function encodePayload(record: JournalRecord): Buffer {
  if (record.kind === 'settled') {
    const payload = Buffer.allocUnsafe(13)
    payload[0] = tag.settled
    payload.writeDoubleBE(record.id, 1)
    payload.writeUInt32BE(record.queue, 9)
    return payload
  }
  if (record.kind === 'message') {
    const { message, queues } = record
    const head = Buffer.allocUnsafe(19 + queues.length * 4)
    head[0] = tag.message
    head.writeDoubleBE(record.id, 1)
    head.writeDoubleBE(record.enqueuedAt, 9)
    let at = head.writeUInt16BE(queues.length, 17)
    for (const queue of queues) at = head.writeUInt32BE(queue, at)
    const length = Buffer.allocUnsafe(4)
    length.writeUInt32BE(message.properties.length)
    const route = [shortstr(message.exchange), shortstr(message.routingKey)]
    return Buffer.concat([head, ...route, length, message.properties, message.body])
  }
  return Buffer.concat([Buffer.of(tag.topology), Buffer.from(JSON.stringify(record))])
}

function decodePayload(payload: Buffer): JournalRecord {
  if (payload[0] === tag.settled) {
    return { kind: 'settled', id: payload.readDoubleBE(1), queue: payload.readUInt32BE(9) }
  }
  if (payload[0] === tag.topology) return JSON.parse(payload.toString('utf8', 1))
  const reader = new Reader(payload, 17)
  const queues = Array.from({ length: reader.short() }, () => reader.long())
  const exchange = reader.shortstr()
  const routingKey = reader.shortstr()
  const properties = Buffer.from(reader.longstr())
  // Copied: a small message must not keep the whole file in memory.
  const body = Buffer.from(payload.subarray(reader.offset))
  const message = { exchange, routingKey, properties, body }
  return { kind: 'message', id: payload.readDoubleBE(1), enqueuedAt: payload.readDoubleBE(9), queues, message }
}
