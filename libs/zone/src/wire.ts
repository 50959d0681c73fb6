/** Octets break the format of RFC 1035. Earlier values from the same buffer must not be used. */
export class WireError extends Error {
  override readonly name = 'WireError'
}

/** Compression pointers hold 14 bits (RFC 1035 4.1.4). */
const MAX_POINTER = 0x3fff

/**
 * Most pointers in one name: it has at most 127 labels. A pointer to a pointer would let thousands of names in one message
 * each follow a chain of thousands of pointers.
 */
const MOST_POINTERS = 127

/**
 * Reads DNS wire format from the start of a buffer. Every method throws WireError when the bytes end early or break
 * their format.
 */
export class WireReader {
  offset = 0

  constructor(
    private readonly buffer: Buffer,
    private end = buffer.length,
  ) {}

  get remaining(): number {
    return this.end - this.offset
  }

  uint8(): number {
    return this.buffer[this.advance(1)] as number
  }

  uint16(): number {
    return this.buffer.readUInt16BE(this.advance(2))
  }

  uint32(): number {
    return this.buffer.readUInt32BE(this.advance(4))
  }

  bytes(octets: number): Buffer {
    const start = this.advance(octets)
    return this.buffer.subarray(start, start + octets)
  }

  rest(): Buffer {
    return this.bytes(this.remaining)
  }

  characterString(): Buffer {
    return this.bytes(this.uint8())
  }

  /** Reads a name as lower-case text without the final dot; the root is ''. */
  name(): string {
    return this.labels().join('.').toLowerCase()
  }

  /**
   * Reads the labels of a name, decompressed, in their case. Unprintable octets, dots and backslashes are escaped as in
   * zone files (RFC 1035 5.1), so that the joined text is unambiguous.
   */
  labels(): string[] {
    const labels: string[] = []
    let octets = 1
    let pointers = 0
    let at = this.offset
    let resume: number | undefined
    for (;;) {
      if (at >= this.end) throw new WireError('a name ends early')
      const length = this.buffer[at] as number
      if ((length & 0xc0) === 0xc0) {
        if (at + 1 >= this.end) throw new WireError('a compression pointer ends early')
        const target = this.buffer.readUInt16BE(at) & MAX_POINTER
        if (++pointers > MOST_POINTERS) throw new WireError('a name has too many compression pointers')
        // Only backwards, so that a chain of pointers cannot loop.
        if (target >= at) throw new WireError('a compression pointer does not point back')
        resume ??= at + 2
        at = target
      } else if (length > 63) {
        throw new WireError('a label has an unknown type')
      } else if (length === 0) {
        this.offset = resume ?? at + 1
        return labels
      } else {
        octets += length + 1
        if (octets > 255) throw new WireError('a name is longer than 255 octets')
        if (at + 1 + length > this.end) throw new WireError('a label ends early')
        labels.push(escapeLabel(this.buffer.subarray(at + 1, at + 1 + length)))
        at += length + 1
      }
    }
  }

  /** Reads a part of known length with `read`, which must use all of it. */
  within<Value>(octets: number, read: (reader: WireReader) => Value): Value {
    const end = this.offset + octets
    if (end > this.end) throw new WireError('the bytes end early')
    const inner = new WireReader(this.buffer, end)
    inner.offset = this.offset
    const value = read(inner)
    if (inner.remaining !== 0) throw new WireError(`${inner.remaining} octets are left over`)
    this.offset = end
    return value
  }

  private advance(octets: number): number {
    const start = this.offset
    if (start + octets > this.end) throw new WireError('the bytes end early')
    this.offset = start + octets
    return start
  }
}

/** Writes DNS wire format. Repeated names may be compressed to pointers (RFC 1035 4.1.4). */
export class WireWriter {
  private buffer: Buffer
  private length = 0
  /** Offsets of names, in the order in which they were written. */
  private readonly positions = new Map<string, number>()

  constructor(capacity = 512) {
    this.buffer = Buffer.allocUnsafe(capacity)
  }

  uint8(value: number): this {
    const at = this.reserve(1)
    this.buffer[at] = value
    return this
  }

  uint16(value: number): this {
    const at = this.reserve(2)
    this.buffer.writeUInt16BE(value, at)
    return this
  }

  uint32(value: number): this {
    const at = this.reserve(4)
    this.buffer.writeUInt32BE(value, at)
    return this
  }

  bytes(bytes: Uint8Array): this {
    const at = this.reserve(bytes.length)
    this.buffer.set(bytes, at)
    return this
  }

  characterString(bytes: Uint8Array): this {
    return this.uint8(bytes.length).bytes(bytes)
  }

  /** Writes a name uncompressed. The text has no final dot; '' is the root. */
  name(name: string): this {
    if (name === '') return this.uint8(0)
    if (!name.includes('\\')) return this.plainName(name)
    for (const label of labelsOf(name)) this.characterString(labelOctets(label))
    return this.uint8(0)
  }

  /** Writes a name without escapes: all its characters at once, then the length of each label over the dot before it. */
  private plainName(name: string): this {
    const at = this.reserve(name.length + 2)
    this.buffer.write(name, at + 1, 'latin1')
    let start = 0
    for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', start)) {
      this.buffer[at + start] = dot - start
      start = dot + 1
    }
    this.buffer[at + start] = name.length - start
    this.buffer[at + name.length + 1] = 0
    return this
  }

  /** Writes a name in lower case, compressed: the new labels, then a pointer. */
  compressedName(name: string): this {
    let suffix = name
    while (suffix !== '') {
      const position = this.positions.get(suffix)
      if (position !== undefined) return this.uint16(0xc000 | position)
      if (this.length <= MAX_POINTER) this.positions.set(suffix, this.length)
      const [label = ''] = suffix.includes('\\') ? labelsOf(suffix) : suffix.split('.', 1)
      this.characterString(labelOctets(label))
      suffix = suffix.slice(label.length + 1)
    }
    return this.uint8(0)
  }

  /** Writes the name of a question unchanged, because resolvers check its case. Later names may point into it. */
  questionName(labels: readonly string[], wire: Uint8Array): this {
    let position = this.length
    this.bytes(wire)
    labels.forEach((_, index) => {
      const suffix = labels.slice(index).join('.').toLowerCase()
      this.positions.set(suffix, position)
      position += (this.buffer[position] as number) + 1
    })
    return this
  }

  /** Writes what `write` writes, after its length in two octets. */
  prefixed16(write: () => void): this {
    const at = this.length
    this.uint16(0)
    write()
    this.patch16(at, this.length - at - 2)
    return this
  }

  /** Octets written so far. */
  get size(): number {
    return this.length
  }

  /** Writes what `write` writes where all of it ends before `end`; returns whether it does. */
  within(end: number, write: () => void): boolean {
    const start = this.length
    const known = this.positions.size
    write()
    if (this.length <= end) return true
    this.length = start
    for (const name of [...this.positions.keys()].slice(known)) this.positions.delete(name)
    return false
  }

  /** Replaces two octets that were written before. */
  patch16(at: number, value: number): void {
    this.buffer.writeUInt16BE(value, at)
  }

  /** Returns the written octets. The writer must not be used afterwards. */
  finish(): Buffer {
    return this.buffer.subarray(0, this.length)
  }

  /** Reserves octets and returns their offset. May replace the buffer, so call it before using the buffer. */
  private reserve(octets: number): number {
    const start = this.length
    this.length += octets
    if (this.length > this.buffer.length) {
      const grown = Buffer.allocUnsafe(Math.max(this.length, this.buffer.length * 2))
      this.buffer.copy(grown, 0, 0, start)
      this.buffer = grown
    }
    return start
  }
}

const plainLabel = /^[a-zA-Z0-9_*-]+$/

function escapeLabel(label: Buffer): string {
  const text = label.toString('latin1')
  if (plainLabel.test(text)) return text
  return text.replaceAll(/[^!-~]|[.\\]/g, (character) =>
    character === '.' || character === '\\'
      ? `\\${character}`
      : `\\${String(character.charCodeAt(0)).padStart(3, '0')}`,
  )
}

/** Splits a name into labels. A dot after a backslash is part of a label (RFC 1035 5.1). */
function labelsOf(name: string): string[] {
  return name.includes('\\') ? (name.match(/(?:\\.|[^.\\])+/gs) ?? []) : name.split('.')
}

/** Returns the octets of a label in the form of {@link WireReader.labels}. */
function labelOctets(label: string): Buffer {
  const plain = label.includes('\\')
    ? label.replaceAll(/\\(?:(\d{3})|(.))/gs, (_, decimal: string | undefined, character: string) =>
        decimal === undefined ? character : String.fromCharCode(Number(decimal)),
      )
    : label
  return Buffer.from(plain, 'latin1')
}
