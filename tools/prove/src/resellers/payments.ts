import { setTimeout as pause } from 'node:timers/promises'
import { topUp } from '@nameyard/contracts/orders/top-up'
import type { TestParty } from '@nameyard/testing/party'
import type { Random } from '../random'
import type { Account } from './client'
import type { ClientLog } from './client-log'

/** A thread of the operator that adds payments to accounts. */
export class PaymentThread {
  private payments = 0

  constructor(
    private readonly operator: TestParty,
    private readonly accounts: readonly Account[],
    private readonly random: Random,
    private readonly clientLog: ClientLog,
    private readonly isOver: () => boolean,
  ) {}

  /** Adds one payment, and repeats it until it is acknowledged. Returns what it was. */
  async step(): Promise<string> {
    const { resellerId } = this.random.one(this.accounts)
    const cents = this.random.between(100, 9_999)
    const amount = (cents / 100).toFixed(2)
    const payment = { operator: 'prove', resellerId, currency: 'EUR', amount, key: `payment-${++this.payments}` }
    // An operator may read the same file of the bank twice.
    const times = this.random.weighted({ once: 3, twice: 1 }) === 'twice' ? 2 : 1
    for (;;) {
      try {
        for (let time = 0; time < times; time++) await this.operator.rpc.call(topUp, payment, this.operator.call())
        this.clientLog.payments.set(resellerId, (this.clientLog.payments.get(resellerId) ?? 0) + cents)
        return `payment of ${amount} by ${resellerId}`
      } catch (error) {
        if (!this.isOver()) await pause(500)
        else throw error
      }
    }
  }
}
