import { sql, statement } from '@nameyard/persistence/statement'
import { sslOrderColumns, type SslOrder } from '../lifecycle/ssl-order.store'

/** The order of an approval link, while it waits for the answer. */
export const findWaiting = statement<{ orderId: number; nonce: string }, SslOrder>(
  'ssl.approval',
  ({ orderId, nonce }) => sql`select ${sslOrderColumns} from ssl_order o
  where o.id = ${orderId} and o.approver_nonce = ${nonce} and o.status = 'REQ' and o.work <> 'revoke'
      and exists (
        select from ssl_validation v where v.ssl_order_id = o.id and v.method = 'email' and v.proven_at is null)`,
)

/** Returns the names that are validated by mail. */
export function mailedNames({ validations }: SslOrder): string[] {
  return validations.filter(({ method }) => method === 'email').map(({ hostName }) => hostName)
}
