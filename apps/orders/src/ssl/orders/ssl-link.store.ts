import { createHash } from 'node:crypto'
import { sql, statement } from '@nameyard/persistence/statement'
import { sslOrderColumns, type SslOrder } from '../lifecycle/ssl-order.store'

/** Stores a link for an order of the account, and deletes expired links. */
export const insertLink = statement<{ hash: Buffer; resellerId: number; id: number; expiresAt: Date; now: Date }>(
  'ssl.insert-link',
  ({ hash, resellerId, id, expiresAt, now }) => sql`
    with over as (delete from ssl_link where expires_at < ${now})
    insert into ssl_link (hash, ssl_order_id, expires_at)
    select ${hash}, id, ${expiresAt} from ssl_order where reseller_id = ${resellerId} and id = ${id}
    returning ssl_order_id`,
)
/** Reads the order of a valid link. */
export const orderOfLink = statement<{ hash: Buffer; now: Date }, SslOrder>(
  'ssl.order-of-link',
  ({ hash, now }) => sql`
    select ${sslOrderColumns} from ssl_order o join ssl_link l on l.ssl_order_id = o.id
    where l.hash = ${hash} and l.expires_at > ${now}`,
)

/** Only hashes of links are stored, so that a copy of the table opens no page. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
