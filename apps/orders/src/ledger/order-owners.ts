import type { Call } from '@nameyard/contracts/operation'
import { MAX_ORDERS_ASKED, placedOrders } from '@nameyard/contracts/orders/placed-orders'
import type { OrderOwner } from '@nameyard/contracts/orders/reserve-credit'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { Injectable } from '@nestjs/common'
import { OWN, ownOrders } from './own-orders'

/** The question each owner of reservations answers: which of these orders were placed? */
const questions = { domains: placedOrders } as const satisfies Record<OrderOwner, typeof placedOrders>

/** Another service, or this one. */
export type Owner = OrderOwner | typeof OWN

export function isOwner(owner: string): owner is Owner {
  return owner === OWN || owner in questions
}

/** Asks the services that place orders about them. */
@Injectable()
export class OrderOwners {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
  ) {}

  /**
   * The orders that were placed. With `refuseOthers` every other one never will be: the owner has recorded it as
   * refused. Refuses with `service_unavailable` when the owner does not answer.
   */
  async placed(
    owner: Owner,
    orderIds: readonly string[],
    { refuseOthers }: { readonly refuseOthers: boolean },
    call: Call,
  ): Promise<ReadonlySet<string>> {
    if (owner === OWN) {
      // Placed with its reservation or not at all: there is nothing to promise.
      const own = await this.database.read<{ orderId: string }>(ownOrders, [orderIds])
      return new Set(own.map(({ orderId }) => orderId))
    }
    const placed = new Set<string>()
    for (let from = 0; from < orderIds.length; from += MAX_ORDERS_ASKED) {
      const asked = orderIds.slice(from, from + MAX_ORDERS_ASKED)
      const answer = await this.rpc.call(questions[owner], { orderIds: asked, refuseOthers }, call)
      for (const orderId of answer.placed) placed.add(orderId)
    }
    return placed
  }
}
