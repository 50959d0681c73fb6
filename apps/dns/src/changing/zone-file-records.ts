import type { Warning } from '@nameyard/contracts/envelope'
import { errors, Refusal, type Fault } from '@nameyard/contracts/errors'
import { alignTtls } from '@nameyard/zone/rrset'
import { parseZoneFile } from '@nameyard/zone/zone-file'
import {
  parseOwner,
  parseRecord,
  recordKey,
  type RecordError,
  type RecordPolicy,
  type ZoneRecord,
} from '@nameyard/zone/zone-record'
import { recordRefusal } from '../records/refuse-record'
import { clampedWarning, movedWarnings } from './zone-warnings'

/** A record of a zone file with the line on which it begins. */
export interface Line {
  readonly line: number
  readonly record: ZoneRecord
}

/** A file with more faults is not a zone file. A refusal that names all of them would be larger than the file. */
const MOST_FAULTS = 100

/** Types that name servers make when they sign (RFC 4034, RFC 5155). */
const signatures = new Set(['RRSIG', 'NSEC', 'NSEC3', 'NSEC3PARAM'])

/**
 * Returns the records of a zone file, each once. Leaves out records that the platform makes, with a warning where that
 * could surprise. Sets TTLs out of bounds to the nearest bound, and gives an RRset with several TTLs the first one, as name
 * servers do; warnings say so. Refuses a file with invalid lines, and names up to 100 of them.
 */
export function zoneFileRecords(
  text: string,
  apex: string,
  policy: RecordPolicy,
  nameservers: readonly string[],
): { lines: Line[]; warnings: Warning[] } {
  const file = parseZoneFile(text, apex)
  const faults: { line: number; problem: string; error?: RecordError }[] = [...file.faults]
  const lines = new Map<string, Line>()
  const warnings: Warning[] = []
  const leaveOut = (what: string, because: string) =>
    warnings.push({ code: errors.record_managed.code, data: what, desc: `Left out: ${what}; ${because}.` })
  let isSigned = false
  let clamped = 0
  for (const { line, given, origin } of file.records) {
    if (faults.length >= MOST_FAULTS) break
    if (signatures.has(given.type)) isSigned = true
    else if (given.type === 'NS' && isAt(apex, given.name)) {
      if (!namesOneOf(given.value, origin, nameservers))
        leaveOut(`NS ${given.value} of line ${line}`, 'the zone has the nameservers of the platform')
    } else if (!(given.type === 'SOA' && (isAt(apex, given.name) || isApexWithoutDot(apex, given.name)))) {
      const ttl = Math.min(Math.max(given.ttl, policy.min), policy.max)
      if (ttl !== given.ttl) clamped++
      const parsed = parseRecord({ ...given, ttl }, apex, policy, origin)
      if (parsed.ok) {
        const key = recordKey(parsed.value)
        if (!lines.has(key)) lines.set(key, { line, record: parsed.value })
      } else faults.push({ line, problem: `${parsed.error.record}: ${parsed.error.problem}`, error: parsed.error })
    }
  }
  if (isSigned) leaveOut('RRSIG, NSEC and the like', 'the name server that signs makes them')
  if (faults.length > 0) throw refusalOf(faults.toSorted((a, b) => a.line - b.line))
  if (clamped > 0) warnings.push(clampedWarning(clamped, policy))
  const given = [...lines.values()]
  const { records, moved } = alignTtls(given.map(({ record }) => record), 'first') // prettier-ignore
  warnings.push(...movedWarnings(moved))
  return { lines: given.map(({ line }, at) => ({ line, record: records[at]! })), warnings }
}

function isAt(apex: string, name: string): boolean {
  const owner = parseOwner(name, apex)
  return owner.ok && owner.value === apex
}

/** Files of Cloudflare have the SOA's owner as an absolute name without its final dot, so it seems to be below the apex. */
function isApexWithoutDot(apex: string, name: string): boolean {
  return isAt(`${apex}.${apex}`, name)
}

function namesOneOf(value: string, origin: string, nameservers: readonly string[]): boolean {
  const host = value.endsWith('.') ? value.slice(0, -1) : `${value}.${origin}`
  return nameservers.some((name) => name.toLowerCase() === host.toLowerCase())
}

/** The first fault decides the error code; the details have all faults. */
function refusalOf(faults: readonly { line: number; problem: string; error?: RecordError }[]): Refusal {
  const [{ line, problem, error }] = faults as [(typeof faults)[number]]
  const all: Fault[] = faults.map((each) => ({
    path: `zone_file.${each.line}`,
    problem: each.problem,
    refusal: each.error ? recordRefusal(each.error).refusal : 'zone_file_invalid',
  }))
  if (error === undefined) return new Refusal('zone_file_invalid', { line, problem }, all)
  const { refusal, details } = recordRefusal({ ...error, record: `Line ${line}, ${error.record}` })
  return new Refusal(refusal, details, all)
}

/** Returns the refusal of conflicting records, with the last line that has such a record. */
export function conflictRefusal(error: RecordError, lines: readonly Line[]): Refusal {
  const at = lines.findLast(({ record }) => `${record.type} ${record.owner}` === error.record)
  return at ? refusalOf([{ line: at.line, problem: `${error.record}: ${error.problem}`, error }]) : recordRefusal(error)
}
