import { randomUUID } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Charge } from '@nameyard/contracts/orders/charge'
import type { Spender } from '@nameyard/contracts/orders/spender'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { OwnCredit } from '../ledger/own-orders'
import { discountOf, quote } from '../pricing/model/quote'
import { readPrices } from '../pricing/price.store'
import { insertDmarcCharge } from './dmarc-order.store'

/** Subject of the prices of e-mail DMARC. It is no extension: only `xn--` top-level domains have a hyphen. */
const SUBJECT = 'email-dmarc'

interface Sold {
  readonly id: number
  readonly resellerId: number
}

/** Charges for e-mail DMARC: reserved when an order is placed, captured when it becomes active, once for each period. */
@Injectable()
export class DmarcCharges {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly credit: OwnCredit,
  ) {}

  /** Returns the charge for one period at current prices. Refuses with `dmarc_not_sold` when the price list has none. */
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

  /** Reserves one period under a number that is unique within the order. A renewal of the platform has no spender. */
  async reserve(
    tx: Tx,
    { id, resellerId }: Sold,
    charge: Charge,
    number: number,
    { orderId = randomUUID(), spender }: { readonly orderId?: string; readonly spender?: Spender | undefined } = {},
  ): Promise<string> {
    const now = this.clock.now()
    await tx.query(insertDmarcCharge, { orderId, id, action: charge.action, number, now })
    await this.credit.reserve(tx, { orderId, resellerId, charge, spender }, now)
    return orderId
  }

  /** Captures or releases what is reserved for an order. */
  async settle(tx: Tx, chargeId: string | null, outcome: 'captured' | 'released'): Promise<void> {
    // Orders from the time before there was a price have no reservation.
    if (chargeId !== null) await this.credit.settle(tx, chargeId, outcome)
  }
}
