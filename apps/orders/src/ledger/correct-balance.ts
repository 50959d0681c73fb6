import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { correctBalance } from '@nameyard/contracts/orders/correct-balance'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { readAmount } from '../pricing/model/money'
import { balanceOnWire, inWords } from './account-on-wire'
import { lockedAccount } from './account.store'
import { MoneyEvents } from './money-events'
import { transactionOf, move, wasMoved } from './movement.store'

/** Corrects a balance up or down, once for each key and never below the credit limit. */
@Controller()
export class CorrectBalance {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: MoneyEvents,
  ) {}

  @Handles(correctBalance)
  execute(input: Input<typeof correctBalance>, call: Call): Promise<Result<typeof correctBalance>> {
    const { resellerId, key, note } = input
    const at = this.clock.now()
    return this.database.unitOfWork(call, async (tx) => {
      const account = await lockedAccount(tx, resellerId)
      const { currency, available, creditLimit } = account
      const amount = readAmount(currency, input.amount)?.amount
      if (!amount) fail('invalid_input', { field: 'amount', problem: `must be an amount in ${currency} other than 0` })
      const left = available + creditLimit
      if (left + amount < 0 && !(await wasMoved(tx, resellerId, key)))
        fail('credit_too_low', {
          needed: inWords(currency, -amount),
          available: inWords(currency, Math.max(0, left)),
          hint: '',
        })
      const movement = { resellerId, kind: 'correction', amount, key, note, at } as const
      const id = await move(tx, movement)
      if (id === undefined) {
        tellAudit(tx, { isNothing: true })
        return balanceOnWire(account)
      }
      const after = await lockedAccount(tx, resellerId)
      await this.events.moved(tx, resellerId, transactionOf(movement, id, currency))
      await this.events.changed(tx, resellerId, { before: account, after })
      tellAudit(tx, {
        resellerId,
        subject: `reseller ${resellerId}`,
        changes: {
          balance: { from: inWords(currency, available), to: inWords(currency, after.available) },
          correction: { to: key },
          reason: { to: note },
        },
      })
      return balanceOnWire(after)
    })
  }
}
