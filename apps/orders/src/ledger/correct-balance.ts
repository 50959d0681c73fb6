import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { correctBalance } from '@nameyard/contracts/orders/correct-balance'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Controller } from '@nestjs/common'
import { readAmount } from '../pricing/model/money'
import { balanceOnWire, heldAccount, inWords } from './account.store'
import { move, wasMoved } from './movement.store'

/** Moves a balance up or down, once under its key; never below the credit limit. */
@Controller()
export class CorrectBalance {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(correctBalance)
  execute(input: Input<typeof correctBalance>, call: Call): Promise<Result<typeof correctBalance>> {
    const { resellerId, key, note } = input
    const at = this.clock.now()
    return this.database.unitOfWork(call, async (tx) => {
      const { currency, available, creditLimit } = await heldAccount(tx, resellerId)
      const amount = readAmount(currency, input.amount)?.amount
      if (!amount) fail('invalid_input', { field: 'amount', problem: `is no amount in ${currency}` })
      const left = available + creditLimit
      if (left + amount < 0 && !(await wasMoved(tx, resellerId, key)))
        fail('credit_too_low', { needed: inWords(currency, -amount), available: inWords(currency, Math.max(0, left)) })
      await move(tx, { resellerId, kind: 'correction', amount, key, note, at })
      return balanceOnWire(await heldAccount(tx, resellerId))
    })
  }
}
