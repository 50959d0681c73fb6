import { randomUUID } from 'node:crypto'
import { releaseReservation } from '@nameyard/contracts/orders/release-reservation'
import { reservationConfirmed } from '@nameyard/contracts/orders/reservation-confirmed'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Schedule } from '@nameyard/runtime/schedule'
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common'
import { ORDERS_CONFIG, type OrdersConfig } from '../config'
import { isOwner, OrderOwners, type Owner } from './order-owners'
import { oldestUnconfirmed, unconfirmed } from './reservation.store'

const EVERY_MS = 5_000

/** How long the owner may take to answer; milliseconds. */
const ANSWER_MS = 10_000

/** Reservations of one sweep; the next one takes the rest. */
const AT_ONCE = 500

interface Unconfirmed {
  readonly orderId: string
  readonly resellerId: number
  readonly owner: string
}

/**
 * Looks after reservations that nobody confirmed: their owner died between reserving and placing the order, or its
 * message is on the way. Nothing is released on the strength of a clock: the owner is asked, and while it does not answer
 * the reservation stays. Safe to run late, twice, and beside itself.
 */
@Injectable()
export class WhenReservationUnconfirmed implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('ledger')
  private timer: NodeJS.Timeout | undefined
  private running: Promise<void> | undefined

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly owners: OrderOwners,
    private readonly clock: Clock,
    private readonly schedule: Schedule,
    @Inject(ORDERS_CONFIG) private readonly config: OrdersConfig,
  ) {}

  onApplicationBootstrap(): void {
    // Whoever moves the time does not wait for the owners: what is due stays so until they have answered.
    this.schedule.add({ nextDue: () => this.nextDue(), runDue: () => Promise.resolve(this.wake()) })
    this.timer = setInterval(() => this.wake(), EVERY_MS)
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer)
    await this.running
  }

  private wake(): void {
    this.running ??= this.sweep()
      .catch((error: Error) => this.log.warn(`unconfirmed reservations are left as they are: ${error.message}`))
      .finally(() => (this.running = undefined))
  }

  private async nextDue(): Promise<Date | undefined> {
    const [row] = await this.database.read<{ reservedAt: Date | null }>(oldestUnconfirmed)
    return row?.reservedAt ? new Date(row.reservedAt.getTime() + this.config.UNCONFIRMED_AFTER_MS) : undefined
  }

  /** Asks about the oldest ones, once. */
  async sweep(): Promise<void> {
    const before = new Date(this.clock.epochMs() - this.config.UNCONFIRMED_AFTER_MS)
    const rows = await this.database.read<Unconfirmed & Record<string, unknown>>(unconfirmed, [before, AT_ONCE])
    const byOwner = new Map<Owner, Unconfirmed[]>()
    for (const row of rows) {
      if (!isOwner(row.owner)) throw new Error(`order ${row.orderId} has no owner named ${row.owner}`)
      const together = byOwner.get(row.owner)
      if (together) together.push(row)
      else byOwner.set(row.owner, [row])
    }
    for (const [owner, reservations] of byOwner) await this.settle(owner, reservations)
  }

  /** Says in the owner's name what the owner has answered, by the messages that it would have sent. */
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
