import { Controller } from '@nestjs/common'
import type { Payload } from '@nameyard/contracts/event'
import { reservationConfirmed } from '@nameyard/contracts/orders/reservation-confirmed'
import { Consumes } from '@nameyard/messaging/consumes'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { confirmOpen } from './reservation.store'

/**
 * Confirms the reservation of an order that was placed: from now on it does not lapse. A repeated message changes
 * nothing. A settled reservation stays settled, because its capture or release may arrive first.
 */
@Controller()
export class ConfirmReservation {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Consumes(reservationConfirmed)
  async on({ orderId }: Payload<typeof reservationConfirmed>): Promise<void> {
    const [settled] = await this.database.read(confirmOpen, { orderId, now: this.clock.now() })
    if (settled?.found === null) throw new Error(`order ${orderId} was placed without a reservation`)
  }
}
