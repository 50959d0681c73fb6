import type { Payload } from '@nameyard/contracts/event'
import { releaseReservation } from '@nameyard/contracts/orders/release-reservation'
import { Consumes } from '@nameyard/messaging/consumes'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Controller, Logger } from '@nestjs/common'
import { refuseOrder, settleOpen, type Settled } from './reservation.store'

/**
 * Gives back what was reserved for an order that failed. Twice is once, and what was captured stays captured. An order
 * that is released before anything was reserved for it is remembered, so that a reservation on its way is refused.
 */
@Controller()
export class ReleaseReservation {
  private readonly log = new Logger('ledger')

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Consumes(releaseReservation)
  async on({ orderId, resellerId }: Payload<typeof releaseReservation>): Promise<void> {
    const now = this.clock.now()
    const values = [orderId, 'released', now]
    const [settled] = await this.database.read<Settled & Record<string, unknown>>(settleOpen, values)
    if (settled?.found === 'captured') this.log.error(`order ${orderId} failed after its reservation was captured`)
    if (settled?.found !== null) return
    const refused = await this.database.read(refuseOrder, [orderId, resellerId, now])
    if (refused.length === 0) throw new Error(`order ${orderId} was reserved at this moment: release it again`)
  }
}
