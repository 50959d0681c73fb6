import { fail, Refusal } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { captureReservation } from '@nameyard/contracts/orders/capture-reservation'
import type { Charge } from '@nameyard/contracts/orders/charge'
import { quotePrices } from '@nameyard/contracts/orders/quote-prices'
import { releaseReservation } from '@nameyard/contracts/orders/release-reservation'
import { reservationConfirmed } from '@nameyard/contracts/orders/reservation-confirmed'
import { reserveCredit } from '@nameyard/contracts/orders/reserve-credit'
import type { RegistryFee } from '@nameyard/contracts/registry/submit-operation'
import { Rpc } from '@nameyard/messaging/rpc'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database, type Tx } from '@nameyard/persistence/database'
import { statement, type Statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { Inject, Injectable, Logger } from '@nestjs/common'
import { DOMAINS_CONFIG, type DomainsConfig } from '../config'
import type { RegistryOperation } from '../domain/registry-operation.store'
import { Settlements } from '../registry/settlements'
import { holdOrder, refuseAbsent } from './order.store'
import type { Purchase } from './purchases'

/** What a purchase costs: the account, and for a premium name its registry at most (RFC 8748 section 3.7). */
export interface Price {
  readonly charge: Charge
  readonly fee?: RegistryFee
}

/** An order that costs money. Its number is that of its first registry operation and of its reservation: a UUIDv7. */
export interface PaidOrder extends Price {
  readonly operationId: string
  readonly resellerId: number
}

/** Time an answer needs back to the caller after the wait for the registry is over. */
const ANSWER_MS = 500

const end = statement(
  'domains.awaited-end',
  `select from registry_operation where operation_id = $1 and state = 'submitted'`,
)

const answer = statement(
  'domains.awaited-operation',
  `select from registry_operation o join domain d on d.id = o.domain_id
   where o.operation_id = $1 and o.state = 'submitted' and o.pending_at is null and d.phase <> 'waiting.party'`,
)

/**
 * The road of an order's money: priced, reserved, placed together with the confirmation of its reservation, and captured
 * or released by the transaction that learns how it ended. A crash between two steps leaves a reservation that orders
 * asks about.
 */
@Injectable()
export class PaidOrders {
  private readonly log = new Logger('orders')

  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
    private readonly outbox: Outbox,
    private readonly settlements: Settlements,
    private readonly clock: Clock,
    @Inject(DOMAINS_CONFIG) private readonly config: DomainsConfig,
  ) {}

  /**
   * What a purchase costs; refuses what is not sold, and fees out of the ordinary that were not agreed to. The registry of
   * a premium name is promised no more than the price list expects to pay, so that nothing is sold at a loss.
   */
  async price(resellerId: number, purchase: Purchase, call: Call): Promise<Price> {
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
   * Reserves what the order costs, and stores what `write` stores in one transaction with the confirmation. What fails
   * behind the reservation releases it. Lack of credit refuses only an order that nothing else refuses.
   */
  async place<Placed>(order: PaidOrder, call: Call, write: (tx: Tx) => Promise<Placed>): Promise<Placed> {
    const { operationId, resellerId, charge } = order
    try {
      await this.rpc.call(reserveCredit, { orderId: operationId, owner: 'domains', resellerId, charge }, call)
      return await this.database.unitOfWork(call, async (tx) => {
        await holdOrder(tx, operationId)
        await this.outbox.append(tx, reservationConfirmed, { orderId: operationId })
        return write(tx)
      })
    } catch (error) {
      const isNothingReserved = error instanceof Refusal && error.refusal === 'credit_too_low'
      if (isNothingReserved) await this.refuseOtherwise(call, write)
      else await this.giveUp(order, call)
      throw error
    }
  }

  /**
   * Refuses an order for what `write` refuses it for, and stores nothing. The credit may have gone to another order of the
   * same name or to the same request, which came meanwhile: that is the answer then.
   */
  private async refuseOtherwise(call: Call, write: (tx: Tx) => Promise<unknown>): Promise<void> {
    const nothingPaid = new Error('the order is not paid')
    await this.database
      .unitOfWork(call, async (tx) => {
        await write(tx)
        throw nothingPaid
      })
      .catch((error: unknown) => {
        if (error !== nothingPaid) throw error
      })
  }

  /** Waits a short time for the registry, unless it has answered: the operation has ended, or waits for something. */
  async awaitAnswer(operationId: string, call: Call): Promise<void> {
    await this.await(answer, operationId, call)
  }

  /** Waits a short time for an operation to end. */
  async awaitEnd(operationId: string, call: Call): Promise<void> {
    await this.await(end, operationId, call)
  }

  private async await(missing: Statement, operationId: string, call: Call): Promise<void> {
    const settlement = this.settlements.expect(operationId)
    try {
      const [isAwaited] = await this.database.read(missing, [operationId])
      if (isAwaited) await settlement.within(this.waitLeft(call))
    } finally {
      settlement.forget()
    }
  }

  /** Takes the money of an operation that was done and gives back that of any other, in the transaction that settles it. */
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

  /**
   * Releases the reservation of an order that was not placed. The order itself is asked: a commit whose answer was lost
   * has placed it.
   */
  private async giveUp({ operationId, resellerId }: PaidOrder, { correlationId }: Call): Promise<void> {
    await this.database
      .unitOfWork({ correlationId }, async (tx) => {
        const placed = await refuseAbsent(tx, [operationId], this.clock.now())
        if (placed.size > 0) return
        await this.outbox.append(tx, releaseReservation, { orderId: operationId, resellerId })
      })
      // Orders asks about a reservation that nobody confirms.
      .catch((error: Error) => this.log.warn(`${operationId} stays reserved until orders asks: ${error.message}`))
  }

  private waitLeft({ deadline }: Call): number {
    return Math.min(this.config.SETTLEMENT_WAIT_MS, deadline - this.clock.machineMs() - ANSWER_MS)
  }
}
