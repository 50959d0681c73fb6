import type { dmarcOrder } from '@nameyard/contracts/orders/dmarc-order'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { EntitySchema } from 'typeorm'
import type { z } from 'zod'

type WireOrder = z.input<typeof dmarcOrder>

/** An order of e-mail DMARC monitoring for one domain. */
export interface DmarcOrder {
  id: number
  resellerId: number
  domainId: number
  /** Whole name, A-labels, lower case. */
  name: string
  label: string
  extension: string
  ownerHandle: string
  status: WireOrder['status']
  orderedAt: Date
  activatedAt: Date | null
  renewsAt: Date | null
  expiresAt: Date | null
}

const integer = { type: 'integer' } as const
const text = { type: 'text' } as const
const instant = { type: 'timestamptz' } as const

export const dmarcOrderSchema = new EntitySchema<DmarcOrder>({
  name: 'dmarc_order',
  columns: {
    id: { ...integer, primary: true, generated: 'increment' },
    resellerId: { ...integer, name: 'reseller_id' },
    domainId: { ...integer, name: 'domain_id' },
    name: text,
    label: text,
    extension: text,
    ownerHandle: { ...text, name: 'owner_handle' },
    status: text,
    orderedAt: { ...instant, name: 'ordered_at' },
    activatedAt: { ...instant, name: 'activated_at', nullable: true },
    renewsAt: { ...instant, name: 'renews_at', nullable: true },
    expiresAt: { ...instant, name: 'expires_at', nullable: true },
  },
  indices: [
    {
      name: 'one_live_dmarc_order_per_domain',
      columns: ['name'],
      unique: true,
      where: `status in ('REQ', 'ACT')`,
    },
    { name: 'dmarc_order_of_reseller', columns: ['resellerId', 'id'] },
  ],
})

/** The columns that readers show. */
export const dmarcOrderColumns = `
  o.id, o.name, o.label, o.extension, o.status, o.activated_at as "activatedAt", o.renews_at as "renewsAt",
  o.expires_at as "expiresAt"`

export type DmarcOrderRow = Pick<
  DmarcOrder,
  'id' | 'name' | 'label' | 'extension' | 'status' | 'activatedAt' | 'renewsAt' | 'expiresAt'
>

/** An order as resellers see it, with the record that proves control of the domain. */
export function dmarcOrderOnWire(row: DmarcOrderRow): WireOrder {
  return {
    id: row.id,
    domain: { name: row.label, extension: row.extension },
    status: row.status,
    activated_at: printDate(row.activatedAt),
    renew_at: printDate(row.renewsAt),
    expired_at: printDate(row.expiresAt),
    record_type: 'CNAME',
    record_host: `_dmarc.${row.name}`,
    record_value: `_dmarc.${row.name.replaceAll('.', '_')}._d.dmarcprotect.me`,
  }
}
