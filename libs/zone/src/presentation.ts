/** Text that is not the presentation of what it should be; the message is put behind the name of the record. */
export class PresentationError extends Error {
  override readonly name = 'PresentationError'
}

/** The value of a record in zone-file spelling (RFC 1035 5.1), read field by field. */
export class PresentationReader {
  private offset = 0

  /** In zone files names count from `origin` unless they end in a dot; elsewhere they are always in full. */
  constructor(
    private readonly text: string,
    private readonly origin?: string,
  ) {
    this.skipBlanks()
  }

  get done(): boolean {
    return this.offset >= this.text.length
  }

  /** Whether the next field opens with a quotation mark. */
  get quoted(): boolean {
    return this.text[this.offset] === '"'
  }

  /** The next field up to a blank, as it is written. */
  word(what: string): string {
    if (this.done) throw new PresentationError(`${what} is missing`)
    const end = this.text.slice(this.offset).search(/[ \t]/)
    return this.take(end < 0 ? this.text.length : this.offset + end)
  }

  /** The next field as a name in full. */
  name(what: string): string {
    const word = this.word(what)
    if (this.origin === undefined || word.endsWith('.')) return word
    if (word === '@') return `${this.origin}.`
    return this.origin === '' ? word : `${word}.${this.origin}`
  }

  /** The next field up to a blank, without taking it; '' at the end. */
  peek(): string {
    return /^[^ \t]*/.exec(this.text.slice(this.offset))?.[0] ?? ''
  }

  /** The next field as `name` or `name=value`; the value is unescaped, in quotation marks or up to a blank. */
  parameter(): { name: string; value: Buffer | undefined } {
    const name = /^[^ \t=]*/.exec(this.text.slice(this.offset))?.[0] ?? ''
    const end = this.offset + name.length
    if (this.text[end] !== '=') return { name: this.take(end), value: undefined }
    this.offset = end + 1
    if (this.quoted) return { name, value: this.quotedString() }
    const value = this.peek()
    this.take(this.offset + value.length)
    return { name, value: unescape(value) }
  }

  /** Everything up to the end, as it is written. */
  rest(what: string): string {
    if (this.done) throw new PresentationError(`${what} is missing`)
    return this.take(this.text.length).trimEnd()
  }

  /** The next field in quotation marks, unescaped. */
  quotedString(): Buffer {
    let end = this.offset + 1
    while (this.text[end] !== '"') {
      if (end >= this.text.length) throw new PresentationError('a quotation mark is not closed')
      end += this.text[end] === '\\' ? 2 : 1
    }
    const content = this.text.slice(this.offset + 1, end)
    const following = this.text[end + 1]
    if (following !== undefined && !/[ \t"]/.test(following)) {
      throw new PresentationError('something stands directly behind a quotation mark')
    }
    this.take(end + 1)
    return unescape(content)
  }

  private take(end: number): string {
    const taken = this.text.slice(this.offset, end)
    this.offset = end
    this.skipBlanks()
    return taken
  }

  private skipBlanks(): void {
    while (/[ \t]/.test(this.text[this.offset] ?? '')) this.offset++
  }
}

/** The octets of text with the escapes `\DDD` and `\X` of RFC 1035 5.1 undone; other characters count as UTF-8. */
export function unescape(text: string): Buffer {
  if (!text.includes('\\')) return Buffer.from(text, 'utf8')
  const parts: Buffer[] = []
  const pattern = /\\(\d{3})|\\([^\d])|\\|([^\\]+)/gsu
  for (const [, decimal, character, plain] of text.matchAll(pattern)) {
    if (decimal !== undefined) {
      if (Number(decimal) > 255) throw new PresentationError(`\\${decimal} is above \\255`)
      parts.push(Buffer.of(Number(decimal)))
    } else if (character !== undefined || plain !== undefined) {
      parts.push(Buffer.from((character ?? plain) as string, 'utf8'))
    } else {
      throw new PresentationError('a backslash needs three digits or a character behind it')
    }
  }
  return Buffer.concat(parts)
}

/** Octets as a string in quotation marks: `"` and `\` behind a backslash, what is not printable ASCII as `\DDD`. */
export function quote(octets: Uint8Array): string {
  let text = '"'
  for (const octet of octets) {
    if (octet === 0x22 || octet === 0x5c) text += `\\${String.fromCharCode(octet)}`
    else if (octet >= 0x20 && octet <= 0x7e) text += String.fromCharCode(octet)
    else text += `\\${String(octet).padStart(3, '0')}`
  }
  return `${text}"`
}
