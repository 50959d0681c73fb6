import { randomUUID } from 'node:crypto'
import { fail } from '@nameyard/contracts/errors'
import type { Charge } from '@nameyard/contracts/orders/charge'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Injectable } from '@nestjs/common'
import { reserveOwn, settleOwn } from '../ledger/own-orders'
import { discountOf, quote } from '../pricing/model/quote'
import { readPrices } from '../pricing/price.store'
import { insertDmarcCharge } from './dmarc-order.store'

/** What prices of e-mail DMARC are of: no extension, because no top-level domain has a hyphen there. */
const SUBJECT = 'email-dmarc'

interface Sold {
  readonly id: number
  readonly resellerId: number
}

/** What orders of e-mail DMARC cost: reserved when they are placed, taken when they are active, once for each period. */
@Injectable()
export class DmarcMoney {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** What a period costs the account now; refuses with `dmarc_not_sold` where the list has no price. */
  async price(resellerId: number, action: 'create' | 'renew', name: string): Promise<Charge> {
    const { currency, tier, prices } = await readPrices(this.database, resellerId, [SUBJECT], this.clock.now())
    const found = quote(prices, { extension: SUBJECT, operation: action, periods: 1 }, tier)
    if (!found) return fail('dmarc_not_sold')
    const { product, reseller } = found.price
    return {
      objectType: 'dmarc',
      action,
      subject: name,
      quantity: 1,
      currency,
      amount: reseller.amount,
      discount: discountOf(found).amount,
      product,
    }
  }

  /** Sets a period aside under a number of its own, which nothing else of the order can have. */
  async reserve(
    tx: Tx,
    { id, resellerId }: Sold,
    charge: Charge,
    number: number,
    orderId: string = randomUUID(),
  ): Promise<string> {
    const now = this.clock.now()
    await tx.query(insertDmarcCharge, [orderId, id, charge.action, number, now])
    await reserveOwn(tx, { orderId, resellerId, charge }, now)
    return orderId
  }

  /** Takes what is set aside for an order, or gives it back. */
  async settle(tx: Tx, chargeId: string | null, outcome: 'captured' | 'released'): Promise<void> {
    // Orders from before there was a price have nothing set aside.
    if (chargeId !== null) await settleOwn(tx, chargeId, outcome, this.clock.now())
  }
}
