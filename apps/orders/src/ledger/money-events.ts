import { Inject, Injectable } from '@nestjs/common'
import type { z } from 'zod'
import {
  creditLimitChanged,
  creditLow,
  creditReleased,
  creditReserved,
  transactionCharged,
  transactionCorrected,
  transactionPaid,
  transactionRefunded,
  type creditState,
} from '@nameyard/contracts/events/catalogue/money-events'
import { AccountEvents } from '@nameyard/outbox/account-events'
import type { Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { ORDERS_CONFIG, type OrdersConfig } from '../config'
import { amountOnWire, money, readAmount } from '../pricing/model/money'
import type { Account } from './account.store'
import { transactionOnWire, type LedgerTransaction } from './transaction-on-wire'

const ofTransaction = {
  capture: transactionCharged,
  refund: transactionRefunded,
  'top-up': transactionPaid,
  correction: transactionCorrected,
} as const

const ofCredit = { limited: creditLimitChanged, released: creditReleased, reserved: creditReserved } as const

/** What the account events show of the money of an account. */
@Injectable()
export class MoneyEvents {
  constructor(
    private readonly events: AccountEvents,
    private readonly clock: Clock,
    @Inject(ORDERS_CONFIG) private readonly config: OrdersConfig,
  ) {}

  /** Records a movement that the list of transactions shows. */
  async moved(tx: Tx, resellerId: number, transaction: LedgerTransaction, request = tx.correlationId): Promise<void> {
    await this.events.record(tx, ofTransaction[transaction.kind], {
      resellerId,
      object: `transactions/${transaction.id}`,
      at: transaction.movedAt,
      state: transactionOnWire(transaction),
      request,
    })
  }

  /** Records another change of the credit of an account, and that it is low. The transaction has locked the account. */
  async changed(
    tx: Tx,
    resellerId: number,
    { before, after, by }: { readonly before: Account; readonly after: Account; readonly by?: keyof typeof ofCredit },
  ): Promise<void> {
    const events = [...(by ? [ofCredit[by]] : []), ...(this.hasFallenLow(before, after) ? [creditLow] : [])]
    for (const event of events) {
      await this.events.record(tx, event, {
        resellerId,
        object: `resellers/${resellerId}`,
        at: this.clock.now(),
        state: creditOnWire(resellerId, after),
      })
    }
  }

  private hasFallenLow(before: Account, after: Account): boolean {
    const least = readAmount(after.currency, String(this.config.LOW_CREDIT))!.amount
    return spendable(before) >= least && spendable(after) < least
  }
}

const spendable = ({ available, creditLimit }: Account): number => available + creditLimit

function creditOnWire(
  id: number,
  { currency, available, reserved, creditLimit }: Account,
): z.input<typeof creditState> {
  const amount = (minor: number) => amountOnWire(money(currency, minor))
  return {
    id,
    balance: amount(available),
    reserved_balance: amount(reserved),
    settings: { currency, maximum_credit: amount(creditLimit) },
  }
}
