import { Controller, Logger } from '@nestjs/common'
import type { Payload } from '@nameyard/contracts/event'
import { captureReservation } from '@nameyard/contracts/orders/capture-reservation'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Batcher } from '@nameyard/persistence/batcher'
import { Database } from '@nameyard/persistence/database'
import { Settlement } from './settlement'

/** A delivered order, and the request that ordered it. */
interface Delivered {
  readonly orderId: string
  readonly correlationId: string
}

/**
 * Captures the reservation of a delivered order. A repeated message changes nothing. A capture may arrive before the
 * confirmation and implies it. Captures that arrive while others are stored are stored together: the orders of an account
 * lock one balance.
 */
@Controller()
export class CaptureReservation {
  private readonly log = new Logger('ledger')

  private readonly captures = new Batcher(async (delivered: readonly Delivered[]) => {
    const [{ correlationId }] = delivered as readonly [Delivered]
    const requests = new Map(delivered.map((each) => [each.orderId, each.correlationId]))
    const settled = await this.database.unitOfWork({ correlationId }, (tx) => this.settlement.capture(tx, requests))
    const before = new Map(settled.map(({ orderId, found }) => [orderId, found]))
    return delivered.map(({ orderId }) => before.get(orderId))
  })

  constructor(
    private readonly database: Database,
    private readonly settlement: Settlement,
  ) {}

  @Consumes(captureReservation)
  async on({ orderId }: Payload<typeof captureReservation>, { correlationId }: Delivery): Promise<void> {
    const found = await this.captures.add({ orderId, correlationId })
    if (found === undefined) throw new Error(`order ${orderId} was delivered without a reservation`)
    if (found === 'released') this.log.error(`order ${orderId} was delivered after its reservation was released`)
  }
}
