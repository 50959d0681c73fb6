import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { setCreditLimit } from '@nameyard/contracts/orders/set-credit-limit'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { readAmount } from '../pricing/model/money'
import { balanceOnWire, inWords } from './account-on-wire'
import { lockedAccount } from './account.store'
import { MoneyEvents } from './money-events'

const setLimit = statement<{ resellerId: number; amount: number }>(
  'ledger.set-credit-limit',
  ({ resellerId, amount }) => sql`update ledger_account set credit_limit = ${amount} where reseller_id = ${resellerId}`,
)

/** Sets the credit limit: how far a balance may fall below zero. The current balance must stay within it. */
@Controller()
export class SetCreditLimit {
  constructor(
    private readonly database: Database,
    private readonly events: MoneyEvents,
  ) {}

  @Handles(setCreditLimit)
  execute(input: Input<typeof setCreditLimit>, call: Call): Promise<Result<typeof setCreditLimit>> {
    const { resellerId } = input
    return this.database.unitOfWork(call, async (tx) => {
      const before = await lockedAccount(tx, resellerId)
      const { currency, available, creditLimit } = before
      const amount = readAmount(currency, input.limit)?.amount
      if (amount === undefined || amount < 0)
        fail('invalid_input', { field: 'limit', problem: `must be an amount in ${currency}, 0 or more` })
      if (available + amount < 0)
        fail('credit_too_low', {
          needed: inWords(currency, -available),
          available: inWords(currency, amount),
          hint: '',
        })
      await tx.query(setLimit, { resellerId, amount })
      tellAudit(tx, {
        resellerId,
        subject: `reseller ${resellerId}`,
        changes: { credit_limit: { from: inWords(currency, creditLimit), to: inWords(currency, amount) } },
      })
      const after = await lockedAccount(tx, resellerId)
      if (amount !== creditLimit) await this.events.changed(tx, resellerId, { before, after, by: 'limited' })
      return balanceOnWire(after)
    })
  }
}
