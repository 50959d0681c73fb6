import { createHash } from 'node:crypto'
import { sql, statement } from '@nameyard/persistence/statement'
import type { Maker } from '../link-makers/link-makers'
import { dmarcOrderColumns, type DmarcOrderRow } from './dmarc-order.store'

/** Stores a link for an order of the account, and deletes expired links. */
export const insertDmarcLink = statement<{
  hash: Buffer
  resellerId: number
  id: number
  contactId: number
  username: string
  stamp: string
  audience: string
  now: Date
  expiresAt: Date
}>(
  'dmarc.insert-link',
  (given) => sql`
    with over as (delete from dmarc_link where expires_at <= ${given.now})
    insert into dmarc_link (hash, dmarc_order_id, contact_id, username, maker_stamp, audience, created_at, expires_at)
    select ${given.hash}, id, ${given.contactId}, ${given.username}, ${given.stamp}, ${given.audience}, ${given.now},
      ${given.expiresAt} from dmarc_order where reseller_id = ${given.resellerId} and id = ${given.id}
    returning dmarc_order_id`,
)

/** Reads the order of a valid link. */
export const readDmarcLink = statement<{ hash: Buffer; now: Date }, DmarcLinkRow>(
  'dmarc.read-link',
  ({ hash, now }) => sql`
    select l.audience, l.contact_id as "contactId", l.username, l.maker_stamp as stamp, o.reseller_id as "resellerId",
      ${dmarcOrderColumns}
    from dmarc_link l join dmarc_order o on o.id = l.dmarc_order_id
    where l.hash = ${hash} and l.expires_at > ${now}`,
)

export type DmarcLinkRow = DmarcOrderRow & Maker & { readonly audience: 'customer' | 'reseller' }

/** A link as the account sees it. */
interface ListedLink extends Omit<Maker, 'resellerId'> {
  readonly id: string
  readonly audience: 'customer' | 'reseller'
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Reads the links of an order that have not expired, newest first. Returns one row without a link for an order without any. */
export const findDmarcLinks = statement<
  { resellerId: number; id: number; now: Date },
  ListedLink | { [Field in keyof ListedLink]: null }
>(
  'dmarc.links',
  ({ resellerId, id, now }) => sql`
    select left(encode(l.hash, 'hex'), 12) as id, l.audience, l.username, l.contact_id as "contactId",
      l.maker_stamp as stamp, l.created_at as "createdAt", l.expires_at as "expiresAt"
    from dmarc_order o left join dmarc_link l on l.dmarc_order_id = o.id and l.expires_at > ${now}
    where o.reseller_id = ${resellerId} and o.id = ${id} order by l.created_at desc nulls last, l.hash`,
)

/** Deletes a link of an order of the account by the first digits of its hash. */
export const removeDmarcLink = statement<{ resellerId: number; id: number; linkId: string }>(
  'dmarc.remove-link',
  ({ resellerId, id, linkId }) => sql`
    delete from dmarc_link l using dmarc_order o
    where l.dmarc_order_id = o.id and o.reseller_id = ${resellerId} and o.id = ${id}
      and left(encode(l.hash, 'hex'), 12) = ${linkId}
    returning l.dmarc_order_id`,
)

/** Only hashes of links are stored, so that a copy of the table opens no page. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Deletes a link that has ended before its expiry. */
export const removeEndedLink = statement<{ hash: Buffer }>(
  'dmarc.remove-ended-link',
  ({ hash }) => sql`delete from dmarc_link where hash = ${hash}`,
)
