import { Controller, Logger } from '@nestjs/common'
import type { Payload } from '@nameyard/contracts/event'
import { refundOrder } from '@nameyard/contracts/orders/refund-order'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Database } from '@nameyard/persistence/database'
import { Settlement } from './settlement'

/** Refunds what was captured for an order, once. A refund that arrives before the capture is retried. */
@Controller()
export class RefundOrder {
  private readonly log = new Logger('ledger')

  constructor(
    private readonly database: Database,
    private readonly settlement: Settlement,
  ) {}

  @Consumes(refundOrder)
  async on({ orderId }: Payload<typeof refundOrder>, { correlationId }: Delivery): Promise<void> {
    const refunded = await this.database.unitOfWork({ correlationId }, (tx) => this.settlement.refund(tx, orderId))
    if (refunded?.found === 'released')
      this.log.error(`order ${orderId} was refunded after its reservation was released`)
    else if (refunded?.found !== 'captured') throw new Error(`order ${orderId} is refunded before it was captured`)
  }
}
