import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { listTransactions } from '@nameyard/contracts/orders/list-transactions'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { likePattern } from '@nameyard/persistence/like-pattern'
import { join, raw, sql, type Sql } from '@nameyard/persistence/statement'
import { transactionOnWire, type LedgerTransaction } from './transaction-on-wire'

type Query = Input<typeof listTransactions>
type Listed = Result<typeof listTransactions>

const DAY_MS = 24 * 3_600_000

interface Row extends Omit<LedgerTransaction, 'id'> {
  readonly total: number
  readonly id: number | null
}

const sorts = { creation_date: '"movedAt"', subject: 'subject', total: 'amount' } as const

/** Lists the charges, payments and corrections of the account. */
@Controller()
export class ListTransactions {
  constructor(private readonly database: Database) {}

  @Handles(listTransactions)
  async execute(query: Query, call: Call): Promise<Listed> {
    const rows = await this.database.read<Row>(listOf(resellerOf(call), query))
    const listed = rows.flatMap(({ id, total: _, ...row }) => (id === null ? [] : [transactionOnWire({ ...row, id })]))
    return { results: listed, total: rows[0]?.total ?? 0 }
  }
}

/** Builds the query of a list. Its text depends on the filters. */
function listOf(resellerId: number, query: Query): Sql {
  const conditions = [sql`t.reseller_id = ${resellerId} and t.kind in ('capture', 'refund', 'top-up', 'correction')`]
  const from = instantOf('start_creation_date', query.start_creation_date)
  if (from) conditions.push(sql`t.moved_at >= ${from.at}`)
  const to = instantOf('end_creation_date', query.end_creation_date)
  if (to) conditions.push(sql`t.moved_at < ${new Date(to.at.getTime() + (to.isDay ? DAY_MS : 1_000))}`)
  if (query.filter_for_subject !== undefined)
    conditions.push(sql`coalesce(r.subject, t.note) ilike ${likePattern(query.filter_for_subject)}`)
  const where = join(conditions, ' and ')
  const direction = query.order ?? 'asc'
  const orderBy = raw(`order by ${sorts[query.order_by ?? 'creation_date']} ${direction}, id ${direction}`)
  const ofOrder = sql`left join reservation r on r.order_id = t.order_id`
  return sql`
    with page as (
      select t.id::float8 as id, t.kind, t.moved_at as "movedAt", r.object_type as "objectType", r.action,
        coalesce(r.subject, t.note) as subject, coalesce(r.quantity, 1) as quantity, a.currency,
        (sign * coalesce(r.amount, -e.amount))::float8 as amount, sign * coalesce(r.discount, 0)::float8 as discount,
        coalesce(r.product_currency, a.currency) as "productCurrency",
        (sign * coalesce(r.product_amount, -e.amount))::float8 as "productAmount"
      from ledger_transaction t join ledger_account a on a.reseller_id = t.reseller_id ${ofOrder}
        left join ledger_entry e on e.transaction_id = t.id and e.account = 'available'
        cross join lateral (select case t.kind when 'refund' then -1 else 1 end as sign) as counted
      where ${where} ${orderBy} limit ${query.limit} offset ${query.offset}
    )
    select (select count(*) from ledger_transaction t ${ofOrder} where ${where})::integer as total, page.*
    from (select) as always left join page on true ${orderBy}`
}

/** The date of a filter, and whether it names a whole day. */
function instantOf(field: string, given: string | undefined): { at: Date; isDay: boolean } | undefined {
  if (given === undefined) return undefined
  const [day, time = '00:00'] = given.split(/[ T]/)
  const at = new Date(`${day}T${time}Z`)
  // Date turns 30 February into 1 or 2 March.
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(day!))
    fail('invalid_input', { field, problem: 'must be a date, YYYY-MM-DD or YYYY-MM-DD HH:MM:SS' })
  return { at, isDay: given.length === day!.length }
}
