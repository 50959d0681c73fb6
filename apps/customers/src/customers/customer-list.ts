import type { listCustomers } from '@nameyard/contracts/customers/list-customers'
import type { Input } from '@nameyard/contracts/operation'
import { likePattern } from '@nameyard/persistence/like-pattern'
import { statement, type Statement } from '@nameyard/persistence/statement'
import { shownColumns, wholeColumns } from './customer.store'

/** What a list may be sorted by: the names of fields and of columns in queries, and the expression behind them. */
export const sortColumns: ReadonlyMap<string, string> = new Map([
  ['id', 'id'],
  ['handle', 'handle'],
  ['email', 'lower(email)'],
  ['first_name', 'lower(first_name)'],
  ['last_name', 'lower(last_name)'],
  ['company_name', 'lower(company_name)'],
  ['firstName', 'lower(first_name)'],
  ['lastName', 'lower(last_name)'],
  ['companyName', 'lower(company_name)'],
])

/** Columns each pattern looks at. */
const patterns = {
  pattern: ['first_name', 'last_name', 'company_name', 'handle'],
  handle_pattern: ['handle'],
  email_pattern: ['email'],
  first_name_pattern: ['first_name'],
  last_name_pattern: ['last_name'],
  company_name_pattern: ['company_name'],
  comment_pattern: ['comments'],
} as const satisfies Partial<Record<keyof Input<typeof listCustomers>, readonly string[]>>

/**
 * The statement of a list. Its text depends on the filters that are given, so it stays unnamed: a fixed text with
 * filters that may be null would be planned without the indexes.
 */
export function listStatement(
  account: number,
  input: Input<typeof listCustomers>,
): { statement: Statement; values: unknown[] } {
  const values: unknown[] = [account]
  const conditions = ['reseller_id = $1', 'deleted_at is null']
  for (const [name, columns] of Object.entries(patterns)) {
    const pattern = input[name as keyof typeof patterns]
    if (pattern === undefined) continue
    values.push(likePattern(pattern))
    conditions.push(`(${columns.map((column) => `lower(${column}) like lower($${values.length})`).join(' or ')})`)
  }
  if (input.type) conditions.push(`company_name ${input.type === 'company' ? '<>' : '='} ''`)
  const matching = conditions.join(' and ')
  const columns = input.with_additional_data ? wholeColumns : shownColumns
  const direction = input.order ?? 'asc'
  const sort = sortColumns.get(input.order_by ?? 'id')!
  values.push(input.limit, input.offset)
  return {
    statement: statement(
      '',
      // Counted and fetched apart: together the whole account would be written out to count it.
      `select (select count(*) from customer where ${matching})::integer as total, page.*
       from (select) as always left join (
         select ${columns} from customer where ${matching}
         order by ${sort} ${direction}, id ${direction}
         limit $${values.length - 1} offset $${values.length}) as page on true
       order by ${sort} ${direction}, id ${direction}`,
    ),
    values,
  }
}
