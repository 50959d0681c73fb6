import { fail } from '@nameyard/contracts/errors'
import type { Tx } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { EntitySchema } from 'typeorm'

/** An order that never will be placed, whatever is still on its way. */
interface RefusedOrder {
  orderId: string
  refusedAt: Date
}

export const refusedOrderSchema = new EntitySchema<RefusedOrder>({
  name: 'refused_order',
  columns: {
    orderId: { type: 'uuid', name: 'order_id', primary: true },
    refusedAt: { type: 'timestamptz', name: 'refused_at' },
  },
})

// Placing an order and refusing it exclude each other: what is read behind the lock is what the other one left.
const lockOrders = statement(
  'domains.lock-orders',
  `select pg_advisory_xact_lock(hashtextextended(id::text, 0)) from (select id from unnest($1::uuid[]) id order by id) ids`,
)

const refusedOrder = statement('domains.refused-order', 'select from refused_order where order_id = $1')

export const placedOrderIds = statement(
  'domains.placed-orders',
  'select operation_id as "orderId" from registry_operation where operation_id = any($1)',
)

const refuseOrders = statement(
  'domains.refuse-orders',
  `insert into refused_order (order_id, refused_at)
   select id, $2 from unnest($1::uuid[]) id
   where not exists (select from registry_operation o where o.operation_id = id)
   on conflict do nothing`,
)

/**
 * Keeps an order from being refused until the end of the transaction, which places it. Refuses with `order_refused` when
 * that has happened: its money is gone back.
 */
export async function holdOrder(tx: Tx, orderId: string): Promise<void> {
  await tx.query(lockOrders, [[orderId]])
  const [refused] = await tx.query(refusedOrder, [orderId])
  if (refused) fail('order_refused', { order: orderId })
}

/** Which of the orders were placed; every other one never will be. */
export async function refuseAbsent(tx: Tx, orderIds: readonly string[], now: Date): Promise<ReadonlySet<string>> {
  await tx.query(lockOrders, [orderIds])
  await tx.query(refuseOrders, [orderIds, now])
  const placed = await tx.query<{ orderId: string }>(placedOrderIds, [orderIds])
  return new Set(placed.map(({ orderId }) => orderId))
}
