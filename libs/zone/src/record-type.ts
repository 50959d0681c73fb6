import type { FieldKind, Spelling } from './field'
import { PresentationError, PresentationReader } from './presentation'
import { isUnknownForm, unknownRdata } from './unknown-rdata'
import { WireError, WireReader, WireWriter } from './wire'

/* eslint-disable @typescript-eslint/no-explicit-any -- any set of fields; variance allows no narrower type */
export type Fields = Readonly<Record<string, FieldKind<any>>>
export type Values<F extends Fields> = { [Name in keyof F]: F[Name] extends FieldKind<infer Value> ? Value : never }

/** The largest RDLENGTH (RFC 1035 3.2.1). */
const MAX_RDATA_OCTETS = 65_535

/** A record type as a table of its fields, in wire order. Parser, printer and codec derive from it. */
export interface RecordType<F extends Fields = any> {
  /** Mnemonic of the IANA registry. */
  readonly name: string
  readonly code: number
  readonly fields: F
  /** The first field, where the API has it as `prio` and not in the value. */
  readonly prio?: keyof F & string
  /** What is wrong with the combination of values, each of which is well formed. */
  readonly problem?: (values: Values<F>) => string | undefined
  /** Converts RDATA into RDATA of the same meaning that every name server supports. */
  readonly served?: (rdata: Buffer) => Buffer
  /** No other record may exist at the owner name (RFC 1034 3.6.2). */
  readonly exclusive?: boolean
  /** At most one may exist at an owner name. */
  readonly single?: boolean
  /** Where in a zone resellers may put the type; absent means anywhere. */
  readonly place?: 'never' | 'below-apex' | 'apex'
  /** RDATA of zero octets is valid. */
  readonly mayBeEmpty?: boolean
  /** The type has no table (RFC 3597): its RDATA has only the generic form and is not validated. */
  readonly unknown?: boolean
}
/* eslint-enable @typescript-eslint/no-explicit-any */

/** Declares a type. It is a function so that `problem` gets the types of `fields`. */
export function recordType<F extends Fields>(declaration: RecordType<F>): RecordType<F> {
  return declaration
}

/**
 * Reads RDATA from its presentation. Where the type has a prio and `prio` is given, the value has the other fields.
 * Without `prio`, the value may have all fields, as in a zone file; otherwise the prio is 0. Throws PresentationError.
 */
export function parseRdata(type: RecordType, value: string, prio?: number): Buffer {
  return readRdataText(type, value, prio)
}

/**
 * Reads RDATA from its presentation in a zone file: all fields in one text, names relative to `origin`. Throws
 * PresentationError.
 */
export function parseZoneFileRdata(type: RecordType, value: string, origin: string): Buffer {
  return readRdataText(type, value, undefined, origin)
}

function readRdataText(type: RecordType, value: string, prio: number | undefined, origin?: string): Buffer {
  if (/[\r\n]/.test(value)) throw new PresentationError('the value contains a line break')
  if (!type.unknown && isUnknownForm(value)) return parseUnknownForm(type, value, prio)
  const writer = new WireWriter(64)
  const values: Record<string, unknown> = {}
  const reader = new PresentationReader(value, origin)
  const apart = type.prio === undefined || origin !== undefined || holdsPrio(type, value, prio) ? undefined : type.prio
  for (const [name, kind] of Object.entries(type.fields as Fields)) {
    values[name] = name === apart ? (prio ?? 0) : kind.parse(reader, name)
  }
  if (!reader.done) throw new PresentationError(`${reader.rest('')} follows the last field`)
  const problem = type.problem?.(values)
  if (problem !== undefined) throw new PresentationError(problem)
  writeValues(writer, type, values)
  const rdata = writer.finish()
  if (rdata.length > MAX_RDATA_OCTETS)
    throw new PresentationError(`the value has ${rdata.length} octets, at most ${MAX_RDATA_OCTETS} fit`)
  return rdata
}

/** Reads RDATA of a known type in the generic form. Rejects what the type's own form cannot express (RFC 3597 section 5). */
function parseUnknownForm(type: RecordType, value: string, prio: number | undefined): Buffer {
  const octets = unknownRdata.parse(new PresentationReader(value), 'value')
  if (octets.length === 0 && type.mayBeEmpty) return octets
  let own: string
  try {
    own = printRdata(type, octets)
  } catch (error) {
    if (error instanceof WireError)
      throw new PresentationError(`the octets are not a valid ${type.name}: ${error.message}`)
    throw error
  }
  const rdata = parseRdata(type, own)
  if (rdata.length !== octets.length) throw new PresentationError(`the octets are not a valid ${type.name}`)
  if (prio && type.prio !== undefined && presentRdata(type, rdata).prio !== prio) {
    throw new PresentationError(`the octets have another prio than ${prio}`)
  }
  return rdata
}

/** Whether a value lacks the priority of its type, so that `prio` is required. */
export function lacksPrio(type: RecordType, value: string): boolean {
  return type.prio !== undefined && !isUnknownForm(value) && !holdsPrio(type, value, undefined)
}

function holdsPrio(type: RecordType, value: string, prio: number | undefined): boolean {
  return prio === undefined && value.trim().split(/[ \t]+/).length === Object.keys(type.fields as Fields).length
}

const zoneFile: Spelling = { finalDot: true, portable: true }

/** The spelling that PowerDNS stores unchanged. */
export const powerdnsSpelling: Spelling = { ...zoneFile, powerdns: true }

/** Prints RDATA in its canonical presentation with all fields, as in a zone file. */
export function printRdata(type: RecordType, rdata: Buffer, spelling: Spelling = zoneFile): string {
  return joined(printed(type, rdata, spelling))
}

/** Prints RDATA as in the API: the prio apart (0 where the type has none), names without their final dot. */
export function presentRdata(type: RecordType, rdata: Buffer): { value: string; prio: number } {
  const fields = printed(type, rdata, { finalDot: false })
  if (type.prio === undefined) return { value: joined(fields), prio: 0 }
  return { value: joined(fields.slice(1)), prio: Number(fields[0]) }
}

/** Reads the values of RDATA by field name. Throws WireError. */
export function readRdata<F extends Fields>(type: RecordType<F>, rdata: Buffer): Values<F> {
  return new WireReader(rdata).within(rdata.length, (reader) => {
    const values: Record<string, unknown> = {}
    for (const [name, kind] of Object.entries(type.fields)) values[name] = kind.read(reader)
    return values as Values<F>
  })
}

/** Writes RDATA from values by field name. */
export function writeRdata<F extends Fields>(type: RecordType<F>, values: Values<F>): Buffer {
  const writer = new WireWriter(64)
  writeValues(writer, type, values)
  return writer.finish()
}

function writeValues(writer: WireWriter, type: RecordType, values: Record<string, unknown>): void {
  for (const [name, kind] of Object.entries(type.fields as Fields)) kind.write(writer, values[name])
}

function printed(type: RecordType, rdata: Buffer, spelling: Spelling): string[] {
  const values: Record<string, unknown> = readRdata(type, rdata)
  return Object.entries(type.fields as Fields).map(([name, kind]) => kind.print(values[name], spelling))
}

/** Only the last field can be empty: no parameters, no types. */
function joined(fields: readonly string[]): string {
  return fields.filter((field) => field !== '').join(' ')
}
