import { recordOperatorChange } from '@nameyard/contracts/access/record-operator-change'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { topUp } from '@nameyard/contracts/orders/top-up'
import { Handles } from '@nameyard/messaging/handles'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { Controller } from '@nestjs/common'
import { readAmount } from '../pricing/model/money'
import { balanceOnWire, heldAccount, inWords, insertAccount } from './account.store'
import { move } from './movement.store'

/** The currency that an account of a reseller may be opened in: that of its terms, else one that has a default list. */
const sellsIn = statement(
  'ledger.sells-in',
  `select from (select) as always where $2 = coalesce(
     (select l.currency from pricing_terms t join price_list l on l.id = t.price_list_id
      where t.reseller_id = $1 order by t.starts_at desc limit 1),
     (select d.currency from price_list d where d.is_default and d.currency = $2))`,
)

/** Adds a payment to a balance, once under its key; opens the account with the first one. */
@Controller()
export class TopUp {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  @Handles(topUp)
  execute(input: Input<typeof topUp>, call: Call): Promise<Result<typeof topUp>> {
    const { operator, resellerId, currency, key, note } = input
    const paid = readAmount(currency, input.amount)
    if (!paid || paid.amount <= 0) fail('invalid_input', { field: 'amount', problem: `is no payment in ${currency}` })
    const at = this.clock.now()
    return this.database.unitOfWork(call, async (tx) => {
      if ((await tx.query(sellsIn, [resellerId, currency])).length === 0) fail('currency_unsupported', { currency })
      await tx.query(insertAccount, [resellerId, currency, at])
      const account = await heldAccount(tx, resellerId)
      if (account.currency !== currency) fail('currency_differs', { currency: account.currency })
      if (!(await move(tx, { resellerId, kind: 'top-up', amount: paid.amount, key, note, at })))
        return balanceOnWire(account)
      const after = await heldAccount(tx, resellerId)
      await this.outbox.append(tx, recordOperatorChange, {
        at: at.toISOString(),
        operator,
        resellerId,
        operation: topUp.id,
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
