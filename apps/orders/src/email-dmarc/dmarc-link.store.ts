import { createHash } from 'node:crypto'
import { statement } from '@nameyard/persistence/statement'
import { dmarcOrderColumns, type DmarcOrderRow } from './dmarc-order.store'

/** `$1` hash, `$2` account, `$3` order, `$4` audience, `$5` now, `$6` its end. Links whose time is over go at the same time. */
export const insertDmarcLink = statement(
  'dmarc.insert-link',
  `with over as (delete from dmarc_link where expires_at <= $5)
   insert into dmarc_link (hash, dmarc_order_id, audience, created_at, expires_at)
   select $1, id, $4, $5, $6 from dmarc_order where reseller_id = $2 and id = $3
   returning dmarc_order_id`,
)

/** `$1` hash, `$2` now. */
export const readDmarcLink = statement(
  'dmarc.read-link',
  `select l.audience, ${dmarcOrderColumns} from dmarc_link l join dmarc_order o on o.id = l.dmarc_order_id
   where l.hash = $1 and l.expires_at > $2`,
)

export type DmarcLinkRow = DmarcOrderRow & { readonly audience: 'customer' | 'reseller' }

/** Links are kept as their hashes: whoever reads the table can open none. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
