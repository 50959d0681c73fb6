import { cdnskey } from '../record/cdnskey'
import { cds } from '../record/cds'
import { mx } from '../record/mx'
import { zonemd } from '../record/zonemd'
import { readRdata } from '../record-type'
import { recordTypes } from '../record-types'
import { toRRsets, type RRset } from '../rrset'
import { recordKey, type RecordError, type ZoneRecord } from '../zone-record'

/** Most octets of RDATA, and most records, of one RRset: both still fit into one DNS message over TCP. */
const MAX_RRSET_OCTETS = 64_000
export const MAX_RRSET_RECORDS = 4_091

/**
 * The first thing that keeps records from standing together in one zone, or undefined. `records` are all those of a
 * reseller; SOA and NS of the apex are understood.
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
  for (const [owner, atOwner] of byOwner) {
    for (const set of atOwner) {
      const problem = problemOf(set, atOwner, owner === apex)
      if (problem !== undefined) return fault(set, 'conflict', problem)
    }
  }
  return undefined
}

function problemOf(set: RRset, atOwner: readonly RRset[], isApex: boolean): string | undefined {
  if (recordTypes.get(set.type)?.exclusive) {
    if (isApex) return `a ${set.type} cannot stand at the zone's own name, beside SOA and NS`
    const other = atOwner.find((each) => each !== set)
    if (other) return `a ${set.type} cannot stand beside ${other.type} records`
    if (set.rdatas.length > 1) return `only one ${set.type} can stand at a name`
  }
  if (recordTypes.get(set.type)?.single && set.rdatas.length > 1) return `only one ${set.type} can stand at a name`
  if (set.type === 'DNAME' && !isApex && atOwner.some((each) => each.type === 'NS')) {
    return "a DNAME cannot stand beside NS records, except at the zone's own name"
  }
  if (asksForNoDs(set) && set.rdatas.length > 1) {
    return `the ${set.type} that asks for no DS must be the only one`
  }
  if (set.type === 'ZONEMD' && sharesScheme(set.rdatas)) {
    return 'each ZONEMD has a scheme and hash algorithm of its own'
  }
  if (set.type === 'MX' && set.rdatas.length > 1 && set.rdatas.some((rdata) => readRdata(mx, rdata).exchange === '')) {
    return 'an MX with the value . must be the only one at its name'
  }
  if (set.type === 'DS' && !atOwner.some((each) => each.type === 'NS')) {
    return 'a DS stands only at a delegation, beside NS records'
  }
  if (set.rdatas.length > MAX_RRSET_RECORDS) {
    return `${set.rdatas.length} records of one type stand at the name, at most ${MAX_RRSET_RECORDS} can`
  }
  const octets = set.rdatas.reduce((sum, rdata) => sum + rdata.length, 0)
  if (octets > MAX_RRSET_OCTETS) {
    return `the ${set.type} records at the name have ${octets} octets, at most ${MAX_RRSET_OCTETS} fit`
  }
  return undefined
}

/** RFC 8078 section 4. Algorithm 0 stands in no other record of these types. */
function asksForNoDs({ type, rdatas }: RRset): boolean {
  if (type === 'CDS') return rdatas.some((rdata) => readRdata(cds, rdata).algorithm === 0)
  return type === 'CDNSKEY' && rdatas.some((rdata) => readRdata(cdnskey, rdata).algorithm === 0)
}

/** RFC 8976 2.2.3: more than one digest of a kind says nothing. */
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
