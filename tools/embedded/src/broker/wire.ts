import { ProtocolError, replyCode } from './reply-code'

/** Seconds since 1970, as AMQP field tables carry them. */
export class Timestamp {
  constructor(readonly seconds: number) {}
}

/** An exact decimal of a field table: `value` divided by ten to the power of `scale`. */
export class Decimal {
  constructor(
    readonly scale: number,
    readonly value: number,
  ) {}
}

export type FieldValue =
  | boolean
  | number
  | bigint
  | string
  | null
  | Buffer
  | Timestamp
  | Decimal
  | FieldValue[]
  | { [name: string]: FieldValue }

/** Named values: declaration arguments, message headers, peer properties. */
export type FieldTable = { [name: string]: FieldValue }

/** Reads AMQP primitives in order; anything that reaches past the end is a syntax error (502). */
export class Reader {
  constructor(
    readonly buffer: Buffer,
    public offset = 0,
  ) {}

  get remaining(): number {
    return this.buffer.length - this.offset
  }

  octet(): number {
    return this.buffer[this.advance(1)]!
  }

  short(): number {
    return this.buffer.readUInt16BE(this.advance(2))
  }

  long(): number {
    return this.buffer.readUInt32BE(this.advance(4))
  }

  /** Unsigned 64 bits; delivery tags and body sizes stay far below the exact range of a number. */
  longlong(): number {
    const at = this.advance(8)
    return this.buffer.readUInt32BE(at) * 0x1_0000_0000 + this.buffer.readUInt32BE(at + 4)
  }

  shortstr(): string {
    const length = this.octet()
    const at = this.advance(length)
    return this.buffer.toString('utf8', at, at + length)
  }

  longstr(): Buffer {
    const length = this.long()
    const at = this.advance(length)
    return this.buffer.subarray(at, at + length)
  }

  table(): FieldTable {
    const entries = new Reader(this.longstr())
    // A header may be called __proto__: an object without a prototype keeps it an ordinary name.
    const table: FieldTable = Object.create(null)
    while (entries.remaining > 0) {
      const name = entries.shortstr()
      table[name] = entries.fieldValue(0)
    }
    return table
  }

  fieldValue(depth: number): FieldValue {
    if (depth > 32) throw new ProtocolError(replyCode.syntaxError, 'field table is nested too deeply')
    const type = String.fromCharCode(this.octet())
    switch (type) {
      case 't':
        return this.octet() !== 0
      case 'b':
        return this.buffer.readInt8(this.advance(1))
      case 'B':
        return this.octet()
      case 's':
        return this.buffer.readInt16BE(this.advance(2))
      case 'u':
        return this.short()
      case 'I':
        return this.buffer.readInt32BE(this.advance(4))
      case 'i':
        return this.long()
      case 'l': {
        const value = this.buffer.readBigInt64BE(this.advance(8))
        return Number.isSafeInteger(Number(value)) ? Number(value) : value
      }
      case 'f':
        return this.buffer.readFloatBE(this.advance(4))
      case 'd':
        return this.buffer.readDoubleBE(this.advance(8))
      case 'D':
        return new Decimal(this.octet(), this.buffer.readInt32BE(this.advance(4)))
      case 'S':
        return this.longstr().toString('utf8')
      case 'x':
        return Buffer.from(this.longstr())
      case 'T':
        return new Timestamp(this.longlong())
      case 'V':
        return null
      case 'A': {
        const items = new Reader(this.longstr())
        const values: FieldValue[] = []
        while (items.remaining > 0) values.push(items.fieldValue(depth + 1))
        return values
      }
      case 'F': {
        const entries = new Reader(this.longstr())
        const table: FieldTable = Object.create(null)
        while (entries.remaining > 0) {
          const name = entries.shortstr()
          table[name] = entries.fieldValue(depth + 1)
        }
        return table
      }
      default:
        throw new ProtocolError(replyCode.syntaxError, `unknown field type '${type}'`)
    }
  }

  private advance(bytes: number): number {
    const at = this.offset
    if (at + bytes > this.buffer.length) throw new ProtocolError(replyCode.syntaxError, 'truncated value')
    this.offset = at + bytes
    return at
  }
}

export function shortstr(value: string): Buffer {
  const text = Buffer.from(value, 'utf8')
  if (text.length > 255) throw new ProtocolError(replyCode.syntaxError, 'short string is longer than 255 bytes')
  return Buffer.concat([Buffer.of(text.length), text])
}

export function longstr(value: Buffer): Buffer {
  return Buffer.concat([uint32(value.length), value])
}

/** A field table with its length in front. */
export function encodeTable(table: FieldTable): Buffer {
  return longstr(Buffer.concat(Object.entries(table).map(([name, value]) => encodeEntry(name, value))))
}

/** One name and value of a field table. */
export function encodeEntry(name: string, value: FieldValue): Buffer {
  return Buffer.concat([shortstr(name), encodeFieldValue(value)])
}

function encodeFieldValue(value: FieldValue): Buffer {
  switch (typeof value) {
    case 'boolean':
      return Buffer.of(tag('t'), value ? 1 : 0)
    case 'string':
      return Buffer.concat([Buffer.of(tag('S')), longstr(Buffer.from(value, 'utf8'))])
    case 'bigint':
      return encodeInt64(value)
    case 'number': {
      if (Number.isInteger(value)) return encodeInt64(BigInt(value))
      const bytes = Buffer.alloc(9, 'd')
      bytes.writeDoubleBE(value, 1)
      return bytes
    }
  }
  if (value === null) return Buffer.of(tag('V'))
  if (Buffer.isBuffer(value)) return Buffer.concat([Buffer.of(tag('x')), longstr(value)])
  if (value instanceof Timestamp) {
    const bytes = encodeInt64(BigInt(value.seconds))
    bytes[0] = tag('T')
    return bytes
  }
  if (value instanceof Decimal) {
    const bytes = Buffer.alloc(6, 'D')
    bytes[1] = value.scale
    bytes.writeInt32BE(value.value, 2)
    return bytes
  }
  if (Array.isArray(value)) {
    return Buffer.concat([Buffer.of(tag('A')), longstr(Buffer.concat(value.map(encodeFieldValue)))])
  }
  return Buffer.concat([Buffer.of(tag('F')), encodeTable(value)])
}

function encodeInt64(value: bigint): Buffer {
  const bytes = Buffer.alloc(9, 'l')
  bytes.writeBigInt64BE(value, 1)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function tag(letter: string): number {
  return letter.charCodeAt(0)
}
