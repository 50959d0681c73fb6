import type { Call } from '@nameyard/contracts/operation'
import { MAX_ORDERS_ASKED, placedOrders } from '@nameyard/contracts/orders/placed-orders'
import type { OrderOwner } from '@nameyard/contracts/orders/reserve-credit'
import { Rpc } from '@nameyard/messaging/rpc'
import { Injectable } from '@nestjs/common'

/** The question each owner of reservations answers: which of these orders were placed? */
const questions = { domains: placedOrders } as const satisfies Record<OrderOwner, typeof placedOrders>

export function isOwner(owner: string): owner is OrderOwner {
  return owner in questions
}

/** Asks the services that place orders about them. */
@Injectable()
export class OrderOwners {
  constructor(private readonly rpc: Rpc) {}

  /**
   * The orders that were placed. With `refuseOthers` every other one never will be: the owner has recorded it as
   * refused. Refuses with `service_unavailable` when the owner does not answer.
   */
  async placed(
    owner: OrderOwner,
    orderIds: readonly string[],
    { refuseOthers }: { readonly refuseOthers: boolean },
    call: Call,
  ): Promise<ReadonlySet<string>> {
    const placed = new Set<string>()
    for (let from = 0; from < orderIds.length; from += MAX_ORDERS_ASKED) {
      const asked = orderIds.slice(from, from + MAX_ORDERS_ASKED)
      const answer = await this.rpc.call(questions[owner], { orderIds: asked, refuseOthers }, call)
      for (const orderId of answer.placed) placed.add(orderId)
    }
    return placed
  }
}
