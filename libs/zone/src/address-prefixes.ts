import { ipv4Address, ipv6Address, type FieldKind } from './field'
import { PresentationError, PresentationReader } from './presentation'
import { unknownRdata } from './unknown-rdata'
import { WireError, WireReader, WireWriter } from './wire'

/** An item of an APL record (RFC 3123 section 4). */
export interface AddressPrefix {
  readonly negated: boolean
  /** Address family: 1 is IPv4, 2 is IPv6. */
  readonly family: 1 | 2
  /** The whole address; bits after the prefix are 0. */
  readonly address: Buffer
  /** Bits of the prefix. */
  readonly bits: number
}

const addressOctets = { 1: 4, 2: 16 } as const
const SPELLED = { finalDot: true }

/**
 * Any number of `[!]family:address/bits`. The wire form omits zero octets at the end of an address. An empty list is printed
 * in the generic form (RFC 3597 section 5), because readers treat an empty text as a missing one.
 */
export const addressPrefixes: FieldKind<readonly AddressPrefix[]> = {
  parse(reader, field) {
    const prefixes: AddressPrefix[] = []
    while (!reader.done) prefixes.push(parsePrefix(reader.word(field), field))
    return prefixes
  },
  print: (value, spelling) =>
    value.length === 0
      ? spelling.powerdns
        ? ''
        : unknownRdata.print(Buffer.alloc(0), spelling)
      : value
          .map((prefix) => `${prefix.negated ? '!' : ''}${prefix.family}:${printAddress(prefix)}/${prefix.bits}`)
          .join(' '),
  write(writer, value) {
    for (const { negated, family, address, bits } of value) {
      const part = address.subarray(0, address.findLastIndex((octet) => octet !== 0) + 1)
      writer.uint16(family).uint8(bits).uint8((negated ? 0x80 : 0) | part.length).bytes(part) // prettier-ignore
    }
  },
  read(reader) {
    const prefixes: AddressPrefix[] = []
    while (reader.remaining > 0) {
      const family = reader.uint16()
      const bits = reader.uint8()
      const length = reader.uint8()
      if (family !== 1 && family !== 2) throw new WireError(`the address family ${family} is not known`)
      const address = Buffer.alloc(addressOctets[family])
      const part = reader.bytes(length & 0x7f)
      if (part.length > address.length || part.at(-1) === 0) throw new WireError('an address has a wrong length')
      part.copy(address)
      prefixes.push({ negated: length > 0x7f, family, address, bits })
    }
    return prefixes
  },
}

function parsePrefix(word: string, field: string): AddressPrefix {
  const [, negation, family, address = '', bits] = /^(!?)([12]):([0-9a-f:.]+)\/(\d{1,3})$/i.exec(word) ?? []
  if (family !== '1' && family !== '2') {
    throw new PresentationError(`${field}: ${word} is not of the form [!]family:address/bits with family 1 or 2`)
  }
  const prefix: AddressPrefix = {
    negated: negation === '!',
    family: family === '1' ? 1 : 2,
    address: family === '1' ? Buffer.from(wireOf(ipv4Address, address)) : wireOf(ipv6Address, address),
    bits: Number(bits),
  }
  if (prefix.bits > prefix.address.length * 8) throw new PresentationError(`${field}: ${word} has too long a prefix`)
  if (hasBitsBehind(prefix)) throw new PresentationError(`${field}: ${word} has bits set behind its prefix`)
  return prefix
}

function wireOf<Value>(kind: FieldKind<Value>, text: string): Buffer {
  const writer = new WireWriter(16)
  kind.write(writer, kind.parse(new PresentationReader(text), 'address'))
  return writer.finish()
}

function hasBitsBehind({ address, bits }: AddressPrefix): boolean {
  return address.some((octet, index) => (octet & (0xff >> Math.min(8, Math.max(0, bits - index * 8)))) !== 0)
}

function printAddress({ family, address }: AddressPrefix): string {
  const reader = new WireReader(address)
  return family === 1 ? ipv4Address.print(ipv4Address.read(reader), SPELLED) : ipv6Address.print(address, SPELLED)
}
