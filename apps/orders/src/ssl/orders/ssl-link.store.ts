import { createHash } from 'node:crypto'
import { sql, statement } from '@nameyard/persistence/statement'
import type { Maker } from '../../link-makers/link-makers'
import { sslOrderColumns, type SslOrder } from '../lifecycle/ssl-order.store'

/** Stores a link for an order of the account, and deletes expired links. */
export const insertLink = statement<{
  hash: Buffer
  resellerId: number
  id: number
  contactId: number
  username: string
  stamp: string
  expiresAt: Date
  now: Date
}>(
  'ssl.insert-link',
  (given) => sql`
    with over as (delete from ssl_link where expires_at < ${given.now})
    insert into ssl_link (hash, ssl_order_id, contact_id, username, maker_stamp, created_at, expires_at)
    select ${given.hash}, id, ${given.contactId}, ${given.username}, ${given.stamp}, ${given.now}, ${given.expiresAt}
    from ssl_order where reseller_id = ${given.resellerId} and id = ${given.id}
    returning ssl_order_id`,
)

/** Reads the order of a valid link, and the maker of the link. */
export const orderOfLink = statement<{ hash: Buffer; now: Date }, SslOrder & Omit<Maker, 'resellerId'>>(
  'ssl.order-of-link',
  ({ hash, now }) => sql`
    select ${sslOrderColumns}, l.contact_id as "contactId", l.username, l.maker_stamp as stamp
    from ssl_order o join ssl_link l on l.ssl_order_id = o.id
    where l.hash = ${hash} and l.expires_at > ${now}`,
)

/** Deletes a link that has ended before its expiry. */
export const removeEndedLink = statement<{ hash: Buffer }>(
  'ssl.remove-ended-link',
  ({ hash }) => sql`delete from ssl_link where hash = ${hash}`,
)

/** A link as the account sees it. */
interface ListedLink {
  readonly id: string
  readonly username: string | null
  readonly contactId: number | null
  readonly stamp: string | null
  readonly createdAt: Date | null
  readonly expiresAt: Date
}

/** Reads the links of an order that have not expired, newest first. Returns one row without a link for an order without any. */
export const findLinks = statement<
  { resellerId: number; id: number; now: Date },
  ListedLink | { [Field in keyof ListedLink]: null }
>(
  'ssl.links',
  ({ resellerId, id, now }) => sql`
    select left(encode(l.hash, 'hex'), 12) as id, l.username, l.contact_id as "contactId", l.maker_stamp as stamp,
      l.created_at as "createdAt", l.expires_at as "expiresAt"
    from ssl_order o left join ssl_link l on l.ssl_order_id = o.id and l.expires_at > ${now}
    where o.reseller_id = ${resellerId} and o.id = ${id} order by l.created_at desc nulls last, l.hash`,
)

/** Deletes a link of an order of the account by the first digits of its hash. */
export const removeLink = statement<{ resellerId: number; id: number; linkId: string }>(
  'ssl.remove-link',
  ({ resellerId, id, linkId }) => sql`
    delete from ssl_link l using ssl_order o
    where l.ssl_order_id = o.id and o.reseller_id = ${resellerId} and o.id = ${id}
      and left(encode(l.hash, 'hex'), 12) = ${linkId}
    returning l.ssl_order_id`,
)

/** Only hashes of links are stored, so that a copy of the table opens no page. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
