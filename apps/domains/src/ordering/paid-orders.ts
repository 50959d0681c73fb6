import { Injectable, Logger } from '@nestjs/common'
import { fail, Refusal, type ErrorName } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { captureReservation } from '@nameyard/contracts/orders/capture-reservation'
import type { Charge } from '@nameyard/contracts/orders/charge'
import { quotePrices } from '@nameyard/contracts/orders/quote-prices'
import { releaseReservation } from '@nameyard/contracts/orders/release-reservation'
import { reservationConfirmed } from '@nameyard/contracts/orders/reservation-confirmed'
import { reserveCredit } from '@nameyard/contracts/orders/reserve-credit'
import { spenderOf, type Spender } from '@nameyard/contracts/orders/spender'
import type { RegistryFee } from '@nameyard/contracts/registry/submit-operation'
import { Rpc } from '@nameyard/messaging/rpc'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import type { RegistryOperation } from '../registry/registry-operation.store'
import { isUnserved } from '../tlds/catalogue'
import { holdOrder, refuseAbsent } from './order.store'
import type { Purchase } from './purchases'

/** Refusals of an order for which nothing is reserved. */
const unreserved: ReadonlySet<ErrorName> = new Set<ErrorName>(['credit_too_low', 'key_spend_limit'])

/** The price of a purchase: what the account pays, and the highest registry fee of a premium name (RFC 8748 section 3.7). */
export interface Price {
  readonly charge: Charge
  readonly fee?: RegistryFee
}

/** An order that costs money. Its id, a UUIDv7, is also the id of its reservation and of its first registry operation. */
export interface PaidOrder extends Price {
  readonly operationId: string
  readonly resellerId: number
  /** The API key that scheduled the order. Without one, the key of the call places it. */
  readonly spender?: Spender | undefined
}

/**
 * How an order is priced, reserved and charged. It is placed together with the confirmation of its reservation, and the
 * transaction that settles it captures or releases the credit. After a crash between two steps, the orders service asks what
 * became of the reservation.
 */
@Injectable()
export class PaidOrders {
  private readonly log = new Logger('orders')

  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * Prices a purchase. Refuses what is not sold, and premium fees that the order does not accept. The registry gets the cost
   * of the price list as the highest fee of a premium name, so that no name is sold at a loss.
   */
  async price(resellerId: number, purchase: Purchase, call: Call): Promise<Price> {
    // Also a renewal: without an account nothing reaches a registry, so nothing is charged.
    if (isUnserved(purchase)) fail('not_sold', { extension: purchase.extension, operation: purchase.operation })
    const { quotes } = await this.rpc.call(quotePrices, { resellerId, purchases: [purchase] }, call)
    const [quote] = quotes
    if (quote) {
      const { currency, price: amount } = quote.price.product
      return { charge: quote.charge, ...(purchase.isRegistryPremium && { fee: { currency, amount: String(amount) } }) }
    }
    const { name: domain, extension, operation, isRegistryPremium } = purchase
    return isRegistryPremium ? fail('premium_unavailable', { domain }) : fail('not_sold', { extension, operation })
  }

  /**
   * Reserves the price of the order, then runs `write` and confirms the reservation in one transaction. A failure after the
   * reservation releases it. An order is refused for lack of credit only if nothing else refuses it.
   */
  async place<Placed>(order: PaidOrder, call: Call, write: (tx: Tx) => Promise<Placed>): Promise<Placed> {
    const { operationId: orderId, resellerId, charge, spender = spenderOf(call) } = order
    try {
      await this.rpc.call(reserveCredit, { orderId, owner: 'domains', resellerId, charge, spender }, call)
      return await this.database.unitOfWork(call, async (tx) => {
        await holdOrder(tx, orderId)
        await this.outbox.append(tx, reservationConfirmed, { orderId })
        return write(tx)
      })
    } catch (error) {
      const isNothingReserved = error instanceof Refusal && unreserved.has(error.refusal)
      if (isNothingReserved) await this.refuseForOtherReasons(call, write)
      else await this.releaseUnplaced(order, call)
      throw error
    }
  }

  /**
   * Runs `write` only to get its refusal, and stores nothing. The credit may have been used by another order of the
   * same name, or by the same request sent twice: then that refusal is the right one.
   */
  private async refuseForOtherReasons(call: Call, write: (tx: Tx) => Promise<unknown>): Promise<void> {
    const rollBack = new Error('the order is not paid')
    await this.database
      .unitOfWork(call, async (tx) => {
        await write(tx)
        throw rollBack
      })
      .catch((error: unknown) => {
        if (error !== rollBack) throw error
      })
  }

  /** Captures the price of a completed operation or releases its reservation, in the transaction that settles it. */
  async end(
    tx: Tx,
    { operationId, charge }: Pick<RegistryOperation, 'charge' | 'operationId'>,
    resellerId: number,
    outcome: 'done' | 'refused' | 'failed',
  ): Promise<void> {
    if (!charge) return
    if (outcome === 'done') await this.outbox.append(tx, captureReservation, { orderId: operationId })
    else await this.outbox.append(tx, releaseReservation, { orderId: operationId, resellerId })
  }

  /** Releases the reservation of an order, unless it was placed after all: the answer of its commit may have been lost. */
  private async releaseUnplaced({ operationId, resellerId }: PaidOrder, { correlationId }: Call): Promise<void> {
    await this.database
      .unitOfWork({ correlationId }, async (tx) => {
        const placed = await refuseAbsent(tx, [operationId], this.clock.now())
        if (placed.size > 0) return
        await this.outbox.append(tx, releaseReservation, { orderId: operationId, resellerId })
      })
      // The orders service asks about a reservation that is not confirmed.
      .catch((error: Error) =>
        this.log.warn(`${operationId} stays reserved until the orders service asks: ${error.message}`),
      )
  }
}
