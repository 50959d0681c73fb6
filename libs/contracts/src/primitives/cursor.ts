import { z } from 'zod'
import { fail } from '../errors'

const START = 'start'
const AFTER = 'after-'
/** The largest number of an entry. */
const LARGEST = 2_147_483_647
const known = new RegExp(`^(?:${START}|${AFTER}(\\d{1,10}))$`)

/**
 * Walks a list by the numbers of its entries, to be spread into a query's shape beside `page`. Writes do not move the
 * entries of such a list, and each page costs the same; an offset reads all entries before it.
 */
export const cursor = {
  cursor: z
    .string()
    .max(64)
    .optional()
    .describe(
      'Reads the whole list page by page, by the numbers of its entries: `start` for the first page, then `next_cursor` of the page before. Entries that are added or removed meanwhile move no other entry. Use without offset and order_by.',
    ),
}

/** The position of the next page, to be spread into a result's shape beside `results` and `total`. */
export const nextCursor = {
  next_cursor: z
    .string()
    .optional()
    .describe('Only in answers to requests with cursor: the cursor of the next page. Absent on the last page.'),
}

/** A page of a list that is walked by number. */
export interface Walk {
  /** The number of the last entry of the page before; undefined on the first page. */
  readonly after: number | undefined
}

/**
 * Returns how a list is walked; undefined when the request has no cursor. Refuses a cursor that is none, and an
 * offset or an order beside it (`invalid_input`).
 * @param isByNumber whether the order that the request asks for is that of the numbers
 */
export function walkOf(query: { cursor?: string | undefined; offset: number }, isByNumber: boolean): Walk | undefined {
  if (query.cursor === undefined) return undefined
  if (query.offset > 0) fail('invalid_input', { field: 'offset', problem: 'cannot be used together with cursor' })
  if (!isByNumber) fail('invalid_input', { field: 'order_by', problem: 'cannot be used together with cursor' })
  const [text, number] = known.exec(query.cursor) ?? []
  if (text === undefined) fail('invalid_input', { field: 'cursor', problem: `must be ${START} or a next_cursor` })
  return { after: number === undefined ? undefined : Math.min(Number(number), LARGEST) }
}

/** How many rows a page is read from: one more than it shows tells whether another page follows. */
export const rowsOf = ({ limit }: { limit: number }, walk: Walk | undefined): number => (walk ? limit + 1 : limit)

/** The rows that a page shows, and the cursor of the next one where there is one. */
export function shownPage<Row extends { readonly id: number }>(
  rows: readonly Row[],
  limit: number,
): { readonly rows: readonly Row[]; readonly next_cursor?: string } {
  const shown = rows.slice(0, limit)
  return { rows: shown, ...(rows.length > limit && { next_cursor: `${AFTER}${shown.at(-1)!.id}` }) }
}
