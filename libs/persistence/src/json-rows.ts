import { types, type FieldDef } from 'pg'
import { printDate, unset } from '@nameyard/contracts/primitives/dates'
import { parseInstant } from './instants'
import type { RowMessage } from './row-messages'

/** The values of a row: the place of each in the bytes, and its length, -1 for null. */
interface Row {
  bytes: Buffer
  readonly starts: Int32Array
  readonly lengths: Int32Array
}

/** Prints one property from some columns. */
export interface Part<Value> {
  readonly columns: readonly string[]
  /** @param at the places of the columns in the row */
  print(row: Row, at: readonly number[], out: JsonBytes): void
  /** The type of the property; it does not exist at run time. */
  readonly value?: Value
}

/** The form of a JSON object: a part for each property, in the order in which they are printed. */
export type Form<Value> = {
  readonly [Property in keyof Value]-?:
    Part<Value[Property]> | (NonNullable<Value[Property]> extends object ? Form<NonNullable<Value[Property]>> : never)
}

/** Which bytes of a JSON text stand for themselves: all but the control characters, `"` and `\`. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) => (byte < 0x20 || byte === 0x22 || byte === 0x5c ? 0 : 1))

/** Most bytes that one byte of a column is printed as: `\\u001f` for a control character. */
const ESCAPED = 6

/** Room for what a part prints beside its columns: an unset instant in quotes. */
const BESIDE = 32

/** JSON that is being printed, in UTF-8. */
class JsonBytes {
  bytes: Buffer
  end = 0

  constructor(room: number) {
    this.bytes = Buffer.allocUnsafe(room)
  }

  /** Makes room, which the other methods expect. */
  reserve(length: number): void {
    if (this.end + length <= this.bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(2 * this.bytes.length, this.end + length))
    this.bytes.copy(larger, 0, 0, this.end)
    this.bytes = larger
  }

  /** For short pieces: a call of `copy` takes longer than this loop. */
  put(from: Uint8Array, start = 0, length = from.length): void {
    const { bytes, end } = this
    for (let index = 0; index < length; index++) bytes[end + index] = from[start + index]!
    this.end = end + length
  }

  /** The inner part of a JSON text. */
  putText(from: Uint8Array, start: number, length: number): void {
    const { bytes, end } = this
    for (let index = 0; index < length; index++) {
      const byte = from[start + index]!
      if (PLAIN[byte] === 0) return this.putEscaped(from, start, length)
      bytes[end + index] = byte
    }
    this.end = end + length
  }

  private putEscaped(from: Uint8Array, start: number, length: number): void {
    const text = Buffer.from(from.buffer, from.byteOffset + start, length).toString()
    this.end += this.bytes.write(JSON.stringify(text).slice(1, -1), this.end)
  }
}

const NULL = Buffer.from('null')
const QUOTE = Buffer.from('"')
const SPACE = Buffer.from(' ')
const UNSET = Buffer.from(unset)
const [TRUE, FALSE] = [Buffer.from('true'), Buffer.from('false')]

const textIn = (row: Row, at: number): string | null =>
  row.lengths[at]! < 0 ? null : row.bytes.toString('utf8', row.starts[at], row.starts[at]! + row.lengths[at]!)

/** A column of text. */
export const text = (column: string): Part<string> => ({
  columns: [column],
  print({ bytes, starts, lengths }, [at], out) {
    if (lengths[at!]! < 0) return out.put(NULL)
    out.put(QUOTE)
    out.putText(bytes, starts[at!]!, lengths[at!]!)
    out.put(QUOTE)
  },
})

/** A column of whole numbers. */
export const number = (column: string): Part<number> => ({
  columns: [column],
  print({ bytes, starts, lengths }, [at], out) {
    if (lengths[at!]! < 0) out.put(NULL)
    else out.put(bytes, starts[at!], lengths[at!])
  },
})

/** Texts that are not empty, with a space between them. */
export const words = (...columns: string[]): Part<string> => ({
  columns,
  print({ bytes, starts, lengths }, places, out) {
    out.put(QUOTE)
    let isFirst = true
    for (const at of places) {
      if (lengths[at]! <= 0) continue
      if (!isFirst) out.put(SPACE)
      isFirst = false
      out.putText(bytes, starts[at]!, lengths[at]!)
    }
    out.put(QUOTE)
  },
})

/** Whether a column is not null. */
export const isSet = (column: string): Part<boolean> => ({
  columns: [column],
  print: ({ lengths }, [at], out) => out.put(lengths[at!]! < 0 ? FALSE : TRUE),
})

/** The length of an instant on the wire, which is the beginning of how PostgreSQL prints it. */
const SECONDS = unset.length
/** An instant in UTC and in a year of four digits, with or without a fraction. */
const inUtc = /^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00$/

/** A column of instants, on the wire. */
export const instant = (column: string): Part<string> => ({
  columns: [column],
  print(row, [at], out) {
    const printed = textIn(row, at!)
    out.put(QUOTE)
    if (printed === null) out.put(UNSET)
    else if (inUtc.test(printed)) out.put(row.bytes, row.starts[at!], SECONDS)
    else out.put(Buffer.from(printDate(parseInstant(printed) as Date)))
    out.put(QUOTE)
  },
})

/** Most values of a column whose JSON is kept, and the longest of them. */
const KEPT = 1000
const LONGEST_KEPT = 100

/** A column with few values, each of them printed by a function. */
export function mapped<Value>(column: string, map: (text: string | null) => Value): Part<Value> {
  const known = new Map<string | null, Buffer>()
  return {
    columns: [column],
    print(row, [at], out) {
      const given = textIn(row, at!)
      let json = known.get(given)
      if (!json) {
        json = Buffer.from(JSON.stringify(map(given)))
        if (known.size === KEPT) known.clear()
        if ((given?.length ?? 0) <= LONGEST_KEPT) known.set(given, json)
      }
      out.reserve(json.length)
      out.put(json)
    },
  }
}

const TEXT_ARRAY = 1009
const parseTexts = types.getTypeParser(TEXT_ARRAY as never, 'text') as (text: string) => string[]

/** A column with a list of texts, each of them printed by a function. */
export const list = <Value>(column: string, map: (text: string) => Value): Part<Value[]> =>
  mapped(column, (text) => parseTexts(text!).map(map))

interface Step {
  /** What stands before the value: names and punctuation. */
  readonly before: Buffer
  readonly part: Part<unknown>
}

const isPart = (part: object): part is Part<unknown> => typeof (part as Partial<Part<unknown>>).print === 'function'

/** The steps that print an object, and what stands after the last one. */
function stepsOf(form: object): { steps: Step[]; after: string } {
  const steps: Step[] = []
  let before = '{'
  for (const [index, [name, part]] of Object.entries(form as Record<string, object>).entries()) {
    before += `${index > 0 ? ',' : ''}${JSON.stringify(name)}:`
    if (isPart(part)) {
      steps.push({ before: Buffer.from(before), part })
      before = ''
    } else {
      const inner = stepsOf(part)
      inner.steps.forEach((step, at) =>
        steps.push(at === 0 ? { ...step, before: Buffer.concat([Buffer.from(before), step.before]) } : step),
      )
      before = inner.after
    }
  }
  return { steps, after: `${before}}` }
}

/** Bytes of room that printed rows begin with, and beyond which they grow only when they need it. */
const [LEAST_ROOM, MOST_ROOM] = [8_192, 131_072]

/** A row that was printed: where its JSON ends, and the numbers that were read from it. */
export type PrintedRow<Numbers extends string> = { readonly end: number } & { readonly [Name in Numbers]: number }

/**
 * How the rows of a statement become JSON without becoming objects: bytes of the columns are copied between the names. For a
 * list of a hundred rows this takes a third of the time of building objects and printing them.
 */
export class JsonRows<Numbers extends string> {
  /** The room that printed rows begin with: what the last ones took, because lists of one kind are often of one size. */
  room = LEAST_ROOM
  private readonly steps: readonly Step[]
  private readonly after: Buffer

  /** @param numbers columns of whole numbers that are also given beside the JSON; 0 where the statement has no such column */
  constructor(
    form: object,
    readonly numbers: readonly Numbers[],
  ) {
    const { steps, after } = stepsOf(form)
    this.steps = steps
    this.after = Buffer.from(after)
  }

  /** Where the columns of each part are in a row. */
  placesIn(fields: readonly FieldDef[]): { parts: number[][]; numbers: number[] } {
    const names = fields.map(({ name }) => name)
    const parts = this.steps.map(({ part }) =>
      part.columns.map((column) => {
        const place = names.indexOf(column)
        if (place === -1) throw new Error(`the statement has no column ${column}`)
        return place
      }),
    )
    return { parts, numbers: this.numbers.map((name) => names.indexOf(name)) }
  }

  print(row: Row, places: readonly (readonly number[])[], most: number, out: JsonBytes): void {
    const { steps } = this
    for (let index = 0; index < steps.length; index++) {
      const { before, part } = steps[index]!
      out.reserve(before.length + most * ESCAPED + BESIDE)
      out.put(before)
      part.print(row, places[index]!, out)
    }
    out.reserve(this.after.length + 1)
    out.put(this.after)
  }
}

/** Declares how rows become JSON. The columns of a statement must have the names that the parts use. */
export const jsonRows = <Value>() => ({
  of: <Numbers extends string>(form: Form<Value>, numbers: readonly Numbers[]) => new JsonRows<Numbers>(form, numbers),
})

const [OPENED, COMMA] = [Buffer.from('['), Buffer.from(',')]
const CLOSED = ']'.charCodeAt(0)

/** Receives the rows of one execution of a statement and prints them. */
export class PrintedRows<Numbers extends string> {
  readonly rows: PrintedRow<Numbers>[] = []
  private readonly out: JsonBytes
  private readonly row: Row = { bytes: Buffer.alloc(0), starts: new Int32Array(), lengths: new Int32Array() }
  private places: { parts: number[][]; numbers: number[] } | undefined

  constructor(private readonly form: JsonRows<Numbers>) {
    this.out = new JsonBytes(form.room)
    this.out.put(OPENED)
  }

  /** The JSON of the first rows as a list. It can be taken once: the end of the list is written over what follows. */
  list(count: number): Buffer {
    const end = count > 0 ? this.rows[count - 1]!.end : OPENED.length
    this.out.reserve(1)
    this.out.bytes[end] = CLOSED
    this.form.room = Math.min(this.out.end + LEAST_ROOM, MOST_ROOM)
    return this.out.bytes.subarray(0, end + 1)
  }

  add({ bytes, start, length }: RowMessage, fields: readonly FieldDef[]): void {
    const { form, out, rows } = this
    if (!this.places) {
      this.places = form.placesIn(fields)
      Object.assign(this.row, { starts: new Int32Array(fields.length), lengths: new Int32Array(fields.length) })
    }
    const { row, places } = this
    row.bytes = bytes
    let at = start + 2
    for (let index = 0; index < fields.length; index++) {
      const size = bytes.readInt32BE(at)
      at += 4
      row.starts[index] = at
      row.lengths[index] = size
      if (size > 0) at += size
    }
    out.reserve(1)
    if (rows.length > 0) out.put(COMMA)
    form.print(row, places.parts, length, out)
    const printed: Record<string, number> = { end: out.end }
    form.numbers.forEach((name, index) => {
      const place = places.numbers[index]!
      printed[name] = place === -1 ? 0 : Number(textIn(row, place))
    })
    rows.push(printed as PrintedRow<Numbers>)
  }
}
