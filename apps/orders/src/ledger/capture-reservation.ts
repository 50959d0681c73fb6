import { Controller, Logger } from '@nestjs/common'
import type { Payload } from '@nameyard/contracts/event'
import { captureReservation } from '@nameyard/contracts/orders/capture-reservation'
import { Consumes } from '@nameyard/messaging/consumes'
import { Batcher } from '@nameyard/persistence/batcher'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { settleOpen } from './reservation.store'

/**
 * Captures the reservation of a delivered order. A repeated message changes nothing. A capture may arrive before the
 * confirmation and implies it. Captures that arrive while others are stored are stored together: the orders of an account
 * lock one balance.
 */
@Controller()
export class CaptureReservation {
  private readonly log = new Logger('ledger')

  private readonly captures = new Batcher(async (orderIds: readonly string[]) => {
    const values = { orderIds, outcome: 'captured', now: this.clock.now() } as const
    const before = new Map((await this.database.read(settleOpen, values)).map(({ orderId, found }) => [orderId, found]))
    return orderIds.map((orderId) => before.get(orderId))
  })

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Consumes(captureReservation)
  async on({ orderId }: Payload<typeof captureReservation>): Promise<void> {
    const found = await this.captures.add(orderId)
    if (found === undefined) throw new Error(`order ${orderId} was delivered without a reservation`)
    if (found === 'released') this.log.error(`order ${orderId} was delivered after its reservation was released`)
  }
}
