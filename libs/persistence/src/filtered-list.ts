import type { Call } from '@nameyard/contracts/operation'
import type { Database } from './database'
import { join, raw, sql, statement, type PreparedStatement, type Sql } from './statement'

type Direction = 'asc' | 'desc'

/** One term of an `order by`. */
export type Order = readonly [column: Sql, direction: Direction]

/** The `order by` of a list. */
export const orderBy = (orders: readonly Order[]): Sql =>
  sql`order by ${join(
    orders.map(([column, direction]) => sql`${column} ${raw(direction)}`),
    ', ',
  )}`

/** The order that walks a list from its end. */
export const reversed = (orders: readonly Order[]): Order[] =>
  orders.map(([column, direction]) => [column, direction === 'asc' ? 'desc' : 'asc'])

/** The rows of a page, seen from the nearer end of the list: PostgreSQL reads every row that it skips. */
export interface Window {
  readonly isFromEnd: boolean
  readonly skip: number
  readonly size: number
}

/** Returns the window of a page in a list of `total` rows; its size is 0 beyond the end. */
export function windowOf({ offset, limit }: { offset: number; limit: number }, total: number): Window {
  const size = Math.max(0, Math.min(limit, total - offset))
  const isFromEnd = offset > total / 2
  return { isFromEnd, skip: isFromEnd ? total - offset - size : offset, size }
}

/**
 * Whether it is cheaper to collect all matches and sort them than to walk all rows in order until `wanted` matches are
 * found. A walk finds one match in `all / matching` rows. `rowCost` is the cost of a collected row, in rows of the
 * walk. Exact counts decide: the planner's estimate of the matches of a pattern can be wrong by any factor.
 */
export function isCollectingCheaper(matching: number, wanted: number, all: number, rowCost = 1): boolean {
  return matching * matching * rowCost <= wanted * all
}

/** Planner settings for the transaction of a list. */
export type ListPlanning = PreparedStatement<void, object>

const planning = (bitmaps: 'on' | 'off'): ListPlanning =>
  statement(
    `list.planning-bitmaps-${bitmaps}`,
    () => sql`
      select set_config('enable_seqscan', 'off', true), set_config('random_page_cost', '1.1', true),
        set_config('jit', 'off', true), set_config('enable_bitmapscan', '${raw(bitmaps)}', true)`,
  )

/**
 * Makes the planner prefer the indexes of the list. It then assumes that they are in memory, as they are; with the
 * default costs of disk reads it would read the whole table. A trigram index can only be read by bitmap scans. The
 * planner assumes that this index is exact, however short the pattern is, so bitmap scans (`withBitmaps`) are only for
 * selective patterns.
 */
export const LIST_PLANNING = { withBitmaps: planning('on'), withoutBitmaps: planning('off') }

/**
 * A list with filters and pages: first the matches are counted, then the page is read in the way that is cheapest for
 * that count. Its texts depend on the filters, so they are composed at run time: a fixed text with filters that may be
 * null would be planned without the indexes.
 */
export interface FilteredList<Counted extends object, _Row extends object> {
  /** Planner settings for both statements; undefined for the usual ones. */
  planning(): ListPlanning | undefined
  /** Counts the matches. */
  counting(): Sql
  total(counted: readonly Counted[]): number
  /** Reads the page; undefined where it is empty. */
  page(counted: readonly Counted[]): Sql | undefined
}

/** Reads one page of a list, and how many rows the list has. */
export async function readList<Counted extends object, Row extends object>(
  database: Database,
  call: Call,
  list: FilteredList<Counted, Row>,
): Promise<{ readonly rows: Row[]; readonly total: number }> {
  const planning = list.planning()
  if (!planning) return read(list, (text) => database.read(text))
  return database.unitOfWork(call, async (tx) => {
    await tx.query(planning)
    return read(list, (text) => tx.query(text))
  })
}

async function read<Counted extends object, Row extends object>(
  list: FilteredList<Counted, Row>,
  query: <R extends object>(text: Sql) => Promise<R[]>,
): Promise<{ rows: Row[]; total: number }> {
  const counted = await query<Counted>(list.counting())
  const page = list.page(counted)
  return { rows: page ? await query<Row>(page) : [], total: list.total(counted) }
}
