import { rowsOf, walkOf, type Walk } from '@nameyard/contracts/primitives/cursor'
import {
  isCollectingCheaper,
  LIST_PLANNING,
  orderBy,
  reversed,
  windowOf,
  type FilteredList,
  type ListPlanning,
  type Order as SqlOrder,
} from '@nameyard/persistence/filtered-list'
import { empty, hidden, join, prepared, raw, sql, type Sql } from '@nameyard/persistence/statement'
import { phases, visibleStatus, type Phase } from '../lifecycle/model/lifecycle'
import type { ShownDomain } from '../lifecycle/model/shown'
import { domainColumns } from './domain-columns'
import { countersWhere, type CountedKind } from './domain-counts'
import {
  conditions,
  groupColumn,
  matching,
  narrowFilters,
  ofType,
  phasesOf,
  scope,
  sources,
  storedExtension,
  typeOf,
  type Access,
  type Filter,
  type Query,
} from './list-filters'

/** How many domains match, for each value that they are counted by, and how many the account has. */
export interface Count {
  readonly value: string
  readonly domains: number
  readonly account: number
}

type OrderColumn = keyof NonNullable<Query['order_by']>
type Order = readonly [OrderColumn, 'asc' | 'desc']

const statuses = [...new Set<string>(Object.values(visibleStatus))].sort()
const placeOf = (phase: Phase) => statuses.indexOf(visibleStatus[phase])

/** Columns of each order of the list. The transfer date is the day on which the domain became active. */
const sortColumns = {
  id: sql`d.id`,
  domain_name: sql`d.label`,
  domain_extension: sql`d.extension`,
  order_date: sql`d.ordered_at`,
  active_date: sql`d.activated_at`,
  expiration_date: sql`d.expires_at`,
  renewal_date: sql`d.renews_at`,
  status: raw(`case d.phase ${phases.map((phase) => `when '${phase}' then ${placeOf(phase)}`).join(' ')} end`),
  transfer_date: sql`d.activated_at`,
} as const satisfies Record<OrderColumn, Sql>

/** The kind of counter that contains how many domains match a filter. */
const kindOf: Partial<Record<Filter, CountedKind>> = {
  status: 'phase',
  status_not_equal: 'phase',
  queue_status: 'phase',
  extension: 'extension',
  ns_group_pattern: 'ns_group',
  contact_handle: 'handle',
}

/** The column that a counter counts by, written like its index. */
const valueColumns: Partial<Record<CountedKind, Sql>> = {
  phase: sql`d.phase`,
  extension: sql`d.extension`,
  ns_group: groupColumn,
}

/** Filters that match few domains in every account. */
const selective: readonly Filter[] = ['id', 'reached', 'full_name', 'domain_names', 'application_mode']

/** Largest number of index scans that are merged. */
const MAX_SCANS = 40

/** A handle is frequent when more than one domain in so many has it: scanning then finds a page sooner than its index. */
const FREQUENT = 20

/** Patterns that a trigram index can answer: three characters in a row, or two where a word begins or ends. */
const HAS_TRIGRAM = /[\p{L}\p{N}]{3}|(?:^|[^*\p{L}\p{N}])[\p{L}\p{N}]{2}|[\p{L}\p{N}]{2}(?:$|[^*\p{L}\p{N}])/u

/** Domains that are next to each other in the list: those of some values, or all matches. */
interface Part {
  readonly values?: readonly string[]
  readonly size: number
}

/** The statements of one list of domains. */
export class DomainList implements FilteredList<Count, ShownDomain> {
  private readonly filters: readonly Filter[]
  private readonly orders: readonly Order[]
  /** The counters that know the total; undefined where the matches have to be counted. */
  private readonly kind: CountedKind | undefined
  /** What the list is divided by into parts, in its first order; undefined where it stays whole. */
  private readonly dividedBy: 'extension' | 'phase' | undefined
  /** How the list is walked by number; undefined where pages are counted from its beginning. */
  private readonly walk: Walk | undefined

  get offset(): number {
    return this.query.offset
  }

  private get isLive(): boolean {
    return this.query.is_deleted !== true
  }

  /** The orders within a part. */
  private get innerOrders(): readonly Order[] {
    return this.dividedBy ? this.orders.slice(1) : this.orders
  }

  /** The condition of the rows after those of the page before. */
  private get beyond(): Sql {
    const after = this.walk?.after
    if (after === undefined) return empty
    const last = this.number(after)
    return this.orders[0]![1] === 'asc' ? sql` and d.id > ${last}` : sql` and d.id < ${last}`
  }

  /** Whether all domains are listed in the order of ids: such a page has one plan, which is kept. */
  private get hasOnePlan(): boolean {
    return this.filters.length === 0 && !this.dividedBy && this.orders[0]![0] === 'id'
  }

  /** Whether the page is read from indexes that have its order, so that the planner has no choice. */
  private get isOrderedByIndex(): boolean {
    const [first, second] = this.innerOrders
    const isById = first![0] === 'id'
    if (this.filters.length === 0 && !this.dividedBy) return isById || (this.isLive && second?.[0] === 'id')
    if (!this.isLive || !this.kind || !valueColumns[this.kind]) return false
    const isByName = this.dividedBy === 'extension' && first![0] === 'domain_name' && second?.[0] === 'id'
    return (isById || isByName) && !this.query.ns_group_pattern?.includes('*')
  }

  constructor(
    private readonly account: number,
    private readonly query: Query,
  ) {
    this.filters = narrowFilters(query)
    const given = Object.entries(query.order_by ?? {}) as unknown as Order[]
    // The id makes the order of pages definite. It has the direction of the last order, so that one index serves both.
    this.orders = given.some(([column]) => column === 'id') ? given : [...given, ['id', given.at(-1)?.[1] ?? 'asc']]
    const kinds = [...new Set(this.filters.map((filter) => kindOf[filter]))]
    const leading = this.orders[0]![0]
    this.walk = walkOf(query, leading === 'id')
    if (this.filters.length === 0) this.kind = leading === 'domain_extension' ? 'extension' : 'phase'
    else if (this.isLive && kinds.length === 1 && query.contact_handle !== '') this.kind = kinds[0]
    if (this.isLive && leading === 'domain_extension' && this.kind === 'extension') this.dividedBy = 'extension'
    if (this.isLive && leading === 'status') {
      this.dividedBy = 'phase'
      // Other counters do not know how many domains of each status match.
      if (this.kind !== 'phase') this.kind = undefined
    }
  }

  /** Page and total in one statement, where few domains match. Its rows have the column `total`. */
  lookup(): Sql | undefined {
    if (!this.filters.some((filter) => selective.includes(filter))) return undefined
    const where = conditions(this.account, this.query, this.filters, 'indexed')
    const { offset } = this.query
    const limit = rowsOf(this.query, this.walk)
    return sql`
      with counted as (select count(*)::integer as total from domain d where ${where}),
      page as (
        select row_number() over (${orderBy(sorted(this.orders))}) as place, ${domainColumns}
        from domain d where ${where}${this.beyond} order by place limit ${limit} offset ${offset})
      select counted.total, page.* from counted left join page on true order by page.place`
  }

  /** Undefined where indexes have the order of the page, so that the planner has no choice. */
  planning(): ListPlanning | undefined {
    if (this.isOrderedByIndex) return undefined
    const patterns = this.filters.filter((filter) => filter === 'domain_name_pattern' || filter === 'comment_pattern')
    const isSelective = patterns.length === 0 || patterns.some((filter) => HAS_TRIGRAM.test(String(this.query[filter])))
    return isSelective ? LIST_PLANNING.withBitmaps : LIST_PLANNING.withoutBitmaps
  }

  /** How many domains match, as rows of {@link Count}: from counters where they know it, else counted like the page. */
  counting(): Sql {
    const whose = sql`reseller_id = ${this.account} and is_deleted = ${!this.isLive}`
    const account = sql`
      select coalesce(sum(domains), 0)::integer from (${countersWhere(sql`${whose} and kind = 'phase'`)}) account`
    const counted = this.kind ? this.countedByValue(this.kind, whose) : this.countedMatches(whose, account)
    const counts = sql`select value, domains, (${account}) as account from (${counted}) counted where domains > 0`
    return this.filters.length === 0 ? prepared('domains.list-counts', counts) : counts
  }

  total(counts: readonly Count[]): number {
    return counts.reduce((sum, { domains }) => sum + domains, 0)
  }

  /** The page; undefined when no domain is on it. */
  page(counts: readonly Count[]): Sql | undefined {
    const { offset } = this.query
    const limit = rowsOf(this.query, this.walk)
    const found: Sql[] = []
    let start = 0
    for (const part of this.parts(counts)) {
      const [from, to] = [Math.max(offset - start, 0), Math.min(offset + limit - start, part.size)]
      if (from < to) found.push(sql`array(${this.found(part, from, to - from, counts[0]!.account)})`)
      start += part.size
    }
    if (found.length === 0) return undefined
    const page = sql`
      select ${domainColumns} from domain d where d.id = any(${join(found, ' || ')}) ${orderBy(sorted(this.orders))}`
    return this.hasOnePlan ? prepared('domains.list', page) : page
  }

  /** A number that decides about the plan only where there are several. */
  private number(value: number): number | Sql {
    return this.hasOnePlan ? hidden(value) : value
  }

  private countedByValue(kind: CountedKind, whose: Sql): Sql {
    const { query } = this
    if (typeOf(query)) {
      return sql`
        select d.phase as value, count(*)::integer as domains from domain d
        where ${conditions(this.account, query, this.filters, 'indexed')} group by d.phase`
    }
    const chosen: Record<CountedKind, () => Sql> = {
      phase: () => sql`value = any(${phasesOf(query)})`,
      extension: () => sql`value = ${storedExtension(query.extension!)}`,
      ns_group: () => matching(sql`value`, query.ns_group_pattern!),
      handle: () => sql`value = ${query.contact_handle}`,
    }
    const ofKind = sql`${whose} and kind = ${raw(`'${kind}'`)}`
    return countersWhere(this.filters.length > 0 ? sql`${ofKind} and ${chosen[kind]()}` : ofKind)
  }

  private countedMatches(whose: Sql, account: Sql): Sql {
    const matches = this.matches(whose, account)
    if (this.dividedBy) {
      const each = matches.map((condition) => sql`select d.phase as value from domain d where ${condition}`)
      return sql`select value, count(*)::integer as domains from (${join(each, ' union all ')}) d group by value`
    }
    const counts = matches.map((condition) => sql`(select count(*) from domain d where ${condition})`)
    // Without the offset the planner repeats the sum at each place that uses it, and counts again each time.
    return sql`select '' as value, (${join(counts, ' + ')})::integer as domains offset 0`
  }

  /** What is counted. Counters decide whether a handle is scanned for or looked up; only one of both is executed. */
  private matches(whose: Sql, account: Sql): Sql[] {
    const by = (access: Access) => sources(this.account, this.query, this.filters, access)
    if (!this.isLive || !this.query.contact_handle) return by('indexed')
    const ofHandle = countersWhere(sql`${whose} and kind = 'handle' and value = ${this.query.contact_handle}`)
    const frequent = raw(String(FREQUENT))
    const isFrequent = sql`(
      select coalesce(sum(domains), 0) * ${frequent} > (${account}) from (${ofHandle}) of_handle)`
    return [
      ...by('scanned').map((condition) => sql`${isFrequent} and ${condition}`),
      ...by('indexed').map((condition) => sql`not ${isFrequent} and ${condition}`),
    ]
  }

  /** The list in its order, divided where counters contain how many domains precede. */
  private parts(counts: readonly Count[]): Part[] {
    const byPlace = new Map<number | string, Count[]>()
    const place = ({ value }: Count) =>
      this.dividedBy === 'phase' ? placeOf(value as Phase) : this.dividedBy === 'extension' ? value : 0
    for (const count of counts) byPlace.set(place(count), [...(byPlace.get(place(count)) ?? []), count])
    const sign = this.orders[0]![1] === 'asc' ? 1 : -1
    const isWhole = !this.dividedBy && (this.filters.length === 0 || !this.kind || !valueColumns[this.kind])
    return [...byPlace]
      .sort(([a], [b]) => (a < b ? -sign : sign))
      .map(([, some]) => ({
        ...(!isWhole && { values: some.map(({ value }) => value) }),
        size: some.reduce((sum, { domains }) => sum + domains, 0),
      }))
  }

  /**
   * The ids of a range of a part, read from the nearer end. Where no index has the order, all matches are collected and
   * sorted, or the account is scanned until enough of them are found, whichever is cheaper.
   */
  private found({ values, size }: Part, from: number, take: number, account: number): Sql {
    const { isFromEnd, skip } = windowOf({ offset: from, limit: take }, size)
    const ascending = sorted(this.innerOrders)
    const order = isFromEnd ? reversed(ascending) : ascending
    const isById = this.innerOrders[0]![0] === 'id'
    const isMerged = this.isOrderedByIndex || (values !== undefined && values.length <= MAX_SCANS && isById)
    const isScan = isMerged || !isCollectingCheaper(size, skip + take, account)
    const among = this.among(values, isMerged, isScan ? 'scanned' : 'indexed')
    const window = sql`limit ${this.number(take)} offset ${this.number(skip)}`
    if (isScan && among.length === 1) {
      return sql`select d.id from domain d where ${among[0]!} ${orderBy(order)} ${window}`
    }
    const names = order.map((_, index) => raw(`s${index}`))
    const columns = join(order.map(([column], index) => sql`${column} as ${names[index]!}`))
    const far = isScan ? sql`${orderBy(order)} limit ${skip + take}` : sql`offset 0`
    const each = among.map((source) => sql`(select d.id, ${columns} from domain d where ${source} ${far})`)
    const merged = orderBy(order.map(([, direction], index) => [names[index]!, direction]))
    return sql`select id from (${join(each, ' union all ')}) d ${merged} ${window}`
  }

  /**
   * The conditions of a part. The values of counters replace the filters that chose them: with both, the planner expects far
   * too few rows. The index of a value has the order within that value.
   */
  private among(values: readonly string[] | undefined, isMerged: boolean, access: Access): Sql[] {
    const filtered = () =>
      sources(this.number(this.account), this.query, this.filters, access).map((source) => sql`${source}${this.beyond}`)
    if (!values) return filtered()
    const column = valueColumns[this.kind ?? this.dividedBy!]!
    if (!this.kind) return filtered().map((source) => sql`${source} and ${column} = any(${values})`)
    const whose = sql`${scope(this.account, this.isLive)}${ofType(this.query)}${this.beyond}`
    return isMerged || values.length === 1
      ? values.map((value) => sql`${whose} and ${column} = ${value}`)
      : [sql`${whose} and ${column} = any(${values})`]
  }
}

const sorted = (orders: readonly Order[]): SqlOrder[] =>
  orders.map(([column, direction]) => [sortColumns[column], direction])
