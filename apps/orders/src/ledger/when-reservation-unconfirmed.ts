import { randomUUID } from 'node:crypto'
import { Inject, Injectable } from '@nestjs/common'
import { releaseReservation } from '@nameyard/contracts/orders/release-reservation'
import { reservationConfirmed } from '@nameyard/contracts/orders/reservation-confirmed'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Schedule } from '@nameyard/runtime/schedule'
import { SweepTask } from '@nameyard/runtime/sweep-task'
import { ORDERS_CONFIG, type OrdersConfig } from '../config'
import { isOwner, OrderOwners, type Owner } from './order-owners'
import { oldestUnconfirmed, unconfirmed, type Unconfirmed } from './reservation.store'

/** Timeout of a question to the owner, in milliseconds. */
const ANSWER_MS = 10_000

/** Maximum of reservations per sweep. The next sweep handles the rest. */
const MAX_BATCH = 500

/**
 * Reconciles reservations that stay unconfirmed: their owner crashed between reserving and placing the order, or its
 * message is still in transit. A timeout alone releases nothing: the owner is asked, and the reservation stays until it
 * answers. Safe to run late, twice and concurrently.
 */
@Injectable()
export class WhenReservationUnconfirmed extends SweepTask {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly owners: OrderOwners,
    private readonly clock: Clock,
    @Inject(ORDERS_CONFIG) private readonly config: OrdersConfig,
    schedule: Schedule,
  ) {
    super({ name: 'ledger', everyMs: 5_000, schedule })
  }

  /** A clock that is put ahead does not wait for the owners: reservations stay due until the owners have answered. */
  override run(): Promise<void> {
    void super.run()
    return Promise.resolve()
  }

  protected override async nextDue(): Promise<Date | undefined> {
    const [row] = await this.database.read(oldestUnconfirmed)
    return row?.reservedAt ? new Date(row.reservedAt.getTime() + this.config.UNCONFIRMED_AFTER_MS) : undefined
  }

  /** Asks once about the oldest unconfirmed reservations. */
  protected async sweep(): Promise<void> {
    const before = new Date(this.clock.epochMs() - this.config.UNCONFIRMED_AFTER_MS)
    const rows = await this.database.read(unconfirmed, { before, limit: MAX_BATCH })
    const byOwner = new Map<Owner, Unconfirmed[]>()
    for (const row of rows) {
      if (!isOwner(row.owner)) throw new Error(`order ${row.orderId} has the unknown owner ${row.owner}`)
      const together = byOwner.get(row.owner)
      if (together) together.push(row)
      else byOwner.set(row.owner, [row])
    }
    for (const [owner, reservations] of byOwner) await this.settle(owner, reservations)
  }

  /** Sends the messages that the owner would have sent, according to its answer. */
  private async settle(owner: Owner, reservations: readonly Unconfirmed[]): Promise<void> {
    const call = { correlationId: randomUUID(), deadline: this.clock.machineMs() + ANSWER_MS }
    const orderIds = reservations.map(({ orderId }) => orderId)
    const placed = await this.owners.placed(owner, orderIds, { refuseOthers: true }, call)
    await this.database.unitOfWork(call, async (tx) => {
      for (const { orderId, resellerId } of reservations) {
        if (placed.has(orderId)) await this.outbox.append(tx, reservationConfirmed, { orderId })
        else await this.outbox.append(tx, releaseReservation, { orderId, resellerId })
      }
    })
  }
}
