import type { Warning } from '@nameyard/contracts/envelope'
import { errors, Refusal, type Fault } from '@nameyard/contracts/errors'
import { parseZoneFile } from '@nameyard/zone/zone-file'
import {
  parseOwner,
  parseRecord,
  recordKey,
  type RecordError,
  type TtlPolicy,
  type ZoneRecord,
} from '@nameyard/zone/zone-record'
import { recordRefusal } from './refuse-record'

/** A record of a zone file with the line it begins on. */
export interface Line {
  readonly line: number
  readonly record: ZoneRecord
}

/** What name servers make themselves when they sign (RFC 4034, RFC 5155). */
const signatures = new Set(['RRSIG', 'NSEC', 'NSEC3', 'NSEC3PARAM'])

/**
 * The records of a zone file, each once. What the platform makes itself is left out, with a warning where that could
 * surprise. Refuses a file with any line that cannot be, and names them all.
 */
export function recordsIn(
  text: string,
  apex: string,
  ttls: TtlPolicy,
  nameservers: readonly string[],
): { lines: Line[]; warnings: Warning[] } {
  const file = parseZoneFile(text, apex)
  const faults: { line: number; problem: string; error?: RecordError }[] = [...file.faults]
  const lines = new Map<string, Line>()
  const warnings: Warning[] = []
  const leaveOut = (what: string, because: string) =>
    warnings.push({ code: errors.record_managed.code, data: what, desc: `Left out: ${what}; ${because}.` })
  let isSigned = false
  for (const { line, given, origin } of file.records) {
    if (signatures.has(given.type)) isSigned = true
    else if (given.type === 'NS' && isAt(apex, given.name)) {
      if (!namesOneOf(given.value, origin, nameservers))
        leaveOut(`NS ${given.value} of line ${line}`, 'the platform has nameservers of its own')
    } else if (!(given.type === 'SOA' && isAt(apex, given.name))) {
      const parsed = parseRecord(given, apex, ttls, origin)
      if (parsed.ok) lines.set(recordKey(parsed.value), { line, record: parsed.value })
      else faults.push({ line, problem: `${parsed.error.record}: ${parsed.error.problem}`, error: parsed.error })
    }
  }
  if (isSigned) leaveOut('RRSIG, NSEC and the like', 'they belong to the name server that signs')
  if (faults.length > 0) throw refusalOf(faults.toSorted((a, b) => a.line - b.line))
  return { lines: [...lines.values()], warnings }
}

function isAt(apex: string, name: string): boolean {
  const owner = parseOwner(name, apex)
  return owner.ok && owner.value === apex
}

function namesOneOf(value: string, origin: string, nameservers: readonly string[]): boolean {
  const host = value.endsWith('.') ? value.slice(0, -1) : `${value}.${origin}`
  return nameservers.some((name) => name.toLowerCase() === host.toLowerCase())
}

/** The first fault decides the code; all are told to whoever asks for them. */
function refusalOf(faults: readonly { line: number; problem: string; error?: RecordError }[]): Refusal {
  const [{ line, problem, error }] = faults as [(typeof faults)[number]]
  const all: Fault[] = faults.map((each) => ({ path: `zone_file.${each.line}`, problem: each.problem }))
  if (error === undefined) return new Refusal('zone_file_invalid', { line, problem }, all)
  const { refusal, details } = recordRefusal({ ...error, record: `Line ${line}, ${error.record}` })
  return new Refusal(refusal, details, all)
}

/** Records that cannot stand together, named by the last line of those that came. */
export function conflictRefusal(error: RecordError, lines: readonly Line[]): Refusal {
  const at = lines.findLast(({ record }) => `${record.type} ${record.owner}` === error.record)
  return at ? refusalOf([{ line: at.line, problem: `${error.record}: ${error.problem}`, error }]) : recordRefusal(error)
}
