import type { listZones } from '@nameyard/contracts/dns/list-zones'
import type { Input } from '@nameyard/contracts/operation'
import { likePattern } from '@nameyard/persistence/like-pattern'
import { statement, type Statement } from '@nameyard/persistence/statement'
import { latestChanges } from './version.store'
import { zoneColumns, zoneRecords } from './wire-zone'

type Query = Input<typeof listZones>
type SortKey = keyof NonNullable<Query['order_by']>
type Order = readonly [column: string, direction: 'asc' | 'desc']

/** A statement with its values. */
export interface Bound {
  readonly statement: Statement
  readonly values: readonly unknown[]
}

/** How many zones match, and which, where they are few. */
export interface Matches {
  readonly total: number
  readonly ids?: readonly number[] | null
}

const sortColumns: Readonly<Record<SortKey, string>> = {
  creation_date: 'z.created_at',
  modification_date: 'z.updated_at',
  name: 'z.name collate "C"',
}

/** So many zones are sooner fetched and sorted than met on a walk through the account. */
const FEW = 1_000

/** Every order of a list has an index that carries what lists are searched by; the planner would read the whole table. */
export const planning = statement(
  'dns.list-planning',
  `select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
     set_config('random_page_cost', '1.1', true), set_config('jit', 'off', true)`,
)

/**
 * The statements of one list: what matches is counted, then the page is found within the index of its order, from the end
 * that is nearer. Their texts depend on what is given, so they stay unnamed: a fixed text with filters that may be null
 * would be planned without the indexes.
 */
export class ZoneList {
  /** The order of the list; newest first where none is asked for. */
  private readonly orders: readonly Order[]
  /** Left out where it is stars alone, which match all. */
  private readonly pattern: string | undefined

  /** Whether it is planned as {@link planning} says: counters need no plan. */
  get isSearched(): boolean {
    return this.pattern !== undefined || this.query.type !== undefined
  }

  constructor(
    private readonly account: number,
    private readonly query: Query,
  ) {
    const { order_by = {}, name_pattern } = query
    const keys = (Object.keys(sortColumns) as SortKey[]).filter((key) => order_by[key] !== undefined)
    const given = keys.map((key): Order => [sortColumns[key], order_by[key]!])
    const direction = given.at(-1)?.[1] ?? 'desc'
    if (given.length === 0) given.push([sortColumns.creation_date, direction])
    // A name is one zone's alone; elsewhere the number keeps pages apart, in the same direction, so that one index serves both.
    this.orders = keys[0] === 'name' ? given.slice(0, 1) : [...given, ['z.id', direction]]
    this.pattern = name_pattern === undefined || /^\*+$/.test(name_pattern) ? undefined : name_pattern
  }

  /** How many match: by counters, or counted within the index of names. No row where the account never had a zone. */
  matches(): Bound {
    const values: unknown[] = [this.account]
    if (this.pattern === undefined) {
      const total = { master: 'masters', slave: 'slaves', all: 'masters + slaves' }[this.query.type ?? 'all']
      return { statement: statement('', `select ${total} as total from zone_count where reseller_id = $1`), values }
    }
    const text = `select count(*)::integer as total, case when count(*) <= ${FEW} then array_agg(z.id) end as ids
      from zone z where ${this.conditions(values)}`
    return { statement: statement('', text), values }
  }

  /** The page, unless nothing is on it. `authority` is what records of zones need of the settings. */
  page({ total, ids }: Matches, authority: readonly unknown[]): Bound | undefined {
    const { limit, offset, with_records, with_history } = this.query
    const size = Math.min(limit, total - offset)
    if (size <= 0) return undefined
    const isNearEnd = offset > total / 2
    const skip = isNearEnd ? total - offset - size : offset
    const order = sorted(this.orders)
    const values: unknown[] = [this.account]
    const where = ids ? `z.id = any($${values.push(ids)})` : this.conditions(values)
    const records = with_records ? zoneRecords(values.length + 1) : 'null'
    if (with_records) values.push(...authority)
    const text = `select ${zoneColumns}, ${records} as records,
        ${with_history ? latestChanges : 'null'} as history
      from zone z
      where z.reseller_id = $1 and z.deleted_at is null and z.id = any(array(
        select z.id from zone z where ${where}
        order by ${isNearEnd ? sorted(reversed(this.orders)) : order} limit ${size} offset ${skip}))
      order by ${order}`
    return { statement: statement('', text), values }
  }

  private conditions(values: unknown[]): string {
    const { type } = this.query
    return [
      'z.reseller_id = $1 and z.deleted_at is null',
      ...(type === undefined ? [] : [`z.type = $${values.push(type)}`]),
      ...(this.pattern === undefined
        ? []
        : // Names are stored in lower case.
          [`z.name collate "C" like $${values.push(likePattern(this.pattern.toLowerCase()))}`]),
    ].join(' and ')
  }
}

const sorted = (orders: readonly Order[]) => orders.map(([column, direction]) => `${column} ${direction}`).join(', ')

const reversed = (orders: readonly Order[]): readonly Order[] =>
  orders.map(([column, direction]) => [column, direction === 'asc' ? 'desc' : 'asc'])
