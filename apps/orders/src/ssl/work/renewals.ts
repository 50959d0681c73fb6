import { Refusal } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import type { Charge } from '@nameyard/contracts/orders/charge'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Injectable } from '@nestjs/common'
import { v7 as uuidv7 } from 'uuid'
import { reserveOwn } from '../../ledger/own-orders'
import { productOf } from '../model/product'
import { CertificatePrices } from '../orders/certificate-prices'
import { insertPurchase, type SslOrder } from '../orders/ssl-order.store'
import { OrderChanges } from './order-changes'
import { beginRound } from './rounds'
import { lockSame } from './ssl-steps.store'

/** Renews orders: for another period from the end that is paid for, at the price of now. */
@Injectable()
export class Renewals {
  constructor(
    private readonly database: Database,
    private readonly prices: CertificatePrices,
    private readonly changes: OrderChanges,
    private readonly clock: Clock,
  ) {}

  /** What a renewal costs. */
  charge({ resellerId, productId, period, domainAmount, wildcardAmount, commonName }: SslOrder): Promise<Charge> {
    const bought = { operation: 'renew', period, domains: domainAmount, wildcards: wildcardAmount } as const
    return this.prices.charge(resellerId, productOf(productId)!, bought, commonName)
  }

  /** Sets the price aside and asks the CA, in one transaction, which holds the order. Refuses with `credit_too_low`. Gives the number of the reservation. */
  async begin(tx: Tx, order: SslOrder, charge: Charge, hasDnsAutomation: boolean): Promise<string> {
    const [orderId, now] = [uuidv7(), this.clock.now()]
    const { id, resellerId, approverEmail, validations } = order
    await reserveOwn(tx, { orderId, resellerId, charge }, now)
    await tx.query(insertPurchase, [orderId, id, 'renew', now])
    const round = { work: 'renew', hasDnsAutomation, approverEmail, validations } as const
    await this.changes.askApprover(tx, await beginRound(tx, order, round, now))
    return orderId
  }

  /** Renews an order that is to renew itself; whether it could. One that cannot is tried again on the next occasion. */
  async renewByItself(order: SslOrder, call: Call): Promise<boolean> {
    try {
      const charge = await this.charge(order)
      return await this.database.unitOfWork(call, async (tx) => {
        const [same] = await tx.query(lockSame, [order.id, order.revision])
        if (same) await this.begin(tx, order, charge, order.hasDnsAutomation)
        return same !== undefined
      })
    } catch (error) {
      if (!(error instanceof Refusal) || error.refusal === 'service_unavailable') throw error
      return false
    }
  }
}
