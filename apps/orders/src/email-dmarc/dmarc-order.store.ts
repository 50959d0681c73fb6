import type { dmarcOrder } from '@nameyard/contracts/orders/dmarc-order'
import { printDate } from '@nameyard/contracts/primitives/dates'
import type { Tx } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { EntitySchema } from 'typeorm'
import type { z } from 'zod'
import type { DmarcProvider } from './dmarc-provider'
import { hostOf } from './model/dmarc-names'
import type { DmarcState } from './model/dmarc-order-life'

type WireOrder = z.input<typeof dmarcOrder>

/** An order of e-mail DMARC monitoring for one domain. */
export interface DmarcOrder extends DmarcState {
  id: number
  resellerId: number
  domainId: number
  /** Whole name, A-labels, lower case. */
  name: string
  label: string
  extension: string
  ownerHandle: string
  orderedAt: Date
  /** The reservation that is open for it. */
  chargeId: string | null
  /** Until when a process has it to itself, by the machine's time. */
  claimedUntil: Date | null
  /** How often it was ordered: for the first time, and after it failed. */
  round: number
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
    chargeId: { type: 'uuid', name: 'charge_id', nullable: true },
    dueAt: { ...instant, name: 'due_at', nullable: true },
    claimedUntil: { ...instant, name: 'claimed_until', nullable: true },
    attempts: { ...integer, default: 0 },
    givesUpAt: { ...instant, name: 'gives_up_at', nullable: true },
    round: { ...integer, default: 1 },
    recentAction: { ...text, name: 'recent_action', default: '' },
    recentMessage: { ...text, name: 'recent_message', default: '' },
  },
  indices: [
    {
      name: 'one_live_dmarc_order_per_domain',
      columns: ['name'],
      unique: true,
      where: `status in ('REQ', 'ACT')`,
    },
    { name: 'dmarc_order_of_reseller', columns: ['resellerId', 'id'] },
    { name: 'dmarc_order_due', columns: ['dueAt'], where: 'due_at is not null' },
  ],
})

/** The columns that readers show. */
export const dmarcOrderColumns = `
  o.id, o.name, o.label, o.extension, o.status, o.activated_at as "activatedAt", o.renews_at as "renewsAt",
  o.expires_at as "expiresAt", o.recent_action as "recentAction", o.recent_message as "recentMessage"`

export type DmarcOrderRow = Pick<
  DmarcOrder,
  | 'activatedAt'
  | 'expiresAt'
  | 'extension'
  | 'id'
  | 'label'
  | 'name'
  | 'recentAction'
  | 'recentMessage'
  | 'renewsAt'
  | 'status'
>

/** What whoever works on an order needs beside. */
const workColumns = `${dmarcOrderColumns}, o.reseller_id as "resellerId", o.charge_id as "chargeId",
  o.due_at as "dueAt", o.claimed_until as "claimedUntil", o.attempts, o.gives_up_at as "givesUpAt", o.round`

export type DmarcWorkRow = DmarcOrderRow &
  Pick<DmarcOrder, 'attempts' | 'chargeId' | 'claimedUntil' | 'dueAt' | 'givesUpAt' | 'resellerId' | 'round'>

/** `$1` name: of two who make an order of a name live, one comes after the other. */
const holdDmarcName = statement('dmarc.hold-name', `select pg_advisory_xact_lock(hashtextextended('dmarc ' || $1, 0))`)

/**
 * `$1` name: what was left to do about orders of the name that ended is not done any more, because the records are those
 * of the one that is live from now on. Tells until when somebody is doing it: the live one waits for that.
 */
const supersedeDmarcOrders = statement(
  'dmarc.supersede',
  `update dmarc_order set due_at = null where name = $1 and due_at is not null and status not in ('REQ', 'ACT')
   returning claimed_until as "claimedUntil"`,
)

/** `$1` name, `$2` claim: the order that has waited for it waits no longer. */
export const freeSuccessor = statement(
  'dmarc.free-successor',
  'update dmarc_order set claimed_until = null where name = $1 and claimed_until = $2',
)

/** Places an order, unless the name has a live one. */
export const placeDmarcOrder = statement(
  'dmarc.place',
  `insert into dmarc_order as o (reseller_id, domain_id, name, label, extension, owner_handle, status, ordered_at,
     charge_id, due_at, gives_up_at, claimed_until, recent_action)
   values ($1, $2, $3, $4, $5, $6, 'REQ', $7, $8, $7, $9, $10, 'create')
   on conflict (name) where status in ('REQ', 'ACT') do nothing
   returning ${dmarcOrderColumns}`,
)

/** Writes down an order that could not be placed: it has failed before it began. */
export const placeRefusedDmarcOrder = statement(
  'dmarc.place-refused',
  `insert into dmarc_order (reseller_id, domain_id, name, label, extension, owner_handle, status, ordered_at,
     recent_action, recent_message)
   values ($1, $2, $3, $4, $5, $6, 'FAI', $7, 'create', $8)`,
)

export const insertDmarcCharge = statement(
  'dmarc.insert-charge',
  `insert into dmarc_charge (order_id, dmarc_order_id, action, number, placed_at) values ($1, $2, $3, $4, $5)`,
)

/** `$1` account, `$2` order: read and held, so that it is what it is until the end of the transaction. */
export const lockOwnDmarcOrder = statement(
  'dmarc.lock-own',
  `select ${workColumns} from dmarc_order o where o.reseller_id = $1 and o.id = $2 for update`,
)

/** `$1` account, `$2` order. */
export const ownDmarcOrder = statement(
  'dmarc.own',
  `select ${dmarcOrderColumns} from dmarc_order o where o.reseller_id = $1 and o.id = $2`,
)

/** Orders that one question for what is due answers at most. */
export const DUE_ORDERS = 100

/** `$1` the platform's time, `$2` the machine's: orders that something is to be done about, longest waiting first. */
export const dueDmarcOrders = statement(
  'dmarc.due',
  `select id from dmarc_order where due_at <= $1 and (claimed_until is null or claimed_until <= $2)
   order by due_at limit ${DUE_ORDERS}`,
)

/** When the next order waits for something but to be looked at: what is looked at every day may be looked at later. */
export const nextDmarcDue = statement(
  'dmarc.next-due',
  `select min(case when status = 'ACT' then greatest(due_at, renews_at) else due_at end) as "dueAt"
   from dmarc_order where due_at is not null`,
)

/** `$1` order, `$2` the platform's time, `$3` the machine's, `$4` until when nobody else has the order. */
export const claimDmarcOrder = statement(
  'dmarc.claim',
  `update dmarc_order o set claimed_until = $4, attempts = attempts + 1
   where id = $1 and due_at <= $2 and (claimed_until is null or claimed_until <= $3)
   returning ${workColumns}`,
)

/** `$1` order: held while its work is concluded. */
export const lockDmarcOrder = statement(
  'dmarc.lock',
  `select ${workColumns} from dmarc_order o where o.id = $1 for update`,
)

/** `$1` order, then everything of it that changes in its life. */
export const changeDmarcOrder = statement(
  'dmarc.change',
  `update dmarc_order o set status = $2, activated_at = $3, renews_at = $4, expires_at = $5, gives_up_at = $6,
     due_at = $7, attempts = $8, recent_action = $9, recent_message = $10, charge_id = $11, round = $12,
     claimed_until = $13
   where o.id = $1 returning ${dmarcOrderColumns}`,
)

export function changeValues(order: DmarcWorkRow): unknown[] {
  return [
    order.id,
    order.status,
    order.activatedAt,
    order.renewsAt,
    order.expiresAt,
    order.givesUpAt,
    order.dueAt,
    order.attempts,
    order.recentAction,
    order.recentMessage,
    order.chargeId,
    order.round,
    order.claimedUntil,
  ]
}

/** Makes way for an order of a name that becomes live; tells until when its work has to wait. */
export async function makeWay(tx: Tx, name: string): Promise<Date | null> {
  await tx.query(holdDmarcName, [name])
  const superseded = await tx.query<{ claimedUntil: Date | null }>(supersedeDmarcOrders, [name])
  const claims = superseded.map(({ claimedUntil }) => claimedUntil?.getTime() ?? 0)
  const last = Math.max(0, ...claims)
  return last === 0 ? null : new Date(last)
}

/** An order as resellers see it, with the record that proves control of the domain. */
export function dmarcOrderOnWire(row: DmarcOrderRow, provider: DmarcProvider): WireOrder {
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
