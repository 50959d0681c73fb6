import { fail } from '@nameyard/contracts/errors'
import type { Tx } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'

/** An order that must not be placed any more, even if a request for it is still running. */
interface RefusedOrder {
  orderId: string
  refusedAt: Date
}

interface Orders {
  readonly orderIds: readonly string[]
}

// Placing an order and refusing it exclude each other: after the lock, each reads what the other one wrote.
const lockOrders = statement<Orders>(
  'domains.lock-orders',
  ({ orderIds }) => sql`
    select pg_advisory_xact_lock(hashtextextended(id::text, 0))
    from (select id from unnest(${orderIds}::uuid[]) id order by id) ids`,
)

const refusedOrder = statement<Pick<RefusedOrder, 'orderId'>>(
  'domains.refused-order',
  ({ orderId }) => sql`select from refused_order where order_id = ${orderId}`,
)

export const placedOrderIds = statement<Orders, Pick<RefusedOrder, 'orderId'>>(
  'domains.placed-orders',
  ({ orderIds }) => sql`
    select operation_id as "orderId" from registry_operation where operation_id = any(${orderIds})`,
)

const refuseOrders = statement<Orders & Pick<RefusedOrder, 'refusedAt'>>(
  'domains.refuse-orders',
  ({ orderIds, refusedAt }) => sql`
    insert into refused_order (order_id, refused_at)
    select id, ${refusedAt} from unnest(${orderIds}::uuid[]) id
    where not exists (select from registry_operation o where o.operation_id = id)
    on conflict do nothing`,
)

/**
 * Locks an order against refusal until the end of the transaction that places it. Refuses with `order_refused` if it was
 * refused before: its reservation was released.
 */
export async function holdOrder(tx: Tx, orderId: string): Promise<void> {
  // Sent together: the second statement begins after the first has the lock, and sees what was committed before.
  const [, [refused]] = await Promise.all([
    tx.query(lockOrders, { orderIds: [orderId] }),
    tx.query(refusedOrder, { orderId }),
  ])
  if (refused) fail('order_refused', { order: orderId })
}

/** Returns which orders were placed, and refuses all others for good. */
export async function refuseAbsent(tx: Tx, orderIds: readonly string[], now: Date): Promise<ReadonlySet<string>> {
  await tx.query(lockOrders, { orderIds })
  await tx.query(refuseOrders, { orderIds, refusedAt: now })
  const placed = await tx.query(placedOrderIds, { orderIds })
  return new Set(placed.map(({ orderId }) => orderId))
}
