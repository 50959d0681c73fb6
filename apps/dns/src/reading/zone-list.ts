import type { listZones } from '@nameyard/contracts/dns/list-zones'
import type { Input, ObjectLimits } from '@nameyard/contracts/operation'
import { rowsOf, walkOf, type Walk } from '@nameyard/contracts/primitives/cursor'
import {
  LIST_PLANNING,
  orderBy,
  reversed,
  windowOf,
  type FilteredList,
  type ListPlanning,
  type Order,
} from '@nameyard/persistence/filtered-list'
import { likePattern } from '@nameyard/persistence/like-pattern'
import { empty, join, raw, sql, type Sql } from '@nameyard/persistence/statement'
import { withinLimitsOfZones } from '../records/key-limits'
import { latestChanges } from '../versions/version.store'
import { zoneColumns, type ReadZone } from '../zone-columns/zone-columns'
import { zoneRecords, type AuthorityValues } from './wire-zone'

type Query = Input<typeof listZones>
type SortKey = keyof NonNullable<Query['order_by']>

/** The number of zones that match, and their ids when there are few. */
export interface Matches {
  readonly total: number
  readonly ids?: readonly number[] | null
}

const sortColumns: Readonly<Record<SortKey, Sql>> = {
  creation_date: sql`z.created_at`,
  modification_date: sql`z.updated_at`,
  name: sql`z.name collate "C"`,
}

const counters = { master: sql`masters`, slave: sql`slaves`, all: sql`masters + slaves` }

/** Up to this number of matches it is faster to fetch and sort them than to walk all zones of the account. */
const FEW = raw('1000')

/** The zones of an account: counted by counters or in the index of names, then a page in the index of its order. */
export class ZoneList implements FilteredList<Matches, ReadZone> {
  /** The order of the list; newest first by default. */
  private readonly orders: readonly Order[]
  /** Undefined when it has only wildcards, which match all names. */
  private readonly pattern: string | undefined
  /** How the list is walked by number, newest first; undefined where pages are counted from its beginning. */
  private readonly walk: Walk | undefined

  constructor(
    private readonly resellerId: number,
    private readonly query: Query,
    private readonly authority: AuthorityValues,
    /** The zones and records that the API key in use is limited to. */
    private readonly limits?: ObjectLimits,
  ) {
    const { order_by = {}, name_pattern } = query
    this.walk = walkOf(query, Object.keys(order_by).length === 0)
    const keys = (Object.keys(sortColumns) as SortKey[]).filter((key) => order_by[key] !== undefined)
    const given = keys.map((key): Order => [sortColumns[key], order_by[key]!])
    const direction = given.at(-1)?.[1] ?? 'desc'
    if (given.length === 0) given.push([sortColumns.creation_date, direction])
    // A name is unique. Other orders end in the id, so that pages do not overlap; its direction is that of the last key,
    // so that one index serves both.
    if (this.walk) this.orders = [[sql`z.id`, 'desc']]
    else this.orders = keys[0] === 'name' ? given.slice(0, 1) : [...given, [sql`z.id`, direction]]
    this.pattern = name_pattern === undefined || /^\*+$/.test(name_pattern) ? undefined : name_pattern
  }

  /** The count comes from counters, so the planner needs no settings. */
  planning(): ListPlanning | undefined {
    const isSearched = this.pattern !== undefined || this.limits !== undefined || this.query.type !== undefined
    return isSearched ? LIST_PLANNING.withoutBitmaps : undefined
  }

  counting(): Sql {
    if (this.pattern === undefined && !this.limits)
      return sql`select ${counters[this.query.type ?? 'all']} as total from zone_count where reseller_id = ${this.resellerId}`
    return sql`select count(*)::integer as total, case when count(*) <= ${FEW} then array_agg(z.id) end as ids
      from zone z where ${this.filter()}`
  }

  /** There is no row for an account that never had a zone. */
  total([matches]: readonly Matches[]): number {
    return matches?.total ?? 0
  }

  page(counted: readonly Matches[]): Sql | undefined {
    const { with_records, with_history } = this.query
    const { walk, query } = this
    const { isFromEnd, skip, size } = windowOf({ ...query, limit: rowsOf(query, walk) }, this.total(counted))
    if (size === 0) return undefined
    const ids = counted[0]?.ids
    const within = this.limits && withinLimitsOfZones(this.limits)
    const beyond = walk?.after === undefined ? empty : sql` and z.id < ${walk.after}`
    return sql`select ${zoneColumns(this.authority)}, ${with_records ? zoneRecords(this.authority, within) : sql`null`} as records,
        ${with_history && !within ? latestChanges : sql`null`} as history
      from zone z
      where z.reseller_id = ${this.resellerId} and z.deleted_at is null and z.id = any(array(
        select z.id from zone z where ${ids ? sql`z.id = any(${ids})` : this.filter()}${beyond}
        ${orderBy(isFromEnd ? reversed(this.orders) : this.orders)} limit ${size} offset ${skip}))
      ${orderBy(this.orders)}`
  }

  private filter(): Sql {
    const filters = [sql`z.reseller_id = ${this.resellerId} and z.deleted_at is null`]
    if (this.limits) filters.push(sql`z.name = any(${this.limits.zones}::text[])`)
    if (this.query.type !== undefined) filters.push(sql`z.type = ${this.query.type}`)
    // Names are stored in lower case.
    if (this.pattern !== undefined)
      filters.push(sql`z.name collate "C" like ${likePattern(this.pattern.toLowerCase())}`)
    return join(filters, ' and ')
  }
}
