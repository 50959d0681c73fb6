import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { placedOrders } from '@nameyard/contracts/orders/placed-orders'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Controller } from '@nestjs/common'
import { placedOrderIds, refuseAbsent } from './order.store'

/** Tells orders which of its reservations belong to orders that were placed, and promises to place no other. */
@Controller()
export class TellPlacedOrders {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(placedOrders)
  async execute(
    { orderIds, refuseOthers }: Input<typeof placedOrders>,
    call: Call,
  ): Promise<Result<typeof placedOrders>> {
    if (!refuseOthers) {
      const rows = await this.database.read<{ orderId: string }>(placedOrderIds, [orderIds])
      return { placed: rows.map(({ orderId }) => orderId) }
    }
    const placed = await this.database.unitOfWork(call, (tx) => refuseAbsent(tx, orderIds, this.clock.now()))
    return { placed: [...placed] }
  }
}
