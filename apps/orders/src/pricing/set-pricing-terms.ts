import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { setPricingTerms } from '@nameyard/contracts/orders/set-pricing-terms'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { PriceEvents } from './price-events'

const listNamed = statement<
  { list: string; resellerId: number },
  { id: number; currency: string; accountCurrency: string | null }
>(
  'prices.list-named',
  ({ list, resellerId }) => sql`
    select l.id, l.currency, a.currency as "accountCurrency"
    from price_list l left join ledger_account a on a.reseller_id = ${resellerId} where l.name = ${list}`,
)

const setTerms = statement<{ resellerId: number; now: Date; listId: number; tier: number }>(
  'prices.set-terms',
  ({ resellerId, now, listId, tier }) => sql`
    insert into pricing_terms (reseller_id, starts_at, price_list_id, tier) values (${resellerId}, ${now}, ${listId},
      ${tier})
    on conflict (reseller_id, starts_at) do update set price_list_id = excluded.price_list_id, tier = excluded.tier`,
)

/** Assigns a price list and a discount tier to a reseller. The list must be in the currency of the balance. */
@Controller()
export class SetPricingTerms {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: PriceEvents,
  ) {}

  @Handles(setPricingTerms)
  execute(
    { resellerId, list, tier }: Input<typeof setPricingTerms>,
    call: Call,
  ): Promise<Result<typeof setPricingTerms>> {
    return this.database.unitOfWork(call, async (tx) => {
      const [found] = await tx.query(listNamed, { list, resellerId })
      if (!found) fail('price_list_not_found', { list })
      const { id, currency, accountCurrency } = found
      if (accountCurrency !== null && accountCurrency !== currency)
        fail('currency_differs', { currency: accountCurrency })
      const now = this.clock.now()
      await tx.query(setTerms, { resellerId, now, listId: id, tier })
      await this.events.tellTerms(tx, resellerId)
      tellAudit(tx, {
        resellerId,
        subject: `reseller ${resellerId}`,
        changes: { price_list: { to: list }, tier: { to: tier } },
      })
      return { list, currency, tier }
    })
  }
}
