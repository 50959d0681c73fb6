import type { Payload } from '@nameyard/contracts/event'
import { reservationConfirmed } from '@nameyard/contracts/orders/reservation-confirmed'
import { Consumes } from '@nameyard/messaging/consumes'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Controller } from '@nestjs/common'
import { confirmOpen, type Settled } from './reservation.store'

/**
 * Keeps a reservation for good once its order was placed. Twice is once, and what has ended stays as it is: the end may
 * overtake the beginning.
 */
@Controller()
export class ConfirmReservation {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Consumes(reservationConfirmed)
  async on({ orderId }: Payload<typeof reservationConfirmed>): Promise<void> {
    const [settled] = await this.database.read<Settled & Record<string, unknown>>(confirmOpen, [
      orderId,
      this.clock.now(),
    ])
    if (settled?.found === null) throw new Error(`order ${orderId} was placed without a reservation`)
  }
}
