import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { listTransactions } from '@nameyard/contracts/orders/list-transactions'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { likePattern } from '@nameyard/persistence/like-pattern'
import { statement, type Statement } from '@nameyard/persistence/statement'
import { Controller } from '@nestjs/common'
import { amountOnWire, money } from '../pricing/model/money'

type Query = Input<typeof listTransactions>
type Listed = Result<typeof listTransactions>
type Transaction = Listed['results'][number]

const DAY_MS = 24 * 3_600_000

interface Row {
  [column: string]: unknown
  total: number
  id: number | null
  kind: 'capture' | 'refund' | 'top-up' | 'correction'
  movedAt: Date
  objectType: string | null
  action: string | null
  subject: string
  quantity: number
  currency: string
  amount: number
  discount: number
  productCurrency: string
  productAmount: number
}

const types = { capture: 'charge', refund: 'charge', 'top-up': 'payment', correction: 'correction' } as const

const sorts = { creation_date: '"movedAt"', subject: 'subject', total: 'amount' } as const

/** Lists what was charged to the account, and what was paid and corrected. */
@Controller()
export class ListTransactions {
  constructor(private readonly database: Database) {}

  @Handles(listTransactions)
  async execute(query: Query, call: Call): Promise<Listed> {
    const { statement, values } = listStatement(resellerOf(call), query)
    const rows = await this.database.read<Row>(statement, values)
    return { results: rows.filter(({ id }) => id !== null).map(onWire), total: rows[0]?.total ?? 0 }
  }
}

/** The statement of a list; its text follows the filters that are given, so it stays unnamed. */
function listStatement(resellerId: number, query: Query): { statement: Statement; values: unknown[] } {
  const values: unknown[] = [resellerId]
  const given = (value: unknown) => `$${values.push(value)}`
  const conditions = ['t.reseller_id = $1', `t.kind in ('capture', 'refund', 'top-up', 'correction')`]
  const from = instantOf('start_creation_date', query.start_creation_date)
  if (from) conditions.push(`t.moved_at >= ${given(from.at)}`)
  const to = instantOf('end_creation_date', query.end_creation_date)
  if (to) conditions.push(`t.moved_at < ${given(new Date(to.at.getTime() + (to.isDay ? DAY_MS : 1_000)))}`)
  if (query.filter_for_subject !== undefined)
    conditions.push(`coalesce(r.subject, t.note) ilike ${given(likePattern(query.filter_for_subject))}`)
  const where = conditions.join(' and ')
  const direction = query.order ?? 'asc'
  const orderBy = `order by ${sorts[query.order_by ?? 'creation_date']} ${direction}, id ${direction}`
  const ofOrder = 'left join reservation r on r.order_id = t.order_id'
  return {
    statement: statement(
      '',
      `with page as (
         select t.id::float8 as id, t.kind, t.moved_at as "movedAt", r.object_type as "objectType", r.action,
           coalesce(r.subject, t.note) as subject, coalesce(r.quantity, 1) as quantity, a.currency,
           (sign * coalesce(r.amount, -e.amount))::float8 as amount, sign * coalesce(r.discount, 0)::float8 as discount,
           coalesce(r.product_currency, a.currency) as "productCurrency",
           (sign * coalesce(r.product_amount, -e.amount))::float8 as "productAmount"
         from ledger_transaction t join ledger_account a on a.reseller_id = t.reseller_id ${ofOrder}
           left join ledger_entry e on e.transaction_id = t.id and e.account = 'available'
           cross join lateral (select case t.kind when 'refund' then -1 else 1 end as sign) as counted
         where ${where} ${orderBy} limit ${given(query.limit)} offset ${given(query.offset)}
       )
       select (select count(*) from ledger_transaction t ${ofOrder} where ${where})::integer as total, page.*
       from (select) as always left join page on true ${orderBy}`,
    ),
    values,
  }
}

/** An instant of a filter, and whether it names a whole day. */
function instantOf(field: string, given: string | undefined): { at: Date; isDay: boolean } | undefined {
  if (given === undefined) return undefined
  const [day, time = '00:00'] = given.split(/[ T]/)
  const at = new Date(`${day}T${time}Z`)
  // ECMAScript carries a day that its month has not over into the next.
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(day!))
    fail('invalid_input', { field, problem: 'is no day' })
  return { at, isDay: given.length === day!.length }
}

/** A line of the list: charges count up, what was paid in or given back counts down. */
function onWire(row: Row): Transaction {
  const pair = (reseller: number, product: number) => ({
    product: { currency: row.productCurrency, price: amountOnWire(money(row.productCurrency, product)) },
    reseller: { currency: row.currency, price: amountOnWire(money(row.currency, reseller)) },
  })
  return {
    reference_id: row.id!,
    type: types[row.kind],
    object_type: row.objectType ?? '',
    action: row.action ?? '',
    subject: row.subject,
    quantity: row.quantity,
    price: pair(row.amount + row.discount, row.productAmount),
    setup: pair(0, 0),
    vat: 0,
    total: pair(row.amount, row.productAmount),
    discount: amountOnWire(money(row.currency, row.discount)),
    creation_date: printDate(row.movedAt),
  }
}
