import type { FieldKind, Spelling } from './field'
import { PresentationError, PresentationReader } from './presentation'
import { isUnknownForm, unknownRdata } from './unknown-rdata'
import { WireError, WireReader, WireWriter } from './wire'

/* eslint-disable @typescript-eslint/no-explicit-any -- the widest set of fields; variance leaves no other way */
export type Fields = Readonly<Record<string, FieldKind<any>>>
export type Values<F extends Fields> = { [Name in keyof F]: F[Name] extends FieldKind<infer Value> ? Value : never }

/** What RDLENGTH can say (RFC 1035 3.2.1). */
const MAX_RDATA_OCTETS = 65_535

/** A type of record as a table of its fields, in the order of the wire. Parser, printer and codec follow from it. */
export interface RecordType<F extends Fields = any> {
  /** Mnemonic of the IANA registry. */
  readonly name: string
  readonly code: number
  readonly fields: F
  /** The field that the API carries as `prio`, apart from the value; it is the first one. */
  readonly prio?: keyof F & string
  /** The smallest thing wrong with values that are each well formed. */
  readonly problem?: (values: Values<F>) => string | undefined
  /** RDATA of the same meaning that every name server can carry, where it is another one. */
  readonly served?: (rdata: Buffer) => Buffer
  /** Nothing else may stand at an owner name that has one (RFC 1034 3.6.2). */
  readonly exclusive?: boolean
  /** At most one can stand at an owner name. */
  readonly single?: boolean
  /** Where in a zone resellers may put it; absent means anywhere. */
  readonly place?: 'never' | 'below-apex' | 'apex'
  /** RDATA without octets is a value too. */
  readonly mayBeEmpty?: boolean
  /** What its octets mean is not known here (RFC 3597): they have one form, and no rule holds for them. */
  readonly unknown?: boolean
}
/* eslint-enable @typescript-eslint/no-explicit-any */

/** Declares a type; a function only so that `problem` knows the values of `fields`. */
export function recordType<F extends Fields>(declaration: RecordType<F>): RecordType<F> {
  return declaration
}

/**
 * RDATA from its presentation. Where the type has a prio and `prio` is given, the value is the rest of the fields;
 * where it is not, the value may hold all of them, as in a zone file, and else the prio is 0.
 * Throws PresentationError.
 */
export function parseRdata(type: RecordType, value: string, prio?: number): Buffer {
  return readRdataText(type, value, prio)
}

/**
 * RDATA from its presentation in a zone file: all fields in one text, names counted from `origin`. Throws
 * PresentationError.
 */
export function parseZoneFileRdata(type: RecordType, value: string, origin: string): Buffer {
  return readRdataText(type, value, undefined, origin)
}

function readRdataText(type: RecordType, value: string, prio: number | undefined, origin?: string): Buffer {
  if (/[\r\n]/.test(value)) throw new PresentationError('a line break stands in the value')
  if (!type.unknown && isUnknownForm(value)) return parseUnknownForm(type, value, prio)
  const writer = new WireWriter(64)
  const values: Record<string, unknown> = {}
  const reader = new PresentationReader(value, origin)
  const apart = type.prio === undefined || origin !== undefined || holdsPrio(type, value, prio) ? undefined : type.prio
  for (const [name, kind] of Object.entries(type.fields as Fields)) {
    values[name] = name === apart ? (prio ?? 0) : kind.parse(reader, name)
  }
  if (!reader.done) throw new PresentationError(`${reader.rest('')} stands behind the last field`)
  const problem = type.problem?.(values)
  if (problem !== undefined) throw new PresentationError(problem)
  writeValues(writer, type, values)
  const rdata = writer.finish()
  if (rdata.length > MAX_RDATA_OCTETS)
    throw new PresentationError(`the value has ${rdata.length} octets, at most ${MAX_RDATA_OCTETS} fit`)
  return rdata
}

/** RDATA of a known type in the form of unknown ones: what its own form cannot say is refused (RFC 3597 section 5). */
function parseUnknownForm(type: RecordType, value: string, prio: number | undefined): Buffer {
  const octets = unknownRdata.parse(new PresentationReader(value), 'value')
  if (octets.length === 0 && type.mayBeEmpty) return octets
  let own: string
  try {
    own = printRdata(type, octets)
  } catch (error) {
    if (error instanceof WireError) throw new PresentationError(`the octets are no ${type.name}: ${error.message}`)
    throw error
  }
  const rdata = parseRdata(type, own)
  if (rdata.length !== octets.length) throw new PresentationError(`the octets are no ${type.name}`)
  if (prio && type.prio !== undefined && presentRdata(type, rdata).prio !== prio) {
    throw new PresentationError(`the octets say another prio than ${prio}`)
  }
  return rdata
}

/** Whether a value leaves out the priority that its type has, so that `prio` has to give it. */
export function lacksPrio(type: RecordType, value: string): boolean {
  return type.prio !== undefined && !isUnknownForm(value) && !holdsPrio(type, value, undefined)
}

function holdsPrio(type: RecordType, value: string, prio: number | undefined): boolean {
  return prio === undefined && value.trim().split(/[ \t]+/).length === Object.keys(type.fields as Fields).length
}

const zoneFile: Spelling = { finalDot: true, portable: true }

/** RDATA as PowerDNS stores it unchanged. */
export const powerdnsSpelling: Spelling = { ...zoneFile, powerdns: true }

/** The canonical presentation of RDATA, whole, as in a zone file. */
export function printRdata(type: RecordType, rdata: Buffer, spelling: Spelling = zoneFile): string {
  return joined(printed(type, rdata, spelling))
}

/** RDATA as the API shows it: the prio apart (0 where the type has none), names without their final dot. */
export function presentRdata(type: RecordType, rdata: Buffer): { value: string; prio: number } {
  const fields = printed(type, rdata, { finalDot: false })
  if (type.prio === undefined) return { value: joined(fields), prio: 0 }
  return { value: joined(fields.slice(1)), prio: Number(fields[0]) }
}

/** The values of RDATA by field name. Throws WireError. */
export function readRdata<F extends Fields>(type: RecordType<F>, rdata: Buffer): Values<F> {
  return new WireReader(rdata).within(rdata.length, (reader) => {
    const values: Record<string, unknown> = {}
    for (const [name, kind] of Object.entries(type.fields)) values[name] = kind.read(reader)
    return values as Values<F>
  })
}

/** RDATA of values by field name. */
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

/** Only the last field can be one that says nothing: no parameters, no types. */
function joined(fields: readonly string[]): string {
  return fields.filter((field) => field !== '').join(' ')
}
