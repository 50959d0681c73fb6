import { fail } from '@nameyard/contracts/errors'
import type { Tx } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { lockedOrder, refuseStatus } from '../lifecycle/locked-order'
import { OrderChanges } from '../lifecycle/order-changes'
import type { SslOrder } from '../lifecycle/ssl-order.store'

/** Maximum of mails for one request of a certificate. Their recipient may not know the reseller at all. */
const MAX_MAILS = 10

const countMail = statement<{ id: number; max: number }, { id: number }>(
  'ssl.count-approver-mail',
  ({ id, max }) =>
    sql`update ssl_order set approver_mails = approver_mails + 1 where id = ${id} and approver_mails < ${max} returning id`,
)

/** Sends an approval mail, unless the request has had its maximum of mails. */
export async function mailApprover(tx: Tx, changes: OrderChanges, order: SslOrder): Promise<void> {
  if ((await tx.query(countMail, { id: order.id, max: MAX_MAILS })).length === 0) fail('rate_limited')
  await changes.askApprover(tx, order)
}

/** Locks an order that waits for an approval by mail. Refuses all others. */
export async function lockedWaitingOrder(tx: Tx, resellerId: number, id: number): Promise<SslOrder> {
  const order = await lockedOrder(tx, resellerId, id)
  if (order.status !== 'REQ' || order.work === 'revoke') return refuseStatus(order)
  if (!order.validations.some(({ method, isProven }) => method === 'email' && !isProven))
    fail('validation_method_invalid', { problem: `no name of order ${id} waits for an approval by mail` })
  return order
}
