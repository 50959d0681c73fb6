import { Controller } from '@nestjs/common'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { placedOrders } from '@nameyard/contracts/orders/placed-orders'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { placedOrderIds, refuseAbsent } from './order.store'

/** Returns which reservations belong to placed orders. With `refuseOthers`, the other orders are refused for good. */
@Controller()
export class ListPlacedOrders {
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
      const rows = await this.database.read(placedOrderIds, { orderIds })
      return { placed: rows.map(({ orderId }) => orderId) }
    }
    const placed = await this.database.unitOfWork(call, (tx) => refuseAbsent(tx, orderIds, this.clock.now()))
    return { placed: [...placed] }
  }
}
