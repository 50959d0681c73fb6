import { recordTypes } from './record-types'
import type { RRset } from './rrset'
import { WireError, WireReader, WireWriter } from './wire'
import { CLASS_IN } from './wire-record'

export const Opcode = { query: 0 } as const

/** RFC 1035 4.1.1; above 15 RFC 6891, carried in the OPT record. */
export const Rcode = {
  noError: 0,
  formatError: 1,
  serverFailure: 2,
  nameError: 3,
  notImplemented: 4,
  refused: 5,
  nameTooLong: 6,
  badVersion: 16,
} as const

const OPT = 41
/** UDP payload size of this server: passes every path without fragments (DNS flag day 2020). */
const UDP_PAYLOAD_OCTETS = 1232
/** UDP payload size of a client without EDNS (RFC 1035 2.3.4). */
const PLAIN_UDP_OCTETS = 512
const HEADER_OCTETS = 12

/** The question of a query. */
export interface Question {
  /** Lower case, no final dot; unprintable octets are escaped. */
  readonly name: string
  readonly labels: readonly string[]
  /** The name as received. */
  readonly wire: Buffer
  /** QTYPE. */
  readonly type: number
  readonly class: number
}

/** The OPT record of a client (RFC 6891 6.1). */
export interface Edns {
  readonly udpPayloadOctets: number
  readonly version: number
  readonly dnssecOk: boolean
}

export interface Query {
  readonly id: number
  readonly opcode: number
  readonly recursionDesired: boolean
  readonly question: Question
  readonly edns?: Edns | undefined
}

/** A message is not a valid query. `answerable` has what an answer FORMERR needs, if the message has that much. */
export class QueryError extends Error {
  override readonly name = 'QueryError'

  constructor(
    message: string,
    readonly answerable?: Pick<Query, 'id' | 'opcode' | 'recursionDesired'>,
  ) {
    super(message)
  }
}

/**
 * Reads a query. Throws QueryError: without `answerable` for a message to drop (too short, or itself an answer, which would
 * start a loop), with it for a message to answer with FORMERR.
 */
export function decodeQuery(wire: Buffer): Query {
  if (wire.length < HEADER_OCTETS) throw new QueryError('the header is cut')
  const flags = wire.readUInt16BE(2)
  if ((flags & 0x8000) !== 0) throw new QueryError('the message is an answer')
  const head = { id: wire.readUInt16BE(0), opcode: (flags >> 11) & 15, recursionDesired: (flags & 0x0100) !== 0 }
  const [questions, answers, authorities, additionals] = [4, 6, 8, 10].map((at) => wire.readUInt16BE(at)) as [
    number,
    number,
    number,
    number,
  ]
  if (questions !== 1) throw new QueryError(`${questions} questions`, head)
  try {
    const reader = new WireReader(wire)
    reader.offset = HEADER_OCTETS
    const labels = reader.labels()
    const question: Question = {
      name: labels.join('.').toLowerCase(),
      labels,
      wire: wire.subarray(HEADER_OCTETS, reader.offset),
      type: reader.uint16(),
      class: reader.uint16(),
    }
    return { ...head, question, edns: readEdns(reader, answers + authorities, additionals) }
  } catch (error) {
    if (error instanceof WireError) throw new QueryError(error.message, head)
    throw error
  }
}

function readEdns(reader: WireReader, before: number, additionals: number): Edns | undefined {
  let edns: Edns | undefined
  for (let index = 0; index < before + additionals; index++) {
    const owner = reader.name()
    const type = reader.uint16()
    const payload = reader.uint16()
    const ttl = reader.uint32()
    reader.bytes(reader.uint16())
    if (type !== OPT) continue
    if (edns !== undefined || owner !== '' || index < before)
      throw new WireError('the OPT record is not where it belongs')
    edns = { udpPayloadOctets: payload, version: (ttl >> 16) & 0xff, dnssecOk: (ttl & 0x8000) !== 0 }
  }
  return edns
}

/** The answer to a query. */
export interface Answer {
  readonly rcode: number
  readonly authoritative: boolean
  readonly answer: readonly RRset[]
  readonly authority: readonly RRset[]
  /**
   * Addresses that a referral needs: those of hosts below the delegation. When they do not fit, the answer has TC
   * (RFC 9471 section 3.1).
   */
  readonly glue?: readonly RRset[]
  /** Addresses that save the client a query. An RRset that does not fit is left out (RFC 2181 section 9). */
  readonly additional: readonly RRset[]
  /** Sends the client to TCP in any case. */
  readonly truncated?: boolean
}

/**
 * Writes the answer to a query. When the required records do not fit over UDP, the answer has no records and TC, so that
 * the client asks over TCP (RFC 2181 section 9).
 */
export function encodeAnswer(query: Query, answer: Answer, transport: 'udp' | 'tcp'): Buffer {
  const limit =
    transport === 'tcp'
      ? 65_535
      : Math.min(UDP_PAYLOAD_OCTETS, Math.max(PLAIN_UDP_OCTETS, query.edns?.udpPayloadOctets ?? PLAIN_UDP_OCTETS))
  const whole = writeAnswer(query, answer, limit)
  if (whole.length <= limit && !answer.truncated) return whole
  return writeAnswer(query, { ...answer, answer: [], authority: [], glue: [], additional: [], truncated: true }, limit)
}

/** FORMERR to a query that could not be read. */
export function encodeFormatError(to: Pick<Query, 'id' | 'opcode' | 'recursionDesired'>): Buffer {
  return writeHeader(new WireWriter(HEADER_OCTETS), to, 0, Rcode.formatError, [0, 0, 0, 0]).finish()
}

/** Offset of the number of additional records in the header (RFC 1035 section 4.1.1). */
const ADDITIONAL_COUNT_AT = 10

/** Octets of an OPT record without options (RFC 6891 section 6.1.2). */
const OPT_OCTETS = 11

/** Octets of a record before its RDATA, where its owner is a pointer (RFC 1035 sections 3.2.1 and 4.1.4). */
const LEAST_RECORD_OCTETS = 12

/** Writes the message with as many additional records as fit into `limit`. */
function writeAnswer(query: Query, answer: Answer, limit: number): Buffer {
  const { glue = [] } = answer
  const count = (sets: readonly RRset[]) => sets.reduce((sum, set) => sum + set.rdatas.length, 0)
  const flags = (answer.authoritative ? 0x0400 : 0) | (answer.truncated ? 0x0200 : 0)
  const writer = writeHeader(new WireWriter(), query, flags, answer.rcode, [
    1,
    count(answer.answer),
    count(answer.authority),
    0,
  ])
  writer
    .questionName(query.question.labels, query.question.wire)
    .uint16(query.question.type)
    .uint16(query.question.class)
  for (const set of [...answer.answer, ...answer.authority, ...glue]) writeSet(writer, set)
  let additionals = count(glue) + (query.edns ? 1 : 0)
  const end = limit - (query.edns ? OPT_OCTETS : 0)
  for (const set of answer.additional) {
    const least = set.rdatas.reduce((sum, rdata) => sum + LEAST_RECORD_OCTETS + rdata.length, 0)
    if (least <= end - writer.size && writer.within(end, () => writeSet(writer, set))) additionals += set.rdatas.length
  }
  writer.patch16(ADDITIONAL_COUNT_AT, additionals)
  if (query.edns) {
    const flagsAndVersion = ((answer.rcode >> 4) << 24) | (query.edns.dnssecOk ? 0x8000 : 0)
    writer
      .name('')
      .uint16(OPT)
      .uint16(UDP_PAYLOAD_OCTETS)
      .uint32(flagsAndVersion >>> 0)
      .uint16(0)
  }
  return writer.finish()
}

function writeHeader(
  writer: WireWriter,
  to: Pick<Query, 'id' | 'opcode' | 'recursionDesired'>,
  flags: number,
  rcode: number,
  counts: readonly [number, number, number, number],
): WireWriter {
  writer.uint16(to.id).uint16(0x8000 | (to.opcode << 11) | flags | (to.recursionDesired ? 0x0100 : 0) | (rcode & 15))
  counts.forEach((count) => writer.uint16(count))
  return writer
}

/** Types whose RDATA may have compressed names: those that every receiver knows (RFC 3597 section 4). */
const compressible = new Set(['CNAME', 'NS', 'PTR'])

function writeSet(writer: WireWriter, set: RRset): void {
  const type = recordTypes.get(set.type)
  if (type === undefined) throw new WireError(`type ${set.type} has no code`)
  for (const rdata of set.rdatas) {
    writer.compressedName(set.owner).uint16(type.code).uint16(CLASS_IN).uint32(set.ttl)
    if (compressible.has(set.type)) {
      writer.prefixed16(() => writer.compressedName(new WireReader(rdata).name()))
    } else writer.uint16(rdata.length).bytes(rdata)
  }
}
