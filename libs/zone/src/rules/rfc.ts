import { readRdata } from '../record-type'
import { recordTypes } from '../record-types'
import { cdnskey } from '../record/cdnskey'
import { cds } from '../record/cds'
import { mx } from '../record/mx'
import { zonemd } from '../record/zonemd'
import { toRRsets, type RRset } from '../rrset'
import { recordKey, type RecordError, type ZoneRecord } from '../zone-record'

/** Largest DNS message: over TCP its length has two octets (RFC 1035 section 4.2.2). It must hold an RRset as a whole. */
const MESSAGE_OCTETS = 65_535
/** Header, type and class of the question, and OPT (RFC 1035 section 4.1, RFC 6891 section 6.1.2). */
const FRAME_OCTETS = 12 + 4 + 11
/** A record without its RDATA: a pointer to its owner, type, class, TTL and length (RFC 1035 section 3.2.1). */
const RECORD_OCTETS = 12
/** RDATA of an RRSIG with a key of ECDSA P-256, without the name of the signer (RFC 4034 section 3.1, RFC 6605). */
const SIGNATURE_OCTETS = 18 + 64
const MAX_NAME_OCTETS = 255

/**
 * Returns the first conflict between the records of a zone, or undefined. `records` are all records of the reseller; SOA
 * and NS of the apex are implied.
 */
export function conflictAmong(records: readonly ZoneRecord[], apex: string): RecordError | undefined {
  return duplicateAmong(records) ?? conflictOfSets(toRRsets(records), apex)
}

function duplicateAmong(records: readonly ZoneRecord[]): RecordError | undefined {
  const seen = new Set<string>()
  for (const record of records) {
    const key = recordKey(record)
    if (seen.has(key)) return fault(record, 'duplicate', 'the record is given twice')
    seen.add(key)
  }
  return undefined
}

function conflictOfSets(sets: readonly RRset[], apex: string): RecordError | undefined {
  const byOwner = new Map<string, RRset[]>()
  for (const set of sets) {
    const atOwner = byOwner.get(set.owner)
    if (atOwner) atOwner.push(set)
    else byOwner.set(set.owner, [set])
  }
  for (const atOwner of byOwner.values()) {
    for (const set of atOwner) {
      const problem = problemOf(set, atOwner, apex)
      if (problem !== undefined) return fault(set, 'conflict', problem)
    }
  }
  return undefined
}

function problemOf(set: RRset, atOwner: readonly RRset[], apex: string): string | undefined {
  const isApex = set.owner === apex
  if (recordTypes.get(set.type)?.exclusive) {
    if (isApex) return `a ${set.type} cannot be at the zone's own name, which has SOA and NS`
    const other = atOwner.find((each) => each !== set)
    if (other) return `a ${set.type} cannot be at the same name as ${other.type} records`
    if (set.rdatas.length > 1) return `a name can have only one ${set.type}`
  }
  if (recordTypes.get(set.type)?.single && set.rdatas.length > 1) return `a name can have only one ${set.type}`
  if (set.type === 'DNAME' && !isApex && atOwner.some((each) => each.type === 'NS')) {
    return "a DNAME cannot be at the same name as NS records, except at the zone's own name"
  }
  if (asksForNoDs(set) && set.rdatas.length > 1) {
    return `the ${set.type} that asks for no DS must be the only one`
  }
  if (set.type === 'ZONEMD' && sharesScheme(set.rdatas)) {
    return 'two ZONEMD records have the same scheme and hash algorithm'
  }
  if (set.type === 'MX' && set.rdatas.length > 1 && set.rdatas.some((rdata) => readRdata(mx, rdata).exchange === '')) {
    return 'an MX with the value . must be the only one at its name'
  }
  if (set.type === 'DS' && !atOwner.some((each) => each.type === 'NS')) {
    return 'a DS is allowed only at a delegation, where NS records are'
  }
  const room = roomFor(set.owner, apex)
  const octets = set.rdatas.reduce((sum, rdata) => sum + RECORD_OCTETS + rdata.length, 0)
  if (octets > room) return `${octets} octets of ${set.type} records, at most ${room} fit into an answer`
  return undefined
}

/** Octets for the records of an owner in the largest signed answer. A wildcard answers for names of any length. */
function roomFor(owner: string, apex: string): number {
  const question = owner.startsWith('*.') ? MAX_NAME_OCTETS : owner.length + 2
  return MESSAGE_OCTETS - FRAME_OCTETS - question - (RECORD_OCTETS + SIGNATURE_OCTETS + apex.length + 2)
}

/** Whether a set asks the parent to delete its DS: algorithm 0 (RFC 8078 section 4). */
function asksForNoDs({ type, rdatas }: RRset): boolean {
  if (type === 'CDS') return rdatas.some((rdata) => readRdata(cds, rdata).algorithm === 0)
  return type === 'CDNSKEY' && rdatas.some((rdata) => readRdata(cdnskey, rdata).algorithm === 0)
}

/** Whether two digests have the same scheme and algorithm; verifiers ignore such digests (RFC 8976 2.2.3). */
function sharesScheme(rdatas: readonly Buffer[]): boolean {
  const kinds = rdatas.map((rdata) => {
    const { scheme, hashAlgorithm } = readRdata(zonemd, rdata)
    return `${scheme} ${hashAlgorithm}`
  })
  return new Set(kinds).size < kinds.length
}

function fault(at: Pick<RRset, 'owner' | 'type'>, kind: 'duplicate' | 'conflict', problem: string): RecordError {
  return { kind, record: `${at.type} ${at.owner}`, type: at.type, field: 'value', problem }
}
