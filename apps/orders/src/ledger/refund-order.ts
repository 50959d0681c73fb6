import { Controller, Logger } from '@nestjs/common'
import type { Payload } from '@nameyard/contracts/event'
import { refundOrder } from '@nameyard/contracts/orders/refund-order'
import { Consumes } from '@nameyard/messaging/consumes'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { refundCaptured } from './reservation.store'

/** Refunds what was captured for an order, once. A refund that arrives before the capture is retried. */
@Controller()
export class RefundOrder {
  private readonly log = new Logger('ledger')

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Consumes(refundOrder)
  async on({ orderId }: Payload<typeof refundOrder>): Promise<void> {
    const values = { orderId, now: this.clock.now() }
    const [refunded] = await this.database.read(refundCaptured, values)
    if (refunded?.found === 'released')
      this.log.error(`order ${orderId} was refunded after its reservation was released`)
    else if (refunded?.found !== 'captured') throw new Error(`order ${orderId} is refunded before it was captured`)
  }
}
