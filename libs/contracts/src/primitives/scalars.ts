/**
 * Single values of the wire. Input is read leniently where that is harmless (`"600"` is a number, `1` is true) and
 * every schema is idempotent, because the service parses again what the gateway has parsed.
 */
import { z } from 'zod'

/** Converts `value` to the form that `schema` expects before validation. A value that cannot be converted is passed on and refused by the schema. */
function lenient<Output, Given>(read: (value: unknown) => unknown, schema: z.ZodType<Output>) {
  return z.preprocess(read, schema) as unknown as z.ZodType<Output, Given>
}

const yes = new Set<unknown>([1, '1', 'true', 'TRUE', 'True'])
const no = new Set<unknown>([0, '0', 'false', 'FALSE', 'False'])

/** A boolean: JSON booleans, and 1/0/"1"/"0"/"true"/"false" as clients send them. */
export const flag = lenient<boolean, boolean | 0 | 1 | '0' | '1' | 'true' | 'false'>(
  (value) => (yes.has(value) ? true : no.has(value) ? false : value),
  z.boolean(),
)

/** Converts a string in plain decimal notation to its number; returns everything else unchanged. */
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

/** An amount of money in a request, in the currency of the account. */
export const amount = lenient<number, number | string>(numeric, z.number().min(0))

/** Free text. Numbers are accepted and converted to their digits (house numbers, postal codes, phone parts). */
export const text = textUpTo(4096)

/** Whether a number prints with the digits it was written with; large numbers lose digits. */
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

/** A text for which empty means absent: clients send `""` for a handle, an address or a group that they do not set. */
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
export const order = word('asc', 'desc').describe('Sort direction: asc (smallest first) or desc.')
export type Order = z.output<typeof order>

const directionOf = (column: string) => `Sorts by ${column}: asc (smallest first) or desc.`

/** Columns by which a list is sorted, each with its direction, in the order of the request. */
export function orderedBy<const Column extends string>(...columns: readonly Column[]) {
  const properties = Object.fromEntries(
    columns.map((column) => [column, { type: 'string', enum: ['asc', 'desc'], description: directionOf(column) }]),
  )
  // A record keeps the order of the request; an object would not. The description still shows an object.
  return z.partialRecord(z.enum(columns), order).meta({
    description: 'Columns to sort by, the first one first.',
    properties,
    additionalProperties: undefined,
  })
}

/** `*` is the only wildcard; without it the match is exact. Letters match in any case. */
export const pattern = z.string().max(255).meta({
  description:
    'Upper and lower case are the same. `*` stands for any characters; without it the whole text must match.',
})

/** Handle of a customer: `AT123456-NL`. */
export const handle = z.string().max(64).meta({ description: 'Handle of a customer, such as AT123456-NL.' })

/** A required text: blank counts as missing. */
export function neededText(max: number) {
  return lenient<string, string>(
    (value) => (typeof value === 'string' && value.trim() === '' ? undefined : value),
    textUpTo(max),
  )
}

/** A required handle: empty counts as missing. */
export const neededHandle = lenient<string, string>(
  (value) => (typeof value === 'string' && value.trim() === '' ? undefined : value),
  handle,
)
