import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { getReseller } from '@nameyard/contracts/orders/get-reseller'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { Controller } from '@nestjs/common'
import { amountOnWire, money } from '../pricing/model/money'
import type { Account } from './account.store'

/** An account that nothing was paid into yet has nothing, in the currency of its price list. */
const standing = statement(
  'ledger.standing',
  `select coalesce(a.currency, terms.currency, 'EUR') as currency, coalesce(a.credit_limit, 0)::float8 as "creditLimit",
     coalesce(a.available, 0)::float8 as available, coalesce(a.reserved, 0)::float8 as reserved,
     coalesce(terms.tier, 0) as tier,
     case when $3 then (select count(*) from dmarc_order where reseller_id = $1 and status in ('REQ', 'ACT')) end::integer
       as "dmarcOrders"
   from (select) as always
   left join ledger_account a on a.reseller_id = $1
   left join lateral (
     select t.tier, l.currency from pricing_terms t join price_list l on l.id = t.price_list_id
     where t.reseller_id = $1 and t.starts_at <= $2 order by t.starts_at desc limit 1
   ) terms on true`,
)

interface Standing extends Account {
  readonly tier: number
  readonly dmarcOrders: number | null
}

/** Reads the balance of the caller's account, and what else is known of it here. */
@Controller()
export class GetReseller {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(getReseller)
  async execute(
    { with_settings, with_statistics }: Input<typeof getReseller>,
    call: Call,
  ): Promise<Result<typeof getReseller>> {
    const id = resellerOf(call)
    const values = [id, this.clock.now(), with_statistics]
    const [row] = await this.database.read<Standing & Record<string, unknown>>(standing, values)
    const { currency, available, reserved, creditLimit, tier, dmarcOrders } = row!
    const amount = (minor: number) => amountOnWire(money(currency, minor))
    return {
      id,
      balance: amount(available),
      reserved_balance: amount(reserved),
      tier,
      ...(with_settings && { settings: { currency, maximum_credit: amount(creditLimit) } }),
      ...(dmarcOrders !== null && { statistics: { email_service: { total_count: dmarcOrders } } }),
    }
  }
}
