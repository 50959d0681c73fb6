/**
 * Single values of the wire. Input is read leniently where that is harmless (`"600"` is a number, `1` is a yes) and
 * every schema is idempotent: the service reads again what the edge has read.
 */
import { z } from 'zod'

/** Reads `value` into the form that `schema` expects before it is checked; what cannot be read is left for the refusal. */
function lenient<Output, Given>(read: (value: unknown) => unknown, schema: z.ZodType<Output>) {
  return z.preprocess(read, schema) as unknown as z.ZodType<Output, Given>
}

const yes = new Set<unknown>([1, '1', 'true', 'TRUE', 'True'])
const no = new Set<unknown>([0, '0', 'false', 'FALSE', 'False'])

/** A yes or no: JSON booleans, and 1/0/"1"/"0"/"true"/"false" as clients send them. */
export const flag = lenient<boolean, boolean | 0 | 1 | '0' | '1' | 'true' | 'false'>(
  (value) => (yes.has(value) ? true : no.has(value) ? false : value),
  z.boolean(),
)

/** A numeric string in plain decimal notation as the number it writes; everything else as it came. */
function numeric(value: unknown): unknown {
  return typeof value === 'string' && /^\s*-?\d{1,15}(\.\d{1,6})?\s*$/.test(value) ? Number(value) : value
}

const int32 = { min: -2_147_483_648, max: 2_147_483_647 }

/** A whole number of 32 bits, or of the given bounds. */
export function integer({ min = int32.min, max = int32.max }: { min?: number; max?: number } = {}) {
  return lenient<number, number | string>(numeric, z.int().min(min).max(max))
}

/** Number of an object: contacts, domains, zones, templates, orders. */
export const resourceId = integer({ min: 1 })

/** An amount of money that a client names, in the currency of the account. */
export const amount = lenient<number, number | string>(numeric, z.number().min(0))

/** Free text; numbers are taken as the digits they were written with (house numbers, postal codes, phone parts). */
export const text = textUpTo(4096)

/** Whether a number prints as the digits it was written with: beyond what counts exactly, others stand for them. */
function isAsWritten(given: number): boolean {
  return Math.abs(given) <= Number.MAX_SAFE_INTEGER && !String(given).includes('e')
}

/** Free text of at most so many characters. */
export function textUpTo(max: number) {
  return lenient<string, string | number>(
    (value) => (typeof value === 'number' && isAsWritten(value) ? String(value) : value),
    z.string().max(max),
  )
}

/** A text whose empty form says "not given": clients send `""` for a handle, an address or a group they do not set. */
export const unlessBlank = lenient<string | undefined, string | undefined>(
  (value) => (typeof value === 'string' && value.trim() === '' ? undefined : value),
  z.string().max(4096).optional(),
).optional()

/** One of a few words, in any case. */
export function word<const Words extends readonly [string, ...string[]]>(...words: Words) {
  type Word = Words[number]
  const byFold = new Map(words.map((each) => [each.toLowerCase(), each]))
  return lenient<Word, Word | Uppercase<Word>>(
    (value) => (typeof value === 'string' ? (byFold.get(value.toLowerCase()) ?? value) : value),
    z.enum(words) as unknown as z.ZodType<Word>,
  )
}

/** Direction of a sort, in any case. */
export const order = word('asc', 'desc').describe('Direction of the sort: asc (smallest first) or desc.')
export type Order = z.output<typeof order>

const directionOf = (column: string) => `Sorts by ${column}: asc (smallest first) or desc.`

/** Columns that a list is sorted by, each with its direction, in the order in which the request gives them. */
export function orderedBy<const Column extends string>(...columns: readonly Column[]) {
  const properties = Object.fromEntries(
    columns.map((column) => [column, { type: 'string', enum: ['asc', 'desc'], description: directionOf(column) }]),
  )
  // A record keeps the order that it was given in, which an object does not; it is described as one all the same.
  return z.partialRecord(z.enum(columns), order).meta({
    description: 'Columns to sort by, the first one first.',
    properties,
    additionalProperties: undefined,
  })
}

/** `*` is the only wildcard; without it the match is exact. Letters match in any case. */
export const pattern = z.string().max(255).meta({
  description: 'Matches in any case; `*` stands for any characters, and without it the whole text must match.',
})

/** Handle of a customer: `AT123456-NL`. */
export const handle = z.string().max(64).meta({ description: 'Handle of a customer, such as AT123456-NL.' })

/** A text that is needed: a blank one is as missing as none. */
export function neededText(max: number) {
  return lenient<string, string>(
    (value) => (typeof value === 'string' && value.trim() === '' ? undefined : value),
    textUpTo(max),
  )
}

/** A handle that is needed: the empty one that clients send for nobody is as missing as none. */
export const neededHandle = lenient<string, string>(
  (value) => (typeof value === 'string' && value.trim() === '' ? undefined : value),
  handle,
)
