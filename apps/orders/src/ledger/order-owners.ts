import { Injectable } from '@nestjs/common'
import type { Call } from '@nameyard/contracts/operation'
import { MAX_ORDERS_ASKED, placedOrders } from '@nameyard/contracts/orders/placed-orders'
import type { OrderOwner } from '@nameyard/contracts/orders/reserve-credit'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { OWN, ownOrders } from './own-orders'

/** The operation by which each owner of reservations says which orders were placed. */
const questions = { domains: placedOrders } as const satisfies Record<OrderOwner, typeof placedOrders>

/** The service that places an order: another one, or this one. */
export type Owner = OrderOwner | typeof OWN

export function isOwner(owner: string): owner is Owner {
  return owner === OWN || owner in questions
}

/** Asks the owners of orders which of them were placed. */
@Injectable()
export class OrderOwners {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
  ) {}

  /**
   * Returns the orders that were placed. With `refuseOthers`, the owner records all others as refused, so that they are
   * never placed. Refuses with `service_unavailable` when the owner does not answer.
   */
  async placed(
    owner: Owner,
    orderIds: readonly string[],
    { refuseOthers }: { readonly refuseOthers: boolean },
    call: Call,
  ): Promise<ReadonlySet<string>> {
    if (owner === OWN) {
      // These orders are placed in the transaction that reserves, so `refuseOthers` has nothing to do.
      const own = await this.database.read(ownOrders, { orderIds })
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
