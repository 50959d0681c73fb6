import type { listCustomers } from '@nameyard/contracts/customers/list-customers'
import type { Input } from '@nameyard/contracts/operation'
import { rowsOf, walkOf, type Walk } from '@nameyard/contracts/primitives/cursor'
import { likePattern } from '@nameyard/persistence/like-pattern'
import { empty, hidden, join, prepared, raw, sql, type Sql } from '@nameyard/persistence/statement'
import { shownColumns, wholeColumns } from './customer.store'
import { fold } from './model/fold'

type Query = Input<typeof listCustomers>

/** Sort fields, by wire name and by query name, and their columns. */
export const sortColumns: ReadonlyMap<string, string> = new Map([
  ['id', 'id'],
  ['handle', 'handle'],
  ['email', 'email_folded'],
  ['first_name', 'first_name_folded'],
  ['last_name', 'last_name_folded'],
  ['full_name', 'full_name_folded'],
  ['prefix', 'prefix_folded'],
  ['initials', 'initials_folded'],
  ['company_name', 'company_name_folded'],
  ['firstName', 'first_name_folded'],
  ['lastName', 'last_name_folded'],
  ['fullName', 'full_name_folded'],
  ['companyName', 'company_name_folded'],
])

/** The columns of each pattern. */
const patterns = {
  pattern: ['first_name_folded', 'last_name_folded', 'company_name_folded', 'handle'],
  handle_pattern: ['handle'],
  email_pattern: ['email_folded'],
  first_name_pattern: ['first_name_folded'],
  last_name_pattern: ['last_name_folded'],
  company_name_pattern: ['company_name_folded'],
  comment_pattern: ['comments_folded'],
} as const satisfies Partial<Record<keyof Query, readonly string[]>>

type PatternName = keyof typeof patterns

/** Planner settings for the rest of the transaction. */
const planning = (bitmapScans: 'on' | 'off') => sql`
  select set_config('enable_seqscan', 'off', true), set_config('random_page_cost', '1.1', true),
    set_config('jit', 'off', true), set_config('enable_bitmapscan', ${bitmapScans}, true)`

/**
 * The statements of one list. Their texts depend on the filters, so most are not prepared: a fixed text with optional
 * filters would be planned without the indexes. Without patterns and in the order of ids there is one plan, in which an index
 * has the order; planning it costs as much as reading a page, so it is kept.
 */
export class CustomerList {
  /** The patterns that restrict the list. A pattern of stars alone matches all. */
  private readonly given: readonly PatternName[]
  /** How the list is walked by number; undefined where pages are counted from its beginning. */
  private readonly walk: Walk | undefined

  get offset(): number {
    return this.query.offset
  }

  private get hasPatterns(): boolean {
    return this.given.length > 0
  }

  /** Whether the plan of the page does not depend on its values. */
  private get hasOnePlan(): boolean {
    return !this.hasPatterns && (this.query.order_by ?? 'id') === 'id'
  }

  private get isOfComments(): boolean {
    return this.given.includes('comment_pattern')
  }

  /** Whether the trigram index helps: the letters of a pattern may be too frequent. */
  private get isFoundByLetters(): boolean {
    return this.given.some((name) => TELLING.test(this.query[name]!))
  }

  constructor(
    private readonly account: number,
    private readonly query: Query,
    /** Only customers that this condition holds for, beside the filters. */
    private readonly within: Sql = empty,
  ) {
    this.walk = walkOf(query, (query.order_by ?? 'id') === 'id')
    this.given = (Object.keys(patterns) as PatternName[]).filter((name) => !/^\*+$/.test(query[name] ?? '*'))
  }

  /**
   * Returns the planner settings for a list with patterns, for its transaction. They exclude sequential scans over all
   * accounts. They assume that indexes are in memory: with the default cost of random pages, the planner prefers the whole
   * table to a covering index. Bitmap scans are allowed only when the trigram index helps, because the planner always
   * assumes that this index is exact.
   */
  planning(): Sql | undefined {
    return this.hasPatterns ? planning(this.isFoundByLetters ? 'on' : 'off') : undefined
  }

  /**
   * Counts the customers of the account and the matches. Without patterns both come from counters. With patterns the
   * matches are counted in the same way as the page finds them.
   */
  counts(): Sql {
    const total = this.hasPatterns ? this.counted() : this.countedAlready()
    const counts = sql`
      select companies + individuals as customers, ${total} as total from customer_count
      where reseller_id = ${this.account}`
    return this.hasPatterns ? counts : prepared('customers.list-counts', counts)
  }

  /**
   * Reads the first page, or one of a walk, in one statement with the count: its column `total`. Undefined where the count
   * decides how the page is found.
   */
  first(): Sql | undefined {
    if (!this.hasOnePlan || this.offset > 0) return undefined
    const total = sql`(select ${this.countedAlready()} from customer_count where reseller_id = ${this.account})`
    return this.beyondLast().found({ customers: Infinity, total: Infinity }, sql`, ${total} as total`)
  }

  /** Reads the page. */
  page(counts: Counts): Sql {
    return this.beyondLast().found(counts)
  }

  /** The list without the customers of the pages before, where it is walked. */
  private beyondLast(): CustomerList {
    const after = this.walk?.after
    if (after === undefined) return this
    const { account, query } = this
    const last = this.number(after)
    return new CustomerList(account, query, query.order === 'desc' ? sql` and id < ${last}` : sql` and id > ${last}`)
  }

  /** The count of a list without patterns, from the counters of the account. */
  private countedAlready(): Sql {
    const counted = { company: 'companies', individual: 'individuals', all: 'companies + individuals' }
    return raw(counted[this.query.type ?? 'all'])
  }

  /**
   * Its customers are found within an index that has the order, if there is one. Only the shown rows are
   * fetched. The second half of a list is scanned from its end.
   */
  private found({ customers, total }: Counts, more = empty): Sql {
    const { offset, with_additional_data, order = 'asc' } = this.query
    const limit = rowsOf(this.query, this.walk)
    const size = Math.min(limit, total - offset)
    const isNearEnd = offset > total / 2
    const skip = isNearEnd ? total - offset - size : offset
    const walk = isNearEnd === (order === 'asc') ? 'desc' : 'asc'
    const sort = sortColumns.get(this.query.order_by ?? 'id')!
    const found =
      this.hasPatterns && this.isFew(total, skip + size, customers, sort)
        ? this.gathered(sort, total, customers)
        : this.walked(sort, sql`order by id ${raw(walk)} limit ${raw(String(skip + size))}`)
    const by = (direction: 'asc' | 'desc') =>
      raw(sort === 'id' ? `id ${direction}` : `${sort} ${direction}, id ${direction}`)
    const page = sql`
      select ${with_additional_data ? wholeColumns : shownColumns}${more} from customer
      where id = any(array(
        select id from ${found} order by ${by(walk)} limit ${this.number(size)} offset ${this.number(skip)}))
      order by ${by(order)}`
    return this.hasOnePlan ? prepared('customers.list', page) : page
  }

  /**
   * Counts the matches. A prefix that is searched in several columns is first looked up in the index of each column, as
   * long as it may be rare. These indexes contain only matches, but a customer that matches twice must count once.
   */
  private counted(): Sql {
    const count = (matches: Sql) => sql`(select count(*)::integer from ${matches})`
    const beginnings = this.beginnings('id')
    if (!beginnings) return count(this.matches())
    const many = raw(`(companies + individuals) / ${FREQUENT}`)
    return sql`case when ${count(sql`(${join(beginnings, ' union all ')} limit ${many} + 1) as first_ones`)} <= ${many}
      then ${count(sql`(${join(beginnings, ' union ')}) as matching`)}
      else ${count(this.matches())} end`
  }

  /**
   * Returns whether it is cheaper to collect all matches than to scan the account until enough matches are found. The
   * exact count decides, because the planner's estimate for a pattern may be off by any factor. A scan by id stays
   * within an index. It is never longer than a search without usable letters.
   */
  private isFew(total: number, wanted: number, customers: number, sort: string): boolean {
    if (sort !== 'id') return total * total <= wanted * customers
    return (
      (this.isFoundByLetters || this.given.some((name) => isAnchored(this.query[name]!))) &&
      total * total * FETCH <= wanted * customers
    )
  }

  /** A scan in order until enough rows match. Comments are in two indexes, each scanned this far. */
  private walked(sort: string, far: Sql): Sql {
    if (sort === 'id' && this.isOfComments) return this.comments(raw('id'), far)
    return sql`customer where ${this.conditions()}`
  }

  /** All matches, collected before the sort. `offset 0` keeps the planner from scanning the account in order. */
  private gathered(sort: string, total: number, customers: number): Sql {
    const names = sort === 'id' ? 'id' : `id, ${sort}`
    const columns = raw(names)
    const beginnings = total * FREQUENT <= customers && this.beginnings(names)
    const isRare = this.given.length === 1 && total * RARE < customers
    const matches = beginnings
      ? sql`(${join(beginnings, ' union ')}) as matching`
      : isRare
        ? sql`(select ${columns} from customer where ${this.conditions()}) as rare`
        : this.matches(columns)
    return sql`(select ${columns} from ${matches} offset 0) as matching`
  }

  /** One query per searched column, when the list has a single prefix pattern and no other filter. */
  private beginnings(columns: string): Sql[] | undefined {
    const { pattern, type } = this.query
    if (pattern === undefined || type !== undefined || this.given.length > 1 || !isAnchored(pattern)) return undefined
    return patterns.pattern.map(
      (column) => sql`select ${raw(columns)} from customer where ${this.scope()} and ${comparison(pattern, column)}`,
    )
  }

  /** The matching rows as a table expression. */
  private matches(columns = raw('id')): Sql {
    if (this.isOfComments) return this.comments(columns)
    return sql`(select ${columns} from customer where ${this.conditions()}) as matching`
  }

  /** Comments: short ones are in an index, long ones are read from the table. */
  private comments(columns: Sql, far = empty): Sql {
    const others = this.conditions(this.given.filter((name) => name !== 'comment_pattern'))
    const select = (condition: Sql) => sql`(select ${columns} from customer where ${others} and ${condition} ${far})`
    const pattern = this.query.comment_pattern!
    const short = select(sql`comments_short <> '' and ${comparison(pattern, 'comments_short')}`)
    const long = select(sql`comments_short is null and ${comparison(pattern, 'comments_folded')}`)
    return sql`(${short} union all ${long}) as matching`
  }

  private scope(): Sql {
    const { type } = this.query
    const typed = type ? raw(` and company_name_folded ${type === 'company' ? '<>' : '='} ''`) : empty
    return sql`reseller_id = ${this.number(this.account)} and deleted_at is null${typed}${this.within}`
  }

  /** A number that decides about the plan only where there are several. */
  private number(value: number): number | Sql {
    return this.hasOnePlan ? hidden(value) : value
  }

  private conditions(given: readonly PatternName[] = this.given): Sql {
    const conditions = given.map((name) => {
      const pattern = this.query[name]!
      const asOne = name === 'pattern' && this.given.length === 1 ? searchedPattern(pattern) : undefined
      if (asOne !== undefined) return sql`searched like ${asOne}`
      const columns: readonly string[] = patterns[name]
      return sql`(${join(
        columns.map((column) => comparison(pattern, column)),
        ' or ',
      )})`
    })
    return join([this.scope(), ...conditions], ' and ')
  }
}

/** If at most one in this many customers matches, the trigram index finds the matches faster than a covering index. */
const RARE = 100

/** If at least one in this many customers matches, one index over all texts counts them faster. */
const FREQUENT = 10

/** Number of index entries that are read in the time of fetching and comparing one row. */
const FETCH = 30

/** Patterns selective enough for the trigram index: three letters in a row, or two at the start or end of a word. */
const TELLING = /[\p{L}\p{N}]{3}|(?:^|[^*\p{L}\p{N}])[\p{L}\p{N}]{2}|[\p{L}\p{N}]{2}(?:$|[^*\p{L}\p{N}])/u

/** The result of {@link CustomerList.counts}. */
export interface Counts {
  readonly customers: number
  readonly total: number
}

/** Returns whether a pattern is a prefix or a whole text: its only star is the last character. */
function isAnchored(pattern: string): boolean {
  return /^[^*]+\*?$/.test(pattern)
}

/** Delimiter of the texts in `searched`. */
const EDGE = '\u0001'

/**
 * Returns the `like` pattern for the column `searched`; undefined for a pattern of several pieces, which could match across
 * several texts.
 */
function searchedPattern(pattern: string): string | undefined {
  const [, before, piece, after] = /^(\**)([^*]+)(\**)$/.exec(pattern) ?? []
  if (piece === undefined || piece.includes(EDGE)) return undefined
  return `%${before ? '' : EDGE}${likePattern(fold(piece))}${after ? '' : EDGE}%`
}

/** Compares a column with a pattern. A pattern without a star is an equality, which keeps the order of an index. */
function comparison(pattern: string, column: string): Sql {
  // Handles are in upper case.
  const text = column === 'handle' ? pattern.toUpperCase() : fold(pattern)
  return pattern.includes('*') ? sql`${raw(column)} like ${likePattern(text)}` : sql`${raw(column)} = ${text}`
}
