import { ipv4Address, ipv6Address, type FieldKind, type Spelling } from './field'
import { PresentationError, PresentationReader, quote, type Parameter } from './presentation'
import { WireError, WireReader, WireWriter } from './wire'

/** A parameter of a service binding in its wire form (RFC 9460 2.2). */
export interface SvcParam {
  readonly key: number
  readonly value: Buffer
}

/** A known key, with parser and printer of its value. Printing returns undefined for a key without a value. */
interface SvcParamKey {
  readonly name: string
  /** Name servers from before the key was defined read it by its number only. */
  readonly young?: boolean
  /** Its value is written without escapes (RFC 9460 7.2, 7.3 and 8). */
  readonly plain?: boolean
  parse(text: Buffer): Buffer
  print(value: Buffer, spelling: Spelling): string | undefined
}

const MANDATORY = 0
const ALPN = 1
const NO_DEFAULT_ALPN = 2
/** "Invalid key" (RFC 9460 14.3.2). */
const RESERVED = 65_535
/** The largest length of a value. */
const MAX_VALUE_OCTETS = 65_535
const SPELLED = { finalDot: true }

/** An IPv6 address that contains IPv4, with a dotted end as name servers write it. PowerDNS reads no other form here. */
const ipv6Hint: FieldKind<Buffer> = {
  ...ipv6Address,
  print: (value, spelling) =>
    ipv6Address
      .print(value, spelling)
      .replace(/^(::(?:ffff:)?)[0-9a-f]+:[0-9a-f]+$/, (_, head: string) => `${head}${value.subarray(12).join('.')}`),
}

/** IANA registry of service parameter keys. */
const keys: ReadonlyMap<number, SvcParamKey> = new Map([
  [MANDATORY, { name: 'mandatory', plain: true, parse: parseKeyList, print: printKeyList }],
  [ALPN, { name: 'alpn', parse: parseProtocols, print: printProtocols }],
  [NO_DEFAULT_ALPN, flag('no-default-alpn')],
  [
    3,
    {
      name: 'port',
      plain: true,
      parse: parsePort,
      print: (value: Buffer) => String(read(value, (reader) => reader.uint16())),
    },
  ],
  [4, list('ipv4hint', ipv4Address)],
  [5, { name: 'ech', plain: true, parse: parseBase64, print: (value: Buffer) => `"${value.toString('base64')}"` }],
  [6, list('ipv6hint', ipv6Hint)],
  [7, { name: 'dohpath', young: true, parse: parseDohpath, print: quote }],
  [8, { ...flag('ohttp'), young: true }],
])
const keysByName = new Map([...keys].map(([key, { name }]) => [name, key]))

/** Parameters in any order, printed and on the wire by ascending key, each once (RFC 9460 2.1, 2.2). */
export const svcParams: FieldKind<readonly SvcParam[]> = {
  parse(reader) {
    const params = new Map<number, Buffer>()
    while (!reader.done) {
      const parameter = reader.parameter()
      const { name } = parameter
      const key = keyOf(name)
      if (params.has(key)) throw new PresentationError(`${name} is given twice`)
      const octets = parseValue(key, parameter)
      if (octets.length > MAX_VALUE_OCTETS)
        throw new PresentationError(`${name} has more than ${MAX_VALUE_OCTETS} octets`)
      params.set(key, octets)
    }
    const problem = inconsistency(params)
    if (problem !== undefined) throw new PresentationError(problem)
    return [...params].map(([key, value]) => ({ key, value })).sort((one, other) => one.key - other.key)
  },
  print: (value, spelling) => value.map((param) => printParam(param, spelling)).join(' '),
  write(writer, value) {
    for (const param of value) writer.uint16(param.key).uint16(param.value.length).bytes(param.value)
  },
  read(reader) {
    const params: SvcParam[] = []
    while (reader.remaining > 0) {
      const key = reader.uint16()
      if (key <= (params.at(-1)?.key ?? -1)) throw new WireError('the params are not in ascending order')
      params.push({ key, value: reader.bytes(reader.uint16()) })
    }
    return params
  },
}

function keyOf(name: string): number {
  const known = keysByName.get(name)
  if (known !== undefined) return known
  const [, number] = /^key(0|[1-9]\d{0,4})$/.exec(name) ?? []
  if (number === undefined || Number(number) >= RESERVED) throw new PresentationError(`${name} is not a key of params`)
  return Number(number)
}

function nameOf(key: number, spelling: Spelling = SPELLED): string {
  const known = keys.get(key)
  return known === undefined || (known.young && spelling.portable) ? `key${key}` : known.name
}

function parseValue(key: number, { name, value, escaped }: Parameter): Buffer {
  const known = keys.get(key)
  const text = value ?? Buffer.alloc(0)
  if (known === undefined) return text
  if (name === known.name) {
    if (known.plain && escaped) throw new PresentationError(`${name} has an escape in it`)
    return known.parse(text)
  }
  // A key by its number has a value in wire form, which must be valid for the key.
  try {
    const own = new PresentationReader(printParam({ key, value: text }, SPELLED)).parameter()
    if (known.parse(own.value ?? Buffer.alloc(0)).equals(text)) return text
  } catch (error) {
    if (!(error instanceof WireError)) throw error
  }
  throw new PresentationError(`${name} does not hold a value of ${known.name}`)
}

function printParam({ key, value }: SvcParam, spelling: Spelling): string {
  const known = keys.get(key)
  const name = nameOf(key, spelling)
  if (known?.name !== name) return `${name}=${quote(value)}`
  const printed = known.print(value, spelling)
  return printed === undefined ? name : `${name}=${printed}`
}

/** The rules of RFC 9460 for params as a whole: section 7.1.1 for alpn, section 8 for mandatory. */
function inconsistency(params: ReadonlyMap<number, Buffer>): string | undefined {
  if (params.has(NO_DEFAULT_ALPN) && !params.has(ALPN)) return 'no-default-alpn goes with alpn only'
  const mandatory = params.get(MANDATORY)
  const absent = mandatory && keyList(mandatory).find((key) => !params.has(key))
  return absent === undefined ? undefined : `mandatory names ${nameOf(absent)}, which is not given`
}

function flag(name: string): SvcParamKey {
  return {
    name,
    parse(text) {
      if (text.length > 0) throw new PresentationError(`${name} has no value`)
      return text
    },
    print(value) {
      if (value.length > 0) throw new WireError(`${name} has no value`)
      return undefined
    },
  }
}

/** Values of a fixed length, separated by commas. */
function list<Value>(name: string, kind: FieldKind<Value>): SvcParamKey {
  return {
    name,
    plain: true,
    parse(text) {
      const items = text.toString('latin1')
      if (/[ \t]/.test(items)) throw new PresentationError(`${name} has a blank in it`)
      const writer = new WireWriter()
      for (const item of items.split(',')) kind.write(writer, kind.parse(new PresentationReader(item), name))
      return writer.finish()
    },
    print: (value) =>
      read(value, (reader) => {
        const items = [kind.print(kind.read(reader), SPELLED)]
        while (reader.remaining > 0) items.push(kind.print(kind.read(reader), SPELLED))
        return items.join(',')
      }),
  }
}

function parseKeyList(text: Buffer): Buffer {
  if (text.length === 0) throw new PresentationError('mandatory names no key')
  const named = text.toString('latin1').split(',').map(keyOf).sort((one, other) => one - other) // prettier-ignore
  if (named.includes(MANDATORY)) throw new PresentationError('mandatory names itself')
  const repeated = named.find((key, index) => key === named[index + 1])
  if (repeated !== undefined) throw new PresentationError(`mandatory names ${nameOf(repeated)} twice`)
  const writer = new WireWriter()
  for (const key of named) writer.uint16(key)
  return writer.finish()
}

function keyList(value: Buffer): number[] {
  return read(value, (reader) => {
    const list = [reader.uint16()]
    while (reader.remaining > 0) list.push(reader.uint16())
    return list
  })
}

function printKeyList(value: Buffer, spelling: Spelling): string {
  return keyList(value)
    .map((key) => nameOf(key, spelling))
    .join(',')
}

function parsePort(text: Buffer): Buffer {
  const digits = text.toString('latin1')
  if (!/^\d+$/.test(digits) || Number(digits) > 0xffff) throw new PresentationError(`port ${digits} is not a port`)
  return new WireWriter(2).uint16(Number(digits)).finish()
}

function parseBase64(text: Buffer): Buffer {
  const octets = Buffer.from(text.toString('latin1'), 'base64')
  if (octets.length === 0 || octets.toString('base64') !== text.toString('latin1')) {
    throw new PresentationError('ech is not Base64')
  }
  return octets
}

/** A template of a relative URI with the variable `dns` (RFC 9461 section 5). */
function parseDohpath(text: Buffer): Buffer {
  const path = text.toString('latin1')
  const expressions = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, expression = '']) => expression)
  const hasDns = expressions.some((expression) => expression.split(/[^\w.%]/).includes('dns'))
  if (!/^\/[!-~]*$/.test(path) || !hasDns) {
    throw new PresentationError('dohpath is not a path with the variable dns')
  }
  return text
}

const COMMA = ','.charCodeAt(0)
const BACKSLASH = '\\'.charCodeAt(0)

/** Protocols separated by commas. A comma or backslash within a protocol has a backslash (RFC 9460 A.1). */
function parseProtocols(text: Buffer): Buffer {
  const protocols: number[][] = [[]]
  for (let at = 0; at < text.length; at++) {
    const octet = text[at] as number
    if (octet === COMMA) protocols.push([])
    else if (octet !== BACKSLASH) protocols.at(-1)?.push(octet)
    else {
      const escaped = text[++at]
      if (escaped !== COMMA && escaped !== BACKSLASH) {
        throw new PresentationError('alpn has a backslash before neither a comma nor a backslash')
      }
      protocols.at(-1)?.push(escaped)
    }
  }
  const writer = new WireWriter()
  for (const protocol of protocols) {
    if (protocol.length === 0 || protocol.length > 255) {
      throw new PresentationError(`alpn has a protocol of ${protocol.length} octets, not of 1 to 255`)
    }
    writer.characterString(Uint8Array.from(protocol))
  }
  return writer.finish()
}

function printProtocols(value: Buffer): string {
  const protocols = read(value, (reader) => {
    const found: string[] = []
    do {
      const protocol = reader.characterString().toString('latin1')
      if (protocol === '') throw new WireError('a protocol is empty')
      found.push(protocol.replaceAll(/[\\,]/g, '\\$&'))
    } while (reader.remaining > 0)
    return found.join(',')
  })
  const quoted = quote(Buffer.from(protocols, 'latin1'))
  // PowerDNS adds quotation marks only where the value would not be one word.
  return /[ ;()]/.test(quoted) ? quoted : quoted.slice(1, -1)
}

/** Reads a whole value. Throws WireError. */
function read<Value>(value: Buffer, how: (reader: WireReader) => Value): Value {
  return new WireReader(value).within(value.length, how)
}
