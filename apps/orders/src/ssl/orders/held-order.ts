import { fail } from '@nameyard/contracts/errors'
import type { Tx } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { sslOrderOf, type SslOrder } from './ssl-order.store'

const holdOrder = statement('ssl.hold-order', 'select id from ssl_order where reseller_id = $1 and id = $2 for update')

/** An order of the account, held until the end of the transaction. */
export async function heldOrder(tx: Tx, resellerId: number, id: number): Promise<SslOrder> {
  await tx.query(holdOrder, [resellerId, id])
  // Read anew, now that nobody else changes it: a statement that has waited sees the validations as they were before.
  const [order] = await tx.query<SslOrder>(sslOrderOf, [resellerId, id])
  return order ?? fail('ssl_order_not_found', { order: id })
}

/** Refuses what cannot be done to an order as it stands. */
export function refuseStatus({ id, status, work }: Pick<SslOrder, 'id' | 'status' | 'work'>): never {
  return fail('ssl_status_prohibits', { order: id, status: work === 'revoke' ? 'being cancelled' : status })
}
