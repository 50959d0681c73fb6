import { Controller, Logger } from '@nestjs/common'
import type { Payload } from '@nameyard/contracts/event'
import { captureReservation } from '@nameyard/contracts/orders/capture-reservation'
import { Consumes } from '@nameyard/messaging/consumes'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { settleOpen } from './reservation.store'

/**
 * Captures the reservation of a delivered order. A repeated message changes nothing. A capture may arrive before the
 * confirmation and implies it.
 */
@Controller()
export class CaptureReservation {
  private readonly log = new Logger('ledger')

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Consumes(captureReservation)
  async on({ orderId }: Payload<typeof captureReservation>): Promise<void> {
    const values = { orderId, outcome: 'captured', now: this.clock.now() } as const
    const [settled] = await this.database.read(settleOpen, values)
    if (settled?.found === null) throw new Error(`order ${orderId} was delivered without a reservation`)
    if (settled?.found === 'released')
      this.log.error(`order ${orderId} was delivered after its reservation was released`)
  }
}
