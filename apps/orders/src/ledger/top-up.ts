import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { topUp } from '@nameyard/contracts/orders/top-up'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { readAmount } from '../pricing/model/money'
import { balanceOnWire, inWords } from './account-on-wire'
import { lockedAccount, insertAccount } from './account.store'
import { MoneyEvents } from './money-events'
import { transactionOf, move } from './movement.store'

/** The currency that an account of a reseller may be opened in: that of its terms, else one that has a default list. */
const sellsIn = statement<{ resellerId: number; currency: string }>(
  'ledger.sells-in',
  ({ resellerId, currency }) => sql`
    select from (select) as always where ${currency} = coalesce(
    (select l.currency from pricing_terms t join price_list l on l.id = t.price_list_id
      where t.reseller_id = ${resellerId} order by t.starts_at desc limit 1),
    (select d.currency from price_list d where d.is_default and d.currency = ${currency}))`,
)

/** Adds a payment to a balance, once for each key. The first payment opens the account. */
@Controller()
export class TopUp {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: MoneyEvents,
  ) {}

  @Handles(topUp)
  execute(input: Input<typeof topUp>, call: Call): Promise<Result<typeof topUp>> {
    const { resellerId, currency, key, note } = input
    const paid = readAmount(currency, input.amount)
    if (!paid || paid.amount <= 0)
      fail('invalid_input', { field: 'amount', problem: `must be an amount in ${currency}, more than 0` })
    const at = this.clock.now()
    return this.database.unitOfWork(call, async (tx) => {
      if ((await tx.query(sellsIn, { resellerId, currency })).length === 0) fail('currency_unsupported', { currency })
      await tx.query(insertAccount, { resellerId, currency, now: at })
      const account = await lockedAccount(tx, resellerId)
      if (account.currency !== currency) fail('currency_differs', { currency: account.currency })
      const movement = { resellerId, kind: 'top-up', amount: paid.amount, key, note, at } as const
      const id = await move(tx, movement)
      if (id === undefined) {
        tellAudit(tx, { isNothing: true })
        return balanceOnWire(account)
      }
      const after = await lockedAccount(tx, resellerId)
      await this.events.moved(tx, resellerId, transactionOf(movement, id, currency))
      tellAudit(tx, {
        resellerId,
        subject: `reseller ${resellerId}`,
        changes: {
          balance: { from: inWords(currency, account.available), to: inWords(currency, after.available) },
          payment: { to: key },
        },
      })
      return balanceOnWire(after)
    })
  }
}
