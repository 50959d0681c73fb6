import type { Payload } from '@nameyard/contracts/event'
import { captureReservation } from '@nameyard/contracts/orders/capture-reservation'
import { Consumes } from '@nameyard/messaging/consumes'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Controller, Logger } from '@nestjs/common'
import { settleOpen, type Settled } from './reservation.store'

/** Takes what was reserved for an order that was delivered. Twice is once; also right before the confirmation. */
@Controller()
export class CaptureReservation {
  private readonly log = new Logger('ledger')

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Consumes(captureReservation)
  async on({ orderId }: Payload<typeof captureReservation>): Promise<void> {
    const values = [orderId, 'captured', this.clock.now()]
    const [settled] = await this.database.read<Settled & Record<string, unknown>>(settleOpen, values)
    if (settled?.found === null) throw new Error(`order ${orderId} was delivered without a reservation`)
    if (settled?.found === 'released')
      this.log.error(`order ${orderId} was delivered after its reservation was released`)
  }
}
