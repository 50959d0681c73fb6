import { lengthOf, MAX_NAME_CHARACTERS, parseDomainName, type Parsed } from '@nameyard/names/domain-name'
import { isWithin } from '@nameyard/names/relation'
import { PresentationError } from './presentation'
import { lacksPrio, parseRdata, parseZoneFileRdata, presentRdata, type RecordType } from './record-type'
import { recordTypes } from './record-types'
import { servedRdata } from './served-rdata'

/** One record of a zone in canonical form. Two records are the same when owner, type and RDATA are the same. */
export interface ZoneRecord {
  /** Full name: lower case, A-labels, no final dot. */
  readonly owner: string
  /** Mnemonic, a key of `recordTypes`. */
  readonly type: string
  /** Seconds. */
  readonly ttl: number
  readonly rdata: Buffer
}

/** A record as a client writes it. */
export interface RecordGiven {
  /** Relative to the zone, or absolute; `''` and `@` are the apex. */
  readonly name: string
  readonly type: string
  readonly value: string
  readonly prio?: number | undefined
  readonly ttl: number
}

/** A record as the API shows it: absolute name, TXT quoted, names without final dot, prio 0 where the type has none. */
export interface RecordShown {
  readonly name: string
  readonly type: string
  readonly value: string
  readonly prio: number
  readonly ttl: number
}

/** Why a record, or a set of records, is invalid. */
export interface RecordError {
  readonly kind:
    | 'type_unsupported'
    | 'type_managed'
    | 'name_invalid'
    | 'value_missing'
    | 'value_invalid'
    | 'ttl_invalid'
    | 'prio_invalid'
    | 'duplicate'
    | 'conflict'
  /** The record for messages: type and name as given. */
  readonly record: string
  readonly type: string
  readonly field: 'name' | 'type' | 'value' | 'prio' | 'ttl'
  readonly problem: string
}

/** Bounds of TTLs, in seconds, both included. */
export interface TtlPolicy {
  readonly min: number
  readonly max: number
}

/** Requirements of this installation, beyond those of the record types. */
export interface RecordPolicy extends TtlPolicy {
  /** Why the name servers cannot store a record, and which of its fields is the reason. */
  readonly obstacle?: (record: ZoneRecord) => { readonly field: 'name' | 'value'; readonly problem: string } | undefined
}

/**
 * Reads a record of a client into canonical form. With an `origin`, its value is written as in a zone file: names are
 * relative to the origin, and the value contains the prio.
 */
export function parseRecord(
  given: RecordGiven,
  apex: string,
  policy: RecordPolicy,
  origin?: string,
): Parsed<ZoneRecord, RecordError> {
  const mnemonic = given.type.trim().toUpperCase()
  const refuse = (kind: RecordError['kind'], field: RecordError['field'], problem: string) => ({
    ok: false as const,
    error: { kind, record: `${mnemonic} ${given.name === '' ? '@' : given.name}`, type: mnemonic, field, problem },
  })

  const type = recordTypes.get(mnemonic)
  if (type === undefined) return refuse('type_unsupported', 'type', unsupported(mnemonic))
  const owner = parseOwner(given.name, apex)
  if (!owner.ok) return refuse('name_invalid', 'name', owner.error)
  if (type.place === 'never') return refuse('type_managed', 'type', `${type.name} records are made by the platform`)
  if (type.place === 'below-apex' && owner.value === apex) {
    return refuse('type_managed', 'name', `${type.name} records cannot be set at the zone's own name`)
  }
  if (type.place === 'apex' && owner.value !== apex) {
    return refuse('name_invalid', 'name', `${type.name} records can be set at the zone's own name only`)
  }
  if (!Number.isInteger(given.ttl) || given.ttl < policy.min || given.ttl > policy.max) {
    return refuse('ttl_invalid', 'ttl', `the ttl must be from ${policy.min} to ${policy.max} seconds`)
  }
  if (given.prio !== undefined && (!Number.isInteger(given.prio) || given.prio < 0 || given.prio > 65_535)) {
    return refuse('prio_invalid', 'prio', 'the prio must be from 0 to 65535')
  }
  if (given.value.trim() === '' && !type.mayBeEmpty) return refuse('value_missing', 'value', 'the value is missing')
  if (origin === undefined && given.prio === undefined && lacksPrio(type, given.value)) {
    return refuse('prio_invalid', 'prio', `${type.name} records need a prio from 0 to 65535`)
  }
  const rdata = rdataOf(type, given, origin)
  if (!rdata.ok) return refuse('value_invalid', 'value', rdata.error)
  const record = { owner: owner.value, type: type.name, ttl: given.ttl, rdata: rdata.value }
  const obstacle = policy.obstacle?.(record)
  if (obstacle) return refuse(`${obstacle.field}_invalid`, obstacle.field, obstacle.problem)
  return { ok: true, value: record }
}

/** A name server would have to look up the target of an ALIAS. Resolvers look up the target of an HTTPS record. */
function unsupported(mnemonic: string): string {
  if (mnemonic === 'ALIAS' || mnemonic === 'ANAME') return 'not supported; use an HTTPS record in AliasMode'
  return `record type ${mnemonic} is not supported`
}

/**
 * Returns the absolute owner name of a name as clients write it: relative to the apex, unless the name is already within
 * the zone.
 */
export function parseOwner(name: string, apex: string): Parsed<string, string> {
  if (name === '' || name === '@') return { ok: true, value: apex }
  const relative = parseDomainName(name, ownerForm)
  if (!relative.ok) return { ok: false, error: relative.error.problem }
  if (isWithin(relative.value.ascii, apex)) return { ok: true, value: relative.value.ascii }
  if (/(?<!\\)\.$/.test(name)) return { ok: false, error: `the name is not in the zone ${apex}` }
  const full = `${relative.value.ascii}.${apex}`
  const length = lengthOf(full)
  if (length <= MAX_NAME_CHARACTERS) return { ok: true, value: full }
  return { ok: false, error: `the name has ${length} characters, at most ${MAX_NAME_CHARACTERS} fit` }
}

const ownerForm = { underscore: true, wildcard: true, escapedDots: true }

function rdataOf(type: RecordType, { value, prio }: RecordGiven, origin?: string): Parsed<Buffer, string> {
  try {
    const rdata = origin === undefined ? parseRdata(type, value, prio) : parseZoneFileRdata(type, value, origin)
    return { ok: true, value: rdata }
  } catch (error) {
    if (error instanceof PresentationError) return { ok: false, error: error.message }
    throw error
  }
}

/** Returns a record as clients read it. */
export function presentRecord(record: ZoneRecord): RecordShown {
  const type = recordTypes.get(record.type)
  if (type === undefined) throw new Error(`a stored record has the unknown type ${record.type}`)
  return { name: record.owner, type: record.type, ...presentRdata(type, record.rdata), ttl: record.ttl }
}

/** Identifies a record: two records are the same when their keys are. The TTL does not count (RFC 2181 section 5). */
export function recordKey(record: Pick<ZoneRecord, 'owner' | 'type' | 'rdata'>): string {
  return `${record.owner} ${record.type} ${servedRdata(record.type, record.rdata).toString('latin1')}`
}
