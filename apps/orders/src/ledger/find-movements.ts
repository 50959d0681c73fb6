import { Controller } from '@nestjs/common'
import type { Input, Result } from '@nameyard/contracts/operation'
import { findMovements } from '@nameyard/contracts/orders/find-movements'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { amountOnWire, money } from '../pricing/model/money'

type Movement = Result<typeof findMovements>['movements'][number]

interface Row extends Pick<Movement, 'currency' | 'kind' | 'resellerId' | 'subject'> {
  readonly movedAt: Date
  readonly available: number
  readonly reserved: number
}

const movementsOf = statement<{ request: string; orderIds: readonly string[] }, Row>(
  'ledger.movements-of-request',
  ({ request, orderIds }) => sql`
    with asked as (
      select id from ledger_transaction where request = ${request}
      union
      select t.id from ledger_transaction t
      where t.order_id in (
        select order_id from ledger_transaction where request = ${request} and order_id is not null
        union select unnest(${orderIds}::uuid[])))
    select t.reseller_id as "resellerId", t.moved_at as "movedAt", t.kind, coalesce(r.subject, t.note) as subject,
      a.currency,
      coalesce(sum(e.amount) filter (where e.account = 'available'), 0)::float8 as available,
      coalesce(sum(e.amount) filter (where e.account = 'reserved'), 0)::float8 as reserved
    from asked join ledger_transaction t on t.id = asked.id
    join ledger_account a on a.reseller_id = t.reseller_id
    left join ledger_entry e on e.transaction_id = t.id
    left join reservation r on r.order_id = t.order_id
    group by t.id, a.currency, r.subject order by t.moved_at, t.id limit 1000`,
)

@Controller()
export class FindMovements {
  constructor(private readonly database: Database) {}

  @Handles(findMovements)
  async execute({ request, orderIds }: Input<typeof findMovements>): Promise<Result<typeof findMovements>> {
    const rows = await this.database.read(movementsOf, { request, orderIds })
    const movements = rows.map(({ movedAt, available, reserved, ...movement }) => ({
      ...movement,
      at: movedAt.toISOString(),
      balance: amountOnWire(money(movement.currency, available)),
      reservedBalance: amountOnWire(money(movement.currency, reserved)),
    }))
    return { movements }
  }
}
