import { isIP, isIPv4, isIPv6 } from 'node:net'
import { parseDomainName } from '@nameyard/names/domain-name'
import { PresentationError, PresentationReader, quote, unescape } from './presentation'
import { WireError, type WireReader, type WireWriter } from './wire'

/** How the value of a record is written: as in the API, or as in zone files. */
export interface Spelling {
  /** Names have a final dot in zone files, and none in the API. */
  readonly finalDot: boolean
  /** The form that old name servers read too: recent SvcParamKeys by their number. */
  readonly portable?: boolean
  /** The form of PowerDNS where it differs from zone files: IPSECKEY without a gateway, APL without prefixes. */
  readonly powerdns?: boolean
}

/**
 * A kind of field, which is one part of RDATA. `parse` and `print` convert the presentation, `read` and `write` the wire
 * form. `print` returns the canonical form.
 */
export interface FieldKind<Value> {
  /** Throws PresentationError. */
  parse(reader: PresentationReader, field: string): Value
  print(value: Value, spelling: Spelling): string
  write(writer: WireWriter, value: Value): void
  /** Throws WireError. */
  read(reader: WireReader): Value
}

/** Longest text of a TXT or SPF record, in octets; RDLENGTH (RFC 1035) allows a few more. */
const MAX_TEXT_OCTETS = 64_000

function unsigned(bits: 8 | 16 | 32): FieldKind<number> {
  const octets = bits / 8
  return {
    parse(reader, field) {
      const word = reader.word(field)
      const value = Number(word)
      if (!/^\d+$/.test(word) || value >= 2 ** bits) {
        throw new PresentationError(`${field} ${word} is not a number from 0 to ${2 ** bits - 1}`)
      }
      return value
    },
    print: String,
    write: (writer, value) => void writer[`uint${bits}`](value),
    read: (reader) => Buffer.from(reader.bytes(octets)).readUIntBE(0, octets),
  }
}

export const uint8 = unsigned(8)
export const uint16 = unsigned(16)
export const uint32 = unsigned(32)

export const ipv4Address: FieldKind<string> = {
  parse(reader, field) {
    const word = reader.word(field)
    if (!isIPv4(word)) throw new PresentationError(`${word} is not an IPv4 address`)
    return word
  },
  print: (value) => value,
  write(writer, value) {
    for (const octet of value.split('.')) writer.uint8(Number(octet))
  },
  read: (reader) => `${reader.uint8()}.${reader.uint8()}.${reader.uint8()}.${reader.uint8()}`,
}

export const ipv6Address: FieldKind<Buffer> = {
  parse(reader, field) {
    const word = reader.word(field)
    // isIPv6 accepts a zone id such as %eth0.
    if (!isIPv6(word) || word.includes('%')) throw new PresentationError(`${word} is not an IPv6 address`)
    return ipv6Octets(word)
  },
  print: printIpv6,
  write: (writer, value) => void writer.bytes(value),
  read: (reader) => reader.bytes(16),
}

function ipv6Octets(text: string): Buffer {
  const hex = text.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts: string[]) => {
    const [a, b, c, d] = parts.slice(0, 4).map(Number) as [number, number, number, number]
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  })
  const [head = '', tail] = hex.split('::')
  const groups = (part: string): number[] => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)))
  const front = groups(head)
  const back = tail === undefined ? [] : groups(tail)
  const all = [...front, ...new Array<number>(8 - front.length - back.length).fill(0), ...back]
  const octets = Buffer.alloc(16)
  all.forEach((group, index) => octets.writeUInt16BE(group, index * 2))
  return octets
}

/** RFC 5952 section 4, but hexadecimal to the end: PowerDNS refuses the dotted tail it prints itself. */
function printIpv6(octets: Uint8Array): string {
  const groups = Array.from({ length: 8 }, (_, i) => ((octets[i * 2] ?? 0) << 8) | (octets[i * 2 + 1] ?? 0))
  let best = { start: 0, length: 1 }
  for (let start = 0; start < 8; start++) {
    let length = 0
    while (groups[start + length] === 0) length++
    if (length > best.length) best = { start, length }
  }
  const hex = (part: number[]): string => part.map((group) => group.toString(16)).join(':')
  if (best.length < 2) return hex(groups)
  return `${hex(groups.slice(0, best.start))}::${hex(groups.slice(best.start + best.length))}`
}

function nameKind(options: { rootAllowed: boolean }): FieldKind<string> {
  return {
    parse(reader, field) {
      const given = reader.peek()
      const word = reader.name(field)
      if (word === '.') {
        if (!options.rootAllowed) throw new PresentationError(`${field} cannot be the root`)
        return ''
      }
      if (word.includes('://')) throw new PresentationError(`${given} is a URL, not a host name`)
      if (isIP(given.replace(/\.$/, '')) !== 0)
        throw new PresentationError(`${given} is an IP address, not a host name`)
      const parsed = parseDomainName(word, { underscore: true, wildcard: true, escapedDots: true })
      if (!parsed.ok) throw new PresentationError(parsed.error.problem)
      // No top-level domain is a number (RFC 3696 section 2): this is a mistyped address.
      if (/^\d+$/.test(parsed.value.labels.at(-1) ?? '')) throw new PresentationError(`${word} is not a host name`)
      return parsed.value.ascii
    },
    print: (value, spelling) => (value === '' ? '.' : spelling.finalDot ? `${value}.` : value),
    write: (writer, value) => void writer.name(value),
    read: (reader) => reader.name(),
  }
}

/** A domain name, always absolute, in lower case as in canonical form (RFC 4034 6.2). */
export const domainName = nameKind({ rootAllowed: false })

/** A domain name where `.` means that there is no host: MX (RFC 7505), SRV (RFC 2782). */
export const domainNameOrNone = nameKind({ rootAllowed: true })

/**
 * A mailbox as a name: its local part with escaped dots, then its domain (RFC 1035 section 8). `.` means that there is
 * none.
 */
export const mailbox: FieldKind<string> = {
  parse(reader, field) {
    const word = reader.name(field)
    if (word === '.') return ''
    const [, local = '', domain = ''] = /^((?:[\w!#$%&'*+/=?^`{|}~-]|\\\.)+)\.(.*)$/.exec(word) ?? []
    const octets = local.replaceAll('\\', '').length
    if (octets === 0 || octets > 63 || domain === '') throw new PresentationError(`${field} ${word} is not a mailbox`)
    const host = domainName.parse(new PresentationReader(domain), field)
    if (octets + host.length > 252) throw new PresentationError(`${field} is longer than a name can be`)
    return `${local.toLowerCase()}.${host}`
  },
  print: domainNameOrNone.print,
  write(writer, value) {
    for (const label of value.match(/(?:\\.|[^.\\])+/g) ?? []) {
      writer.characterString(Buffer.from(label.replaceAll('\\', ''), 'latin1'))
    }
    writer.uint8(0)
  },
  read: (reader) => reader.name(),
}

/**
 * One or more character strings (RFC 1035 3.3.14). Without quotation marks the whole text is one literal string, except
 * `\;`: zone files and many clients write semicolons so. In quotation marks zone-file escapes apply. Strings above 255
 * octets are split, and how a text is split has no meaning.
 */
export const characterStrings: FieldKind<readonly Buffer[]> = {
  parse(reader, field) {
    const strings: Buffer[] = []
    if (!reader.quoted) strings.push(Buffer.from(plainText(reader.rest(field)).replaceAll('\\;', ';'), 'utf8'))
    while (!reader.done) {
      if (!reader.quoted) throw new PresentationError('text follows a quoted string')
      strings.push(reader.quotedString())
    }
    const octets = strings.reduce((sum, string) => sum + string.length, 0)
    if (octets > MAX_TEXT_OCTETS)
      throw new PresentationError(`the text has ${octets} octets, at most ${MAX_TEXT_OCTETS} fit`)
    return strings.flatMap((string) => {
      if (string.length <= 255) return [string]
      return Array.from({ length: Math.ceil(string.length / 255) }, (_, i) => string.subarray(i * 255, (i + 1) * 255))
    })
  },
  print: (value) => value.map(quote).join(' '),
  write: (writer, value) => value.forEach((string) => writer.characterString(string)),
  read(reader) {
    const strings = [reader.characterString()]
    while (reader.remaining > 0) strings.push(reader.characterString())
    return strings
  },
}

/** Text to the end of the RDATA, printed in quotation marks: the value of a CAA property (RFC 8659 4.1). */
export const remainingText: FieldKind<Buffer> = {
  parse(reader, field) {
    if (!reader.quoted) return unescape(plainText(reader.text(field)))
    const text = reader.quotedString()
    if (!reader.done) throw new PresentationError('text follows a quoted string')
    return text
  },
  print: quote,
  write: (writer, value) => void writer.bytes(value),
  read: (reader) => reader.rest(),
}

/** A character string (RFC 1035 3.3) in quotation marks, or one word. Zone-file escapes apply to both. */
export const characterString: FieldKind<Buffer> = {
  parse(reader, field) {
    const string = reader.quoted ? reader.quotedString() : reader.unquotedString(field)
    if (string.length > 255) throw new PresentationError(`${field} has ${string.length} octets, at most 255 fit`)
    return string
  },
  print: quote,
  write: (writer, value) => void writer.characterString(value),
  read: (reader) => reader.characterString(),
}

/** A short name of letters and digits with its length in front: the tag of a CAA property (RFC 8659 4.1). */
export const tag: FieldKind<string> = {
  parse(reader, field) {
    const word = reader.word(field)
    if (!/^[a-z0-9]{1,255}$/i.test(word)) {
      throw new PresentationError(`${field} ${word} is not 1 to 255 letters and digits`)
    }
    return word.toLowerCase()
  },
  print: (value) => value,
  write: (writer, value) => void writer.characterString(Buffer.from(value, 'latin1')),
  read: (reader) => reader.characterString().toString('latin1'),
}

/** Octets up to the end of the RDATA in hexadecimal digits, blanks between them allowed. */
export const hexadecimal: FieldKind<Buffer> = {
  parse(reader, field) {
    const digits = reader.rest(field).replaceAll(/[ \t]/g, '')
    if (!/^([0-9a-f]{2})+$/i.test(digits)) {
      throw new PresentationError(`${field} is not an even number of hexadecimal digits`)
    }
    return Buffer.from(digits, 'hex')
  },
  print: (value) => value.toString('hex'),
  write: (writer, value) => void writer.bytes(value),
  read(reader) {
    if (reader.remaining === 0) throw new WireError('the octets are missing')
    return reader.rest()
  },
}

/** Octets up to the end of the RDATA in Base64 (RFC 4648 section 4), padded, blanks between the characters allowed. */
export const base64: FieldKind<Buffer> = {
  parse(reader, field) {
    const text = reader.rest(field).replaceAll(/[ \t]/g, '')
    const octets = Buffer.from(text, 'base64')
    // Buffer.from ignores invalid characters and surplus bits after the last octet.
    if (octets.length === 0 || octets.toString('base64') !== text) throw new PresentationError(`${field} is not Base64`)
    return octets
  },
  print: (value) => value.toString('base64'),
  write: (writer, value) => void writer.bytes(value),
  read: hexadecimal.read,
}

/** `octets` octets in hexadecimal, in groups of `group`, with a separator between the groups. */
function grouped(octets: number, group: number, sign: string, write: (digits: string) => string): FieldKind<Buffer> {
  const digits = group === 1 ? '{2}' : `{1,${group * 2}}`
  const count = octets / group
  const pattern = new RegExp(`^[0-9a-f]${digits}(${sign}[0-9a-f]${digits}){${count - 1}}$`, 'i')
  return {
    parse(reader, field) {
      const word = reader.word(field)
      if (!pattern.test(word)) {
        throw new PresentationError(
          `${field} ${word} is not ${count} groups of hexadecimal digits with ${sign} between`,
        )
      }
      const padded = word.split(sign).map((part) => part.padStart(group * 2, '0'))
      return Buffer.from(padded.join(''), 'hex')
    },
    print: (value) => write((value.toString('hex').match(new RegExp(`.{${group * 2}}`, 'g')) ?? []).join(sign)),
    write: (writer, value) => void writer.bytes(value),
    read: (reader) => reader.bytes(octets),
  }
}

const asIs = (digits: string): string => digits

/** A hardware address of 48 bits, `00-00-5e-00-53-2a` (RFC 7043 3.2). */
export const eui48 = grouped(6, 1, '-', asIs)

/** A hardware address of 64 bits (RFC 7043 4.2). */
export const eui64 = grouped(8, 1, '-', asIs)

/** 64 bits like half of an IPv6 address, never shortened (RFC 6742 2.1.2), with leading zeros as in PowerDNS. */
export const locator64 = grouped(8, 2, ':', (digits) => digits.toUpperCase())

/** A number that may be given by name. It is printed as a number, which every name server reads. */
export function named(kind: FieldKind<number>, names: Readonly<Record<string, number>>): FieldKind<number> {
  return {
    ...kind,
    parse(reader, field) {
      if (/^\d/.test(reader.peek())) return kind.parse(reader, field)
      const word = reader.word(field)
      const value = names[word.toUpperCase()]
      if (value === undefined) throw new PresentationError(`${field} ${word} is neither a number nor a known name`)
      return value
    },
  }
}

/**
 * A DNSSEC algorithm by number or mnemonic (IANA registry of DNS security algorithm numbers), also in the spellings of
 * BIND.
 */
export const securityAlgorithm = named(uint8, {
  RSAMD5: 1,
  DH: 2,
  DSA: 3,
  RSASHA1: 5,
  'DSA-NSEC3-SHA1': 6,
  NSEC3DSA: 6,
  'RSASHA1-NSEC3-SHA1': 7,
  NSEC3RSASHA1: 7,
  RSASHA256: 8,
  RSASHA512: 10,
  'ECC-GOST': 12,
  ECCGOST: 12,
  ECDSAP256SHA256: 13,
  ECDSAP384SHA384: 14,
  ED25519: 15,
  ED448: 16,
  INDIRECT: 252,
  PRIVATEDNS: 253,
  PRIVATEOID: 254,
})

function plainText(text: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\0-\x08\x0a-\x1f\x7f]/.test(text))
    throw new PresentationError('the text contains a line break or control character')
  return text
}
