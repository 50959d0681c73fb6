import { statement, type Statement } from '@nameyard/persistence/statement'
import { countersWhere, type CountedKind } from './domain-counts'
import { domainColumns } from './domain-row'
import {
  conditions,
  groupColumn,
  matching,
  narrowFilters,
  phasesOf,
  scope,
  sources,
  storedExtension,
  typeOf,
  type Bind,
  type Filter,
  type Query,
  type Way,
} from './list-filters'
import { phases, visibleStatus, type Phase } from './model/lifecycle'

/** A statement with its values. */
export interface Bound {
  readonly statement: Statement
  readonly values: readonly unknown[]
}

/** How many domains match, for each value of what they are counted by, beside how many the account has. */
export interface Count {
  readonly value: string
  readonly domains: number
  readonly account: number
}

type OrderColumn = keyof NonNullable<Query['order_by']>
type Order = readonly [OrderColumn, 'asc' | 'desc']

const statuses = [...new Set<string>(Object.values(visibleStatus))].sort()
const placeOf = (phase: Phase) => statuses.indexOf(visibleStatus[phase])

/** Columns of each order the list can have; the transfer date is the day the domain came to be active. */
const sortColumns = {
  id: 'd.id',
  domain_name: 'd.label',
  domain_extension: 'd.extension',
  order_date: 'd.ordered_at',
  active_date: 'd.activated_at',
  expiration_date: 'd.expires_at',
  renewal_date: 'd.renews_at',
  status: `case d.phase ${phases.map((phase) => `when '${phase}' then ${placeOf(phase)}`).join(' ')} end`,
  transfer_date: 'd.activated_at',
} as const satisfies Record<OrderColumn, string>

/** Which counters tell how many domains a filter leaves. */
const kindOf: Partial<Record<Filter, CountedKind>> = {
  status: 'phase',
  status_not_equal: 'phase',
  queue_status: 'phase',
  extension: 'extension',
  ns_group_pattern: 'ns_group',
  contact_handle: 'handle',
}

/** What the domains of one value are found by, written like the index of it. */
const valueColumns: Partial<Record<CountedKind, string>> = {
  phase: 'd.phase',
  extension: 'd.extension',
  ns_group: groupColumn,
}

/** Filters that leave little of any account. */
const pointing: readonly Filter[] = ['id', 'full_name', 'domain_names', 'application_mode']

/** So many walks within indexes are merged at most. */
const WALKS = 40

/** A handle that one domain in so many names is sooner met than looked up. */
const FREQUENT = 20

/** Three letters in a row, or two where a word begins or ends, are seldom enough to search by. */
const TELLING = /[\p{L}\p{N}]{3}|(?:^|[^*\p{L}\p{N}])[\p{L}\p{N}]{2}|[\p{L}\p{N}]{2}(?:$|[^*\p{L}\p{N}])/u

/** Whether bitmap scans are allowed. */
const planning = statement(
  'domains.list-planning',
  `select set_config('enable_seqscan', 'off', true), set_config('random_page_cost', '1.1', true),
     set_config('jit', 'off', true), set_config('enable_bitmapscan', $1, true)`,
)

/** Domains that stand together in the list: those of some values, or all that match. */
interface Part {
  readonly values?: readonly string[]
  readonly size: number
}

/**
 * The statements of one list: first what is counted, then the page, which is found by the way that the counts make the
 * shorter one. Their texts depend on what is given, so they stay unnamed: a fixed text with filters that may be null would
 * be planned without the indexes.
 */
export class DomainList {
  private readonly filters: readonly Filter[]
  private readonly orders: readonly Order[]
  /** What counters tell the total by; nothing where the matches have to be counted. */
  private readonly kind: CountedKind | undefined
  /** What the list is cut into parts by, in the order of which they stand; nothing where it stays whole. */
  private readonly cutBy: 'extension' | 'phase' | undefined

  get offset(): number {
    return this.query.offset
  }

  private get isLive(): boolean {
    return this.query.is_deleted !== true
  }

  /** The orders within a part. */
  private get rest(): readonly Order[] {
    return this.cutBy ? this.orders.slice(1) : this.orders
  }

  /** Whether the page is walked within indexes that have its order, so that nothing is left to be planned. */
  private get isWalked(): boolean {
    const [first, second] = this.rest
    const isOfNumbers = first![0] === 'id'
    if (this.filters.length === 0 && !this.cutBy) return isOfNumbers || (this.isLive && second?.[0] === 'id')
    if (!this.isLive || !this.kind || !valueColumns[this.kind]) return false
    const isOfNames = this.cutBy === 'extension' && first![0] === 'domain_name' && second?.[0] === 'id'
    return (isOfNumbers || isOfNames) && !this.query.ns_group_pattern?.includes('*')
  }

  constructor(
    private readonly account: number,
    private readonly query: Query,
  ) {
    this.filters = narrowFilters(query)
    const given = Object.entries(query.order_by ?? {}) as unknown as Order[]
    // The number keeps pages apart where what is sorted by is equal; in the direction of the last order, so that one index
    // serves both.
    this.orders = given.some(([column]) => column === 'id') ? given : [...given, ['id', given.at(-1)?.[1] ?? 'asc']]
    const kinds = [...new Set(this.filters.map((filter) => kindOf[filter]))]
    const leading = this.orders[0]![0]
    if (this.filters.length === 0) this.kind = leading === 'domain_extension' ? 'extension' : 'phase'
    else if (this.isLive && kinds.length === 1 && query.contact_handle !== '') this.kind = kinds[0]
    if (this.isLive && leading === 'domain_extension' && this.kind === 'extension') this.cutBy = 'extension'
    if (this.isLive && leading === 'status') {
      this.cutBy = 'phase'
      // Other counters do not tell how many of each status there are.
      if (this.kind !== 'phase') this.kind = undefined
    }
  }

  /** Page and total in one statement, where so little matches that it is looked up; rows carry `total`. */
  lookup(): Bound | undefined {
    if (!this.filters.some((filter) => pointing.includes(filter))) return undefined
    const values: unknown[] = []
    const where = conditions(this.account, this.query, this.filters, 'found', binder(values))
    const { limit, offset } = this.query
    return {
      statement: statement(
        '',
        `with counted as (select count(*)::integer as total from domain d where ${where}),
         page as (
           select row_number() over (order by ${sorted(this.orders)}) as place, ${domainColumns}
           from domain d where ${where} order by place limit ${limit} offset ${offset})
         select counted.total, page.* from counted left join page on true order by page.place`,
      ),
      values,
    }
  }

  /**
   * How a list is planned that is not walked within its own indexes, in the transaction it runs in: as if an index were
   * read from memory, where it is. The planner takes an index of letters for exact whatever the letters are, and that
   * index is read by bitmaps alone.
   */
  planning(): Bound | undefined {
    if (this.isWalked) return undefined
    const texts = this.filters.filter((filter) => filter === 'domain_name_pattern' || filter === 'comment_pattern')
    const isFoundOtherwise = texts.length === 0 || texts.some((filter) => TELLING.test(String(this.query[filter])))
    return { statement: planning, values: [isFoundOtherwise ? 'on' : 'off'] }
  }

  /** How many match, as rows of {@link Count}: by counters where those tell it, else counted as the page will find them. */
  counting(): Bound {
    const values: unknown[] = []
    const $ = binder(values)
    const whose = `reseller_id = ${$(this.account)} and is_deleted = ${$(!this.isLive)}`
    const held = `select coalesce(sum(domains), 0)::integer from (${countersWhere(`${whose} and kind = 'phase'`)}) held`
    const counted = this.kind ? this.countedByValue(this.kind, whose, $) : this.countedMatches(whose, held, $)
    return {
      statement: statement(
        '',
        `select value, domains, (${held}) as account from (${counted}) counted where domains > 0`,
      ),
      values,
    }
  }

  /** The page, unless nothing is on it. */
  page(counts: readonly Count[]): Bound | undefined {
    const values: unknown[] = []
    const $ = binder(values)
    const { offset, limit } = this.query
    const found: string[] = []
    let start = 0
    for (const part of this.parts(counts)) {
      const [from, to] = [Math.max(offset - start, 0), Math.min(offset + limit - start, part.size)]
      if (from < to) found.push(`array(${this.found(part, from, to - from, counts[0]!.account, $)})`)
      start += part.size
    }
    if (found.length === 0) return undefined
    return {
      statement: statement(
        '',
        `select ${domainColumns} from domain d where d.id = any(${found.join(' || ')}) order by ${sorted(this.orders)}`,
      ),
      values,
    }
  }

  private countedByValue(kind: CountedKind, whose: string, $: Bind): string {
    const { query } = this
    const type = typeOf(query)
    if (type) {
      return `select d.phase as value, count(*)::integer as domains from domain d
              where ${conditions(this.account, query, this.filters, 'found', $)} group by d.phase`
    }
    const asked: Record<CountedKind, () => string> = {
      phase: () => `value = any(${$(phasesOf(query))})`,
      extension: () => `value = ${$(storedExtension(query.extension!))}`,
      ns_group: () => matching('value', query.ns_group_pattern!, $),
      handle: () => `value = ${$(query.contact_handle)}`,
    }
    return countersWhere(`${whose} and kind = '${kind}'${this.filters.length > 0 ? ` and ${asked[kind]()}` : ''}`)
  }

  private countedMatches(whose: string, held: string, $: Bind): string {
    const matches = this.matches(whose, held, $)
    if (this.cutBy) {
      const each = matches.map((condition) => `select d.phase as value from domain d where ${condition}`)
      return `select value, count(*)::integer as domains from (${each.join(' union all ')}) d group by value`
    }
    const counts = matches.map((condition) => `(select count(*) from domain d where ${condition})`)
    // Without the offset the planner puts the sum in place of each mention of it, and every mention is counted anew.
    return `select '' as value, (${counts.join(' + ')})::integer as domains offset 0`
  }

  /** What is counted. By counters it is known whether a handle is met often or is sooner looked up; only one is done. */
  private matches(whose: string, held: string, $: Bind): string[] {
    const come = (way: Way) => sources(this.account, this.query, this.filters, way, $)
    if (!this.isLive || !this.query.contact_handle) return come('found')
    const named = countersWhere(`${whose} and kind = 'handle' and value = ${$(this.query.contact_handle)}`)
    const isFrequent = `(select coalesce(sum(domains), 0) * ${FREQUENT} > (${held}) from (${named}) named)`
    return [
      ...come('met').map((condition) => `${isFrequent} and ${condition}`),
      ...come('found').map((condition) => `not ${isFrequent} and ${condition}`),
    ]
  }

  /** The list as it stands, cut where counters tell how much comes before. */
  private parts(counts: readonly Count[]): Part[] {
    const cut = new Map<number | string, Count[]>()
    const place = ({ value }: Count) =>
      this.cutBy === 'phase' ? placeOf(value as Phase) : this.cutBy === 'extension' ? value : 0
    for (const count of counts) cut.set(place(count), [...(cut.get(place(count)) ?? []), count])
    const sign = this.orders[0]![1] === 'asc' ? 1 : -1
    const isWhole = !this.cutBy && (this.filters.length === 0 || !this.kind || !valueColumns[this.kind])
    return [...cut]
      .sort(([a], [b]) => (a < b ? -sign : sign))
      .map(([, some]) => ({
        ...(!isWhole && { values: some.map(({ value }) => value) }),
        size: some.reduce((sum, { domains }) => sum + domains, 0),
      }))
  }

  /**
   * The numbers of a stretch of a part, walked to from the end that is nearer. Where no index has the order, all that match
   * are gathered if that is less work than to walk the account until enough of them were met: decided by the exact count,
   * for the planner's guess of how many match may be off by any factor.
   */
  private found({ values, size }: Part, from: number, take: number, account: number, $: Bind): string {
    const isNearEnd = from > size / 2
    const skip = isNearEnd ? size - from - take : from
    const order = isNearEnd ? reversed(this.rest) : this.rest
    const isMerged = this.isWalked || (values !== undefined && values.length <= WALKS && this.rest[0]![0] === 'id')
    const isWalk = isMerged || size * size > (skip + take) * account
    const among = this.among(values, isMerged, isWalk ? 'met' : 'found', $)
    const window = `limit ${take} offset ${skip}`
    if (isWalk && among.length === 1)
      return `select d.id from domain d where ${among[0]!} order by ${sorted(order)} ${window}`
    const columns = order.map(([column], index) => `${sortColumns[column]} as s${index}`).join(', ')
    const far = isWalk ? `order by ${sorted(order)} limit ${skip + take}` : 'offset 0'
    const each = among.map((source) => `(select d.id, ${columns} from domain d where ${source} ${far})`)
    const by = order.map(([, direction], index) => `s${index} ${direction}`).join(', ')
    return `select id from (${each.join(' union all ')}) d order by ${by} ${window}`
  }

  /**
   * The conditions of a part. Values that counters tell stand for the filters they come from: asked for both, the planner
   * expects far too few. The index of a value has the order within it.
   */
  private among(values: readonly string[] | undefined, isMerged: boolean, way: Way, $: Bind): string[] {
    const asked = () => sources(this.account, this.query, this.filters, way, $)
    if (!values) return asked()
    const column = valueColumns[this.kind ?? this.cutBy!]!
    if (!this.kind) return asked().map((source) => `${source} and ${column} = any(${$(values)})`)
    const type = typeOf(this.query)
    const whose = scope(this.account, this.isLive, $) + (type ? ` and d.type = ${$(type)}` : '')
    return isMerged || values.length === 1
      ? values.map((value) => `${whose} and ${column} = ${$(value)}`)
      : [`${whose} and ${column} = any(${$(values)})`]
  }
}

const binder =
  (values: unknown[]): Bind =>
  (value) =>
    `$${values.push(value)}`

const sorted = (orders: readonly Order[]) =>
  orders.map(([column, direction]) => `${sortColumns[column]} ${direction}`).join(', ')

const reversed = (orders: readonly Order[]): Order[] =>
  orders.map(([column, direction]) => [column, direction === 'asc' ? 'desc' : 'asc'])
