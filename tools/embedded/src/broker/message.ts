import { encodeEntry, longstr, Reader, shortstr, type FieldTable, type FieldValue } from './wire'

/** A published message. `properties` is the content header's flags and property list, exactly as published. */
export interface Message {
  readonly exchange: string
  readonly routingKey: string
  readonly properties: Buffer
  readonly body: Buffer
}

/** The properties that the broker reads; offsets count from the start of the property block. */
export interface Properties {
  readonly headers: Buffer | undefined
  readonly persistent: boolean
  readonly replyTo: string | undefined
  /** Per-message time to live as published: decimal milliseconds. */
  readonly expiration: string | undefined
  readonly userId: string | undefined
  readonly headersSpan: Span
  readonly replyToSpan: Span
  readonly expirationSpan: Span
}

type Span = readonly [start: number, end: number]

const flag = { headers: 1 << 13, expiration: 1 << 8 } as const

/** Reads the property block of a basic content header (flags first). */
export function readProperties(block: Buffer): Properties {
  const reader = new Reader(block)
  const flags = reader.short()
  const has = (bit: number): boolean => (flags & (1 << bit)) !== 0
  const text = (bit: number): string | undefined => (has(bit) ? reader.shortstr() : undefined)
  const spanned = <Value>(read: () => Value): { value: Value; span: Span } => {
    const start = reader.offset
    return { value: read(), span: [start, reader.offset] }
  }
  text(15)
  text(14)
  const headers = spanned(() => (has(13) ? reader.longstr() : undefined))
  const deliveryMode = has(12) ? reader.octet() : 1
  if (has(11)) reader.octet()
  text(10)
  const replyTo = spanned(() => text(9))
  const expiration = spanned(() => text(8))
  text(7)
  if (has(6)) reader.longlong()
  text(5)
  const userId = text(4)
  return {
    headers: headers.value,
    persistent: deliveryMode === 2,
    replyTo: replyTo.value,
    expiration: expiration.value,
    userId,
    headersSpan: headers.span,
    replyToSpan: replyTo.span,
    expirationSpan: expiration.span,
  }
}

/** Replaces the reply-to of a property block that has one. */
export function withReplyTo(block: Buffer, span: Span, replyTo: string): Buffer {
  return Buffer.concat([block.subarray(0, span[0]), shortstr(replyTo), block.subarray(span[1])])
}

/**
 * Sets headers and removes the expiration: a dead-lettered message must not expire again in its next queue. Other
 * headers keep their bytes.
 */
export function withHeaders(block: Buffer, changed: FieldTable): Buffer {
  const { headers, headersSpan, expirationSpan } = readProperties(block)
  const kept: Buffer[] = []
  if (headers) {
    const reader = new Reader(headers)
    while (reader.remaining > 0) {
      const start = reader.offset
      const name = reader.shortstr()
      reader.fieldValue(0)
      if (!(name in changed)) kept.push(headers.subarray(start, reader.offset))
    }
  }
  const entries = Object.entries(changed).map(([name, value]) => encodeEntry(name, value))
  const result = Buffer.concat([
    block.subarray(0, headersSpan[0]),
    longstr(Buffer.concat([...kept, ...entries])),
    block.subarray(headersSpan[1], expirationSpan[0]),
    block.subarray(expirationSpan[1]),
  ])
  result.writeUInt16BE((block.readUInt16BE(0) | flag.headers) & ~flag.expiration, 0)
  return result
}

/** Returns the value of a header, or undefined. */
export function readHeader(headers: Buffer | undefined, wanted: string): FieldValue | undefined {
  if (!headers) return undefined
  const reader = new Reader(headers)
  while (reader.remaining > 0) {
    const name = reader.shortstr()
    const value = reader.fieldValue(0)
    if (name === wanted) return value
  }
  return undefined
}
