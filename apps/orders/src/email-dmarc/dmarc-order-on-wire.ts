import type { z } from 'zod'
import type { dmarcOrder } from '@nameyard/contracts/orders/dmarc-order'
import { printDate } from '@nameyard/contracts/primitives/dates'
import type { DmarcOrderRow } from './dmarc-order.store'
import type { DmarcProvider } from './dmarc-provider'
import { hostOf } from './model/dmarc-names'

/** The wire form of an order, with the record that proves control of the domain. */
export function dmarcOrderOnWire(row: DmarcOrderRow, provider: DmarcProvider): z.input<typeof dmarcOrder> {
  return {
    id: row.id,
    domain: { name: row.label, extension: row.extension },
    status: row.status,
    activated_at: printDate(row.activatedAt),
    renew_at: printDate(row.renewsAt),
    expired_at: printDate(row.expiresAt),
    easydmarc_email_address: provider.reportAddressOf(row.name),
    record_type: 'CNAME',
    record_host: hostOf(row.name),
    record_value: provider.targetOf(row.name),
    recent_easydmarc_action: { recent_action: row.recentAction, message: row.recentMessage },
  }
}
