import { Controller, Logger } from '@nestjs/common'
import type { Payload } from '@nameyard/contracts/event'
import { releaseReservation } from '@nameyard/contracts/orders/release-reservation'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { refuseOrder } from './reservation.store'
import { Settlement } from './settlement'

/**
 * Releases the reservation of an order that failed. A repeated message changes nothing, and a captured reservation stays
 * captured. A release that arrives before the reservation is recorded, so that the late reservation is refused.
 */
@Controller()
export class ReleaseReservation {
  private readonly log = new Logger('ledger')

  constructor(
    private readonly database: Database,
    private readonly settlement: Settlement,
    private readonly clock: Clock,
  ) {}

  @Consumes(releaseReservation)
  async on({ orderId, resellerId }: Payload<typeof releaseReservation>, { correlationId }: Delivery): Promise<void> {
    const settled = await this.database.unitOfWork({ correlationId }, (tx) => this.settlement.release(tx, orderId))
    if (settled?.found === 'captured') this.log.error(`order ${orderId} failed after its reservation was captured`)
    if (settled) return
    const refused = await this.database.read(refuseOrder, { orderId, resellerId, now: this.clock.now() })
    if (refused.length === 0) throw new Error(`order ${orderId} was reserved at the same time: its release is retried`)
  }
}
