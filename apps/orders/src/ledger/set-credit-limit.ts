import { recordOperatorChange } from '@nameyard/contracts/access/record-operator-change'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { setCreditLimit } from '@nameyard/contracts/orders/set-credit-limit'
import { Handles } from '@nameyard/messaging/handles'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { Controller } from '@nestjs/common'
import { readAmount } from '../pricing/model/money'
import { balanceOnWire, heldAccount, inWords } from './account.store'

const limit = statement('ledger.set-credit-limit', 'update ledger_account set credit_limit = $2 where reseller_id = $1')

/** Sets how far a balance may go below zero; not below where it is now. */
@Controller()
export class SetCreditLimit {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  @Handles(setCreditLimit)
  execute(input: Input<typeof setCreditLimit>, call: Call): Promise<Result<typeof setCreditLimit>> {
    const { operator, resellerId } = input
    return this.database.unitOfWork(call, async (tx) => {
      const { currency, available, creditLimit } = await heldAccount(tx, resellerId)
      const amount = readAmount(currency, input.limit)?.amount
      if (amount === undefined || amount < 0)
        fail('invalid_input', { field: 'limit', problem: `is no credit in ${currency}` })
      if (available + amount < 0)
        fail('credit_too_low', {
          needed: inWords(currency, -available),
          available: inWords(currency, amount),
          hint: '',
        })
      await tx.query(limit, [resellerId, amount])
      await this.outbox.append(tx, recordOperatorChange, {
        at: this.clock.now().toISOString(),
        operator,
        resellerId,
        operation: setCreditLimit.id,
        subject: `reseller ${resellerId}`,
        changes: { credit_limit: { from: inWords(currency, creditLimit), to: inWords(currency, amount) } },
      })
      return balanceOnWire(await heldAccount(tx, resellerId))
    })
  }
}
