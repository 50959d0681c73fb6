import { recordOperatorChange } from '@nameyard/contracts/access/record-operator-change'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { setPricingTerms } from '@nameyard/contracts/orders/set-pricing-terms'
import { Handles } from '@nameyard/messaging/handles'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { Controller } from '@nestjs/common'

const listNamed = statement(
  'prices.list-named',
  `select l.id, l.currency, a.currency as "accountCurrency"
   from price_list l left join ledger_account a on a.reseller_id = $2 where l.name = $1`,
)

const setTerms = statement(
  'prices.set-terms',
  `insert into pricing_terms (reseller_id, starts_at, price_list_id, tier) values ($1, $2, $3, $4)
   on conflict (reseller_id, starts_at) do update set price_list_id = excluded.price_list_id, tier = excluded.tier`,
)

/** Gives a reseller a price list, in the currency its balance is kept in, and a tier. */
@Controller()
export class SetPricingTerms {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  @Handles(setPricingTerms)
  execute(
    { operator, resellerId, list, tier }: Input<typeof setPricingTerms>,
    call: Call,
  ): Promise<Result<typeof setPricingTerms>> {
    return this.database.unitOfWork(call, async (tx) => {
      const [found] = await tx.query<{ id: number; currency: string; accountCurrency: string | null }>(listNamed, [
        list,
        resellerId,
      ])
      if (!found) fail('price_list_not_found', { list })
      const { id, currency, accountCurrency } = found
      if (accountCurrency !== null && accountCurrency !== currency)
        fail('currency_differs', { currency: accountCurrency })
      const now = this.clock.now()
      await tx.query(setTerms, [resellerId, now, id, tier])
      await this.outbox.append(tx, recordOperatorChange, {
        at: now.toISOString(),
        operator,
        resellerId,
        operation: setPricingTerms.id,
        subject: `reseller ${resellerId}`,
        changes: { price_list: { to: list }, tier: { to: tier } },
      })
      return { list, currency, tier }
    })
  }
}
