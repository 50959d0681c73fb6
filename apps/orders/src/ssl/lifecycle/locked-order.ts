import { fail } from '@nameyard/contracts/errors'
import type { Tx } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { sslOrderOf, type SslOrder } from './ssl-order.store'

const holdOrder = statement<{ resellerId: number; id: number }>(
  'ssl.hold-order',
  ({ resellerId, id }) => sql`select id from ssl_order where reseller_id = ${resellerId} and id = ${id} for update`,
)

/** Returns an order of the account, locked until the end of the transaction. */
export async function lockedOrder(tx: Tx, resellerId: number, id: number): Promise<SslOrder> {
  await tx.query(holdOrder, { resellerId, id })
  // Read by a second statement: one that waited for the lock would still see the old validations.
  const [order] = await tx.query(sslOrderOf, { resellerId, id })
  return order ?? fail('ssl_order_not_found', { order: id })
}

/** Refuses an operation that the status of the order does not allow. */
export function refuseStatus({ id, status, work }: Pick<SslOrder, 'id' | 'status' | 'work'>): never {
  return fail('ssl_status_prohibits', { order: id, status: work === 'revoke' ? 'being cancelled' : status })
}
