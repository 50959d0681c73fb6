/** A text is not a valid presentation. Messages are shown after the name of the record. */
export class PresentationError extends Error {
  override readonly name = 'PresentationError'
}

/** A field of the form `name` or `name=value`. */
export interface Parameter {
  readonly name: string
  readonly value: Buffer | undefined
  /** Whether the value was written with a backslash in it. */
  readonly escaped: boolean
}

/** The value of a record in zone-file spelling (RFC 1035 5.1), read field by field. */
export class PresentationReader {
  private offset = 0

  /** In zone files names are relative to `origin` unless they end in a dot; elsewhere they are always absolute. */
  constructor(
    private readonly source: string,
    private readonly origin?: string,
  ) {
    this.skipBlanks()
  }

  get done(): boolean {
    return this.offset >= this.source.length
  }

  /** Whether the next field opens with a quotation mark. */
  get quoted(): boolean {
    return this.source[this.offset] === '"'
  }

  /** Reads the next field up to a blank, as written. */
  word(what: string): string {
    if (this.done) throw new PresentationError(`${what} is missing`)
    return this.take(this.offset + this.peek().length)
  }

  /** Reads the next field as an absolute name. */
  name(what: string): string {
    const word = this.word(what)
    return this.origin === undefined ? unescapeName(word) : absoluteName(word, this.origin)
  }

  /** Returns the next field up to a blank without consuming it; '' at the end. An escaped blank is part of it. */
  peek(): string {
    return /^(?:[^ \t\\]|\\.?)*/s.exec(this.source.slice(this.offset))?.[0] ?? ''
  }

  /** Reads the next field as `name` or `name=value`. The value is unescaped, in quotation marks or up to a blank. */
  parameter(): Parameter {
    const name = /^[^ \t=]*/.exec(this.source.slice(this.offset))?.[0] ?? ''
    const end = this.offset + name.length
    if (this.source[end] !== '=') return { name: this.take(end), value: undefined, escaped: false }
    const start = (this.offset = end + 1)
    // A character string without quotation marks has at least one character (RFC 9460 section 2.1 and appendix A).
    if (/^(?:[ \t]|$)/.test(this.source.slice(start, start + 1))) {
      throw new PresentationError(`${name}= has no value: write ${name} alone, or ${name}=""`)
    }
    const value = this.quoted ? this.quotedString() : this.unquotedString(name)
    return { name, value, escaped: this.source.slice(start, this.offset).includes('\\') }
  }

  /** Reads the next field up to a blank, unescaped. */
  unquotedString(what: string): Buffer {
    const word = this.word(what)
    if (/^(?:[^"\\]|\\.)*"/s.test(word)) throw new PresentationError('a quotation mark stands within a word')
    return unescape(word)
  }

  /** Reads text without quotation marks, as written: in zone files the next field, elsewhere everything to the end. */
  text(what: string): string {
    return this.origin === undefined ? this.rest(what) : this.word(what)
  }

  /** Reads everything to the end, as written. */
  rest(what: string): string {
    if (this.done) throw new PresentationError(`${what} is missing`)
    return this.take(this.source.length).replace(/[ \t]+$/, '')
  }

  /** Reads the next field in quotation marks, unescaped. */
  quotedString(): Buffer {
    let end = this.offset + 1
    while (this.source[end] !== '"') {
      if (end >= this.source.length) throw new PresentationError('a quotation mark is not closed')
      end += this.source[end] === '\\' ? 2 : 1
    }
    const content = this.source.slice(this.offset + 1, end)
    const following = this.source[end + 1]
    if (following !== undefined && !/[ \t"]/.test(following)) {
      throw new PresentationError('a quotation mark must be followed by a blank')
    }
    this.take(end + 1)
    return unescape(content)
  }

  private take(end: number): string {
    const taken = this.source.slice(this.offset, end)
    this.offset = end
    this.skipBlanks()
    return taken
  }

  private skipBlanks(): void {
    while (this.source[this.offset] === ' ' || this.source[this.offset] === '\t') this.offset++
  }
}

/** Returns the octets of a text without the escapes `\DDD` and `\X` (RFC 1035 5.1). Other characters are UTF-8. */
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

/** Returns an absolute name of a zone file, with its final dot (RFC 1035 5.1). */
export function absoluteName(name: string, origin: string): string {
  if (name === '@') return `${origin}.`
  const meant = unescapeName(name)
  if (meant.endsWith('.') && !meant.endsWith('\\.')) return meant
  return origin === '' ? `${meant}.` : `${meant}.${origin}.`
}

/** Removes unnecessary escapes from a name. Other escapes, such as that of a dot within a label, remain. */
function unescapeName(name: string): string {
  if (!name.includes('\\')) return name
  return name.replaceAll(
    /\\(?:(\d{3})|(\D))/gs,
    (escape, decimal: string | undefined, character: string | undefined) => {
      const meant = character ?? String.fromCharCode(Number(decimal))
      if (meant === '.') return '\\.'
      return /^[!-?A-[\]-~]$/.test(meant) ? meant : escape
    },
  )
}

/** Prints octets in quotation marks: `"` and `\` with a backslash, everything but printable ASCII as `\DDD`. */
export function quote(octets: Uint8Array): string {
  let text = '"'
  for (const octet of octets) {
    if (octet === 0x22 || octet === 0x5c) text += `\\${String.fromCharCode(octet)}`
    else if (octet >= 0x20 && octet <= 0x7e) text += String.fromCharCode(octet)
    else text += `\\${String(octet).padStart(3, '0')}`
  }
  return `${text}"`
}
