import { createHash } from 'node:crypto'
import type { recordAuditEvent } from '@nameyard/contracts/audit/record-audit-event'
import type { Payload } from '@nameyard/contracts/event'

/** The trail of the platform has this number in place of an account. */
export const PLATFORM = 0

/** The fields of an entry with personal data. The entry has their digests; their values can be erased. */
export type PersonalField = 'name' | 'address'

/** A value that an entry has only as a digest. */
export interface PersonalValue {
  readonly field: PersonalField
  readonly salt: Buffer
  readonly value: string
}

/** The end of a chain: what the next entry is added to. */
export interface ChainEnd {
  readonly seq: number
  readonly hash: Buffer
  readonly recordedAt: Date
}

/** An entry that was added to a chain. */
export interface Linked extends ChainEnd {
  readonly account: number
  readonly body: string
  readonly personal: readonly PersonalValue[]
}

/** What the hash of an entry covers, in the order of the text. Times are ISO 8601 in UTC. */
export interface Body {
  readonly account: number
  readonly seq: number
  readonly id: string
  readonly at: string
  readonly recorded_at: string
  readonly event: string
  readonly subject: string
  readonly contact: number | null
  readonly key: number | null
  /** Digest of the username or of the operator's name. */
  readonly name: string | null
  /** Digest of the client's address. */
  readonly address: string | null
  readonly request: string
  readonly changes: Payload<typeof recordAuditEvent>['changes']
}

/** Reads the text of an entry. */
export const readBody = (body: string) => JSON.parse(body) as Body

/** Where every chain begins. */
export const beginning: ChainEnd = { seq: 0, hash: Buffer.alloc(32), recordedAt: new Date(0) }

/** The digest that stands for a personal value: SHA-256 over salt and value. */
export const digestOf = (salt: Buffer, value: string): string =>
  `sha256:${createHash('sha256').update(salt).update(value).digest('hex')}`

/** The hash of an entry: SHA-256 over the hash before it and the body. */
export const hashOf = (previous: Buffer, body: string): Buffer =>
  createHash('sha256').update(previous).update(body).digest()

/**
 * Adds an event to the end of a chain. The time of recording never runs back within a chain.
 * @param salts a new salt for each personal value
 */
export function link(
  end: ChainEnd,
  eventId: string,
  event: Payload<typeof recordAuditEvent>,
  now: Date,
  salts: () => Buffer,
): Linked {
  const account = event.resellerId ?? PLATFORM
  const seq = end.seq + 1
  const recordedAt = now > end.recordedAt ? now : end.recordedAt
  const personal: PersonalValue[] = []
  const digest = (field: PersonalField) => {
    const value = event.actor[field]
    if (value === null) return null
    const salt = salts()
    personal.push({ field, salt, value })
    return digestOf(salt, value)
  }
  const fields: Body = {
    account,
    seq,
    id: eventId,
    at: event.at,
    recorded_at: recordedAt.toISOString(),
    event: event.event,
    subject: event.subject,
    contact: event.actor.contactId,
    key: event.actor.keyId,
    name: digest('name'),
    address: digest('address'),
    request: event.request,
    changes: event.changes,
  }
  const body = JSON.stringify(fields)
  return { account, seq, hash: hashOf(end.hash, body), recordedAt, body, personal }
}
