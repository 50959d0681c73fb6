import type { listCustomers } from '@nameyard/contracts/customers/list-customers'
import type { Input } from '@nameyard/contracts/operation'
import { likePattern } from '@nameyard/persistence/like-pattern'
import { statement, type Statement } from '@nameyard/persistence/statement'
import { shownColumns, wholeColumns } from './customer.store'
import { fold } from './model/fold'

type Query = Input<typeof listCustomers>

/** What a list may be sorted by: the names of fields and of columns in queries, and the column behind them. */
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

/** Columns each pattern looks at. */
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

/** A statement with its values. */
export interface Bound {
  readonly statement: Statement
  readonly values: readonly unknown[]
}

/** Whether bitmap scans are allowed. */
const planning = statement(
  'customer.list_planning',
  `select set_config('enable_seqscan', 'off', true), set_config('random_page_cost', '1.1', true),
     set_config('jit', 'off', true), set_config('enable_bitmapscan', $1, true)`,
)

/**
 * The statements of one list. Their texts depend on the filters that are given, so they stay unnamed: a fixed text with
 * filters that may be null would be planned without the indexes.
 */
export class CustomerList {
  /** Patterns that leave something out: stars alone match all. */
  private readonly given: readonly PatternName[]

  get offset(): number {
    return this.query.offset
  }

  private get hasPatterns(): boolean {
    return this.given.length > 0
  }

  private get isOfComments(): boolean {
    return this.given.includes('comment_pattern')
  }

  /** Whether an index of letters finds what is searched: those of a pattern may be too frequent to say much. */
  private get isFoundByLetters(): boolean {
    return this.given.some((name) => TELLING.test(this.query[name]!))
  }

  constructor(
    private readonly account: number,
    private readonly query: Query,
  ) {
    this.given = (Object.keys(patterns) as PatternName[]).filter((name) => !/^\*+$/.test(query[name] ?? '*'))
  }

  /**
   * How the statements of a list with patterns are planned, in the transaction they run in. Never from end to end through
   * the accounts of all; and as if an index were read from memory, where it is: planned for a turning disk, the planner
   * prefers the whole table to one index that has all there is to count. It takes an index of letters for exact whatever
   * the letters are, and that index is read by bitmaps alone.
   */
  planning(): Bound | undefined {
    return this.hasPatterns ? { statement: planning, values: [this.isFoundByLetters ? 'on' : 'off'] } : undefined
  }

  /**
   * How many customers the account has, and how many match. Both stand in counters unless patterns were given; then the
   * matches are counted, and the count finds them as the page will.
   */
  counts(): Bound {
    const values: unknown[] = [this.account]
    const counted = { company: 'companies', individual: 'individuals', all: 'companies + individuals' }
    const total = !this.hasPatterns ? counted[this.query.type ?? 'all'] : this.counted(values)
    return {
      statement: statement(
        '',
        `select companies + individuals as customers, ${total} as total from customer_count where reseller_id = $1`,
      ),
      values,
    }
  }

  /**
   * The page. Its customers are found within an index where one has the order; only those that are shown are fetched.
   * The second half of a list is walked from its end.
   */
  page({ customers, total }: Counts): Bound {
    const { limit, offset, with_additional_data, order = 'asc' } = this.query
    const size = Math.min(limit, total - offset)
    const isNearEnd = offset > total / 2
    const skip = isNearEnd ? total - offset - size : offset
    const walk = isNearEnd === (order === 'asc') ? 'desc' : 'asc'
    const sort = sortColumns.get(this.query.order_by ?? 'id')!
    const values: unknown[] = [this.account]
    const found =
      this.hasPatterns && this.isFew(total, skip + size, customers, sort)
        ? this.gathered(values, sort, total, customers)
        : this.walked(values, sort, `order by id ${walk} limit ${skip + size}`)
    values.push(size, skip)
    const by =
      sort === 'id'
        ? (direction: string) => `id ${direction}`
        : (direction: string) => `${sort} ${direction}, id ${direction}`
    return {
      statement: statement(
        '',
        `select ${with_additional_data ? wholeColumns : shownColumns} from customer
         where id = any(array(select id from ${found} order by ${by(walk)} limit $${values.length - 1} offset $${values.length}))
         order by ${by(order)}`,
      ),
      values,
    }
  }

  /**
   * Counts the matches. A beginning in any of several texts is rare or not: as long as it may be rare it is looked up in
   * the index of each, where nobody is met who does not match, but who matches twice has to be counted once.
   */
  private counted(values: unknown[]): string {
    const count = (matches: string) => `(select count(*)::integer from ${matches})`
    const beginnings = this.beginnings(values, 'id')
    if (!beginnings) return count(this.matches(values))
    const many = `(companies + individuals) / ${FREQUENT}`
    return `case when ${count(`(${beginnings.join(' union all ')} limit ${many} + 1) as first_ones`)} <= ${many}
      then ${count(`(${beginnings.join(' union ')}) as matching`)}
      else ${count(this.matches(values))} end`
  }

  /**
   * Whether it is less work to gather all matches than to walk the account until enough of them were met. Decided by the
   * exact count, for the planner's guess of how often a pattern matches may be off by any factor. A walk in the order of
   * the account stays within an index, and is never longer than a search without letters to go by.
   */
  private isFew(total: number, wanted: number, customers: number, sort: string): boolean {
    if (sort !== 'id') return total * total <= wanted * customers
    return (
      (this.isFoundByLetters || this.given.some((name) => isAnchored(this.query[name]!))) &&
      total * total * FETCH <= wanted * customers
    )
  }

  /** What is walked in order until enough has matched; comments in two indexes, so far in each. */
  private walked(values: unknown[], sort: string, far: string): string {
    if (sort === 'id' && this.isOfComments) return this.comments(values, 'id', far)
    return `customer where ${this.conditions(values)}`
  }

  /** All that match, gathered before any is sorted: the planner would rather walk the account in order to meet them. */
  private gathered(values: unknown[], sort: string, total: number, customers: number): string {
    const columns = sort === 'id' ? 'id' : `id, ${sort}`
    const beginnings = total * FREQUENT <= customers && this.beginnings(values, columns)
    const isRare = this.given.length === 1 && total * RARE < customers
    const matches = beginnings
      ? `(${beginnings.join(' union ')}) as matching`
      : isRare
        ? `(select ${columns} from customer where ${this.conditions(values)}) as rare`
        : this.matches(values, columns)
    return `(select ${columns} from ${matches} offset 0) as matching`
  }

  /** The rows of each column that a list is searched in for one beginning, and for nothing else. */
  private beginnings(values: unknown[], columns: string): string[] | undefined {
    const { pattern, type } = this.query
    if (pattern === undefined || type !== undefined || this.given.length > 1 || !isAnchored(pattern)) return undefined
    const compare = comparison(pattern, values)
    return patterns.pattern.map(
      (column) => `select ${columns} from customer where ${this.scope()} and ${compare(column)}`,
    )
  }

  /** The matching rows as a table. */
  private matches(values: unknown[], columns = 'id'): string {
    if (this.isOfComments) return this.comments(values, columns)
    return `(select ${columns} from customer where ${this.conditions(values)}) as matching`
  }

  /** Long comments are looked through apart: of all others an index says what there is. */
  private comments(values: unknown[], columns: string, far = ''): string {
    const others = this.conditions(
      values,
      this.given.filter((name) => name !== 'comment_pattern'),
    )
    const select = (condition: string) => `(select ${columns} from customer where ${others} and ${condition} ${far})`
    const compare = comparison(this.query.comment_pattern!, values)
    const short = select(`comments_short <> '' and ${compare('comments_short')}`)
    const long = select(`comments_short is null and ${compare('comments_folded')}`)
    return `(${short} union all ${long}) as matching`
  }

  private scope(): string {
    const { type } = this.query
    const typed = type ? ` and company_name_folded ${type === 'company' ? '<>' : '='} ''` : ''
    return `reseller_id = $1 and deleted_at is null${typed}`
  }

  private conditions(values: unknown[], given: readonly PatternName[] = this.given): string {
    const conditions = given.map((name) => {
      const asOne = name === 'pattern' && this.given.length === 1 ? searchedPattern(this.query[name]!) : undefined
      if (asOne !== undefined) return `searched like $${values.push(asOne)}`
      return `(${patterns[name].map(comparison(this.query[name]!, values)).join(' or ')})`
    })
    return [this.scope(), ...conditions].join(' and ')
  }
}

/** Of which one in so many matches at most, that is found by its letters rather than within an index of all. */
const RARE = 100

/** Of which at least one in so many matches, that is counted faster by going through one index of all texts. */
const FREQUENT = 10

/** How many entries of an index are read in the time of a row that is fetched and compared. */
const FETCH = 30

/** Three letters in a row, or two where a word begins or ends, are seldom enough to search by. */
const TELLING = /[\p{L}\p{N}]{3}|(?:^|[^*\p{L}\p{N}])[\p{L}\p{N}]{2}|[\p{L}\p{N}]{2}(?:$|[^*\p{L}\p{N}])/u

/** What {@link CustomerList.counts} finds. */
export interface Counts {
  readonly customers: number
  readonly total: number
}

/** Whether a pattern is a beginning or a whole: the only star is the last character. */
function isAnchored(pattern: string): boolean {
  return /^[^*]+\*?$/.test(pattern)
}

/** Stands around each text in `searched`. */
const EDGE = '\u0001'

/**
 * What finds a pattern in one of the texts that are searched as one; nothing for a pattern of several pieces, which might
 * be found in several texts.
 */
function searchedPattern(pattern: string): string | undefined {
  const [, before, piece, after] = /^(\**)([^*]+)(\**)$/.exec(pattern) ?? []
  if (piece === undefined || piece.includes(EDGE)) return undefined
  return `%${before ? '' : EDGE}${likePattern(fold(piece))}${after ? '' : EDGE}%`
}

/** A column's comparison with a pattern; without a star it is plain equality, which keeps the order of an index. */
function comparison(pattern: string, values: unknown[]): (column: string) => string {
  const isExact = !pattern.includes('*')
  const compared = (text: string) => (isExact ? text : likePattern(text))
  const operator = isExact ? '=' : 'like'
  const positions = new Map<string, number>()
  return (column) => {
    // Handles have no small letters.
    const text = compared(column === 'handle' ? pattern.toUpperCase() : fold(pattern))
    const position = positions.get(text) ?? values.push(text)
    positions.set(text, position)
    return `${column} ${operator} $${position}`
  }
}
