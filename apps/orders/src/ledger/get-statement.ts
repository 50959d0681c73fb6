import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { getStatement } from '@nameyard/contracts/orders/get-statement'
import { printDate, readDate } from '@nameyard/contracts/primitives/dates'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { amountOnWire, money } from '../pricing/model/money'

/** Opening and closing balances are computed back from the current balance, which reads only the later movements. */
const statementOf = statement<{ resellerId: number; from: Date; to: Date; limit: number; offset: number }, Row>(
  'ledger.statement',
  ({ resellerId, from, to, limit, offset }) => sql`
    with moved as (
      select t.id, t.moved_at, t.kind, t.order_id, coalesce(r.subject, t.note) as subject,
        coalesce(sum(e.amount) filter (where e.account = 'available'), 0) as available,
        coalesce(sum(e.amount) filter (where e.account = 'reserved'), 0) as reserved
      from ledger_transaction t
      left join ledger_entry e on e.transaction_id = t.id
      left join reservation r on r.order_id = t.order_id
      where t.reseller_id = ${resellerId} and t.moved_at >= ${from}
      group by t.id, r.subject
    ), spans as (
      select a.currency,
        (a.available - coalesce(sum(m.available), 0))::float8 as "openingAvailable",
        (a.reserved - coalesce(sum(m.reserved), 0))::float8 as "openingReserved",
        (a.available - coalesce(sum(m.available) filter (where m.moved_at >= ${to}), 0))::float8 as "closingAvailable",
        (a.reserved - coalesce(sum(m.reserved) filter (where m.moved_at >= ${to}), 0))::float8 as "closingReserved",
        (count(m.id) filter (where m.moved_at < ${to}))::integer as total
      from ledger_account a left join moved m on true
      where a.reseller_id = ${resellerId}
      group by a.reseller_id
    ), page as (
      select id::float8 as id, moved_at as "movedAt", kind, order_id as "orderId", subject,
        available::float8 as available, reserved::float8 as reserved
      from moved where moved_at < ${to} order by moved_at, moved.id limit ${limit} offset ${offset}
    )
    select spans.*, page.* from spans left join page on true order by "movedAt", id`,
)

type Kind = Result<typeof getStatement>['movements'][number]['kind']

interface Row {
  currency: string
  openingAvailable: number
  openingReserved: number
  closingAvailable: number
  closingReserved: number
  total: number
  id: number | null
  movedAt: Date
  kind: Kind
  orderId: string | null
  subject: string
  available: number
  reserved: number
}

/** Lists every movement of an account in a period, with its opening and closing balance. */
@Controller()
export class GetStatement {
  constructor(private readonly database: Database) {}

  @Handles(getStatement)
  async execute(input: Input<typeof getStatement>): Promise<Result<typeof getStatement>> {
    const { resellerId, limit, offset } = input
    const from = readDate(input.from) ?? new Date(0)
    const to =
      readDate(input.to) ?? fail('invalid_input', { field: 'to', problem: 'must be a date, YYYY-MM-DD HH:MM:SS' })
    const rows = await this.database.read(statementOf, { resellerId, from, to, limit, offset })
    const [first] = rows
    if (!first) fail('account_not_found', { reseller: resellerId })
    const amount = (minor: number) => amountOnWire(money(first.currency, minor))
    return {
      currency: first.currency,
      opening: { balance: amount(first.openingAvailable), reservedBalance: amount(first.openingReserved) },
      closing: { balance: amount(first.closingAvailable), reservedBalance: amount(first.closingReserved) },
      total: first.total,
      movements: rows.flatMap(({ id, movedAt, kind, orderId, subject, available, reserved }) =>
        id === null
          ? []
          : {
              number: id,
              at: printDate(movedAt),
              kind,
              ...(orderId !== null && { orderId }),
              subject,
              balance: amount(available),
              reservedBalance: amount(reserved),
            },
      ),
    }
  }
}
