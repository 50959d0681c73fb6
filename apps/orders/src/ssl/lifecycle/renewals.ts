import { Injectable } from '@nestjs/common'
import { v7 as uuidv7 } from 'uuid'
import { Refusal } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import type { Charge } from '@nameyard/contracts/orders/charge'
import type { Spender } from '@nameyard/contracts/orders/spender'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { OwnCredit } from '../../ledger/own-orders'
import { productOf } from '../model/product'
import { CertificatePrices } from './certificate-prices'
import { OrderChanges } from './order-changes'
import { OrderEvents } from './order-events'
import { beginRound } from './rounds'
import { insertPurchase, lockSame, type SslOrder } from './ssl-order.store'

/** Renews orders for another period after the paid one, at current prices. */
@Injectable()
export class Renewals {
  constructor(
    private readonly database: Database,
    private readonly prices: CertificatePrices,
    private readonly changes: OrderChanges,
    private readonly clock: Clock,
    private readonly credit: OwnCredit,
    private readonly events: OrderEvents,
  ) {}

  /** Returns the charge of a renewal. */
  charge({ resellerId, productId, period, domainAmount, wildcardAmount, commonName }: SslOrder): Promise<Charge> {
    const bought = { operation: 'renew', period, domains: domainAmount, wildcards: wildcardAmount } as const
    return this.prices.charge(resellerId, productOf(productId)!, bought, commonName)
  }

  /**
   * Reserves the price and starts a round at the CA, in a transaction that has locked the order. Refuses with
   * `credit_too_low` and `key_spend_limit`. Returns the id of the reservation.
   */
  async begin(
    tx: Tx,
    order: SslOrder,
    charge: Charge,
    { hasDnsAutomation, spender }: { readonly hasDnsAutomation: boolean; readonly spender?: Spender | undefined },
  ): Promise<string> {
    const [orderId, now] = [uuidv7(), this.clock.now()]
    const { id, resellerId, approverEmail, validations } = order
    await this.credit.reserve(tx, { orderId, resellerId, charge, spender }, now)
    await tx.query(insertPurchase, { orderId, id, action: 'renew', now })
    const round = { work: 'renew', hasDnsAutomation, approverEmail, validations } as const
    await this.changes.askApprover(tx, await beginRound(tx, order, round, now))
    await this.events.tell(tx, order, 'proofs pending')
    return orderId
  }

  /** Renews an order automatically. Returns false when it was refused; it is tried again at the next due date. */
  async renewByItself(order: SslOrder, call: Call): Promise<boolean> {
    try {
      const charge = await this.charge(order)
      return await this.database.unitOfWork(call, async (tx) => {
        const [same] = await tx.query(lockSame, { id: order.id, revision: order.revision })
        if (same) await this.begin(tx, order, charge, { hasDnsAutomation: order.hasDnsAutomation })
        return same !== undefined
      })
    } catch (error) {
      if (!(error instanceof Refusal) || error.refusal === 'service_unavailable') throw error
      return false
    }
  }
}
