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
  stamp: string
  audience: string
  now: Date
  expiresAt: Date
}>(
  'dmarc.insert-link',
  (given) => sql`
    with over as (delete from dmarc_link where expires_at <= ${given.now})
    insert into dmarc_link (hash, dmarc_order_id, contact_id, maker_stamp, audience, created_at, expires_at)
    select ${given.hash}, id, ${given.contactId}, ${given.stamp}, ${given.audience}, ${given.now},
      ${given.expiresAt} from dmarc_order where reseller_id = ${given.resellerId} and id = ${given.id}
    returning dmarc_order_id`,
)

/** Reads the order of a valid link. */
export const readDmarcLink = statement<{ hash: Buffer; now: Date }, DmarcLinkRow>(
  'dmarc.read-link',
  ({ hash, now }) => sql`
    select l.audience, l.contact_id as "contactId", l.maker_stamp as stamp, o.reseller_id as "resellerId",
      ${dmarcOrderColumns}
    from dmarc_link l join dmarc_order o on o.id = l.dmarc_order_id
    where l.hash = ${hash} and l.expires_at > ${now}`,
)

export type DmarcLinkRow = DmarcOrderRow & Maker & { readonly audience: 'customer' | 'reseller' }

/** Only hashes of links are stored, so that a copy of the table opens no page. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Deletes a link that has ended before its expiry. */
export const removeEndedLink = statement<{ hash: Buffer }>(
  'dmarc.remove-ended-link',
  ({ hash }) => sql`delete from dmarc_link where hash = ${hash}`,
)
