import { Controller } from '@nestjs/common'
import type { Payload } from '@nameyard/contracts/event'
import { reservationConfirmed } from '@nameyard/contracts/orders/reservation-confirmed'
import { Consumes } from '@nameyard/messaging/consumes'
import { Batcher } from '@nameyard/persistence/batcher'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { confirmOpen } from './reservation.store'

/**
 * Confirms the reservation of an order that was placed: from now on it does not lapse. A repeated message changes
 * nothing. A settled reservation stays settled, because its capture or release may arrive first. Confirmations that arrive
 * while others are stored are stored together.
 */
@Controller()
export class ConfirmReservation {
  private readonly confirmations = new Batcher(async (orderIds: readonly string[]) => {
    const known = await this.database.read(confirmOpen, { orderIds, now: this.clock.now() })
    const found = new Set(known.map(({ orderId }) => orderId))
    return orderIds.map((orderId) => found.has(orderId))
  })

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Consumes(reservationConfirmed)
  async on({ orderId }: Payload<typeof reservationConfirmed>): Promise<void> {
    const isKnown = await this.confirmations.add(orderId)
    if (!isKnown) throw new Error(`order ${orderId} was placed without a reservation`)
  }
}
