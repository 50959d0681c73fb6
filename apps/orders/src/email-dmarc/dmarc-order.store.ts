import type { Tx } from '@nameyard/persistence/database'
import { raw, sql, statement } from '@nameyard/persistence/statement'
import type { DmarcState } from './model/dmarc-order-lifecycle'

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
  /** Its open reservation. */
  chargeId: string | null
  /** Until when one process works on the order exclusively, by the machine's clock. */
  claimedUntil: Date | null
  /** 1 for the first attempt, plus 1 for each retry. */
  round: number
  /** The request whose work is being done, and the step of its trace. Null when the platform acts by itself. */
  request: string | null
  trace: string | null
  /** When the request asked for it. */
  askedAt: Date | null
}

/** A domain for which an account orders e-mail DMARC. */
export interface OrderedDomain {
  readonly resellerId: number
  readonly domainId: number
  /** Whole name, A-labels, lower case. */
  readonly name: string
  readonly label: string
  readonly extension: string
  readonly ownerHandle: string
}

/** The columns of the wire form. */
export const dmarcOrderColumns = sql`
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

/** The columns that the processing of an order needs. */
const processingColumns = sql`${dmarcOrderColumns}, o.reseller_id as "resellerId", o.charge_id as "chargeId",
  o.due_at as "dueAt", o.claimed_until as "claimedUntil", o.attempts, o.gives_up_at as "givesUpAt", o.round,
  o.request, o.trace, o.asked_at as "askedAt"`

export type DmarcProcessingRow = DmarcOrderRow &
  Pick<
    DmarcOrder,
    | 'askedAt'
    | 'attempts'
    | 'chargeId'
    | 'claimedUntil'
    | 'dueAt'
    | 'givesUpAt'
    | 'request'
    | 'resellerId'
    | 'round'
    | 'trace'
  >

/** Serializes transactions that make an order of a name live. */
const holdDmarcName = statement<{ name: string }>(
  'dmarc.hold-name',
  ({ name }) => sql`select pg_advisory_xact_lock(hashtextextended('dmarc ' || ${name}, 0))`,
)

/**
 * Stops the processing of ended orders of a name, because its records belong to the live order from now on. Returns until
 * when a process may still be working on them: the live order waits for that.
 */
const supersedeDmarcOrders = statement<{ name: string }, { claimedUntil: Date | null }>(
  'dmarc.supersede',
  ({ name }) => sql`
    update dmarc_order set due_at = null where name = ${name} and due_at is not null and status not in ('REQ', 'ACT')
    returning claimed_until as "claimedUntil"`,
)

/** Releases the order that waits for a claim on a superseded order. */
export const freeSuccessor = statement<{ name: string; claimedUntil: Date }>(
  'dmarc.free-successor',
  ({ name, claimedUntil }) =>
    sql`update dmarc_order set claimed_until = null where name = ${name} and claimed_until = ${claimedUntil}`,
)

/** Places an order, unless the name has a live one. */
export const placeDmarcOrder = statement<
  OrderedDomain &
    Pick<DmarcOrder, 'request' | 'trace'> & { now: Date; chargeId: string; givesUpAt: Date; claimedUntil: Date | null },
  DmarcOrderRow
>(
  'dmarc.place',
  (given) => sql`
    insert into dmarc_order as o (reseller_id, domain_id, name, label, extension, owner_handle, status, ordered_at,
      charge_id, due_at, gives_up_at, claimed_until, request, trace, asked_at, recent_action)
    values (${given.resellerId}, ${given.domainId}, ${given.name}, ${given.label}, ${given.extension},
      ${given.ownerHandle}, 'REQ', ${given.now}, ${given.chargeId}, ${given.now}, ${given.givesUpAt},
      ${given.claimedUntil}, ${given.request}, ${given.trace}, ${given.now}, 'create')
    on conflict (name) where status in ('REQ', 'ACT') do nothing
    returning ${dmarcOrderColumns}`,
)

/** Stores an order that could not be placed, as failed. */
export const placeRefusedDmarcOrder = statement<OrderedDomain & { now: Date; problem: string }, DmarcOrderRow>(
  'dmarc.place-refused',
  (given) => sql`
    insert into dmarc_order as o (reseller_id, domain_id, name, label, extension, owner_handle, status, ordered_at,
      recent_action, recent_message)
    values (${given.resellerId}, ${given.domainId}, ${given.name}, ${given.label}, ${given.extension},
      ${given.ownerHandle}, 'FAI', ${given.now}, 'create', ${given.problem})
    returning ${dmarcOrderColumns}`,
)

export const insertDmarcCharge = statement<{ orderId: string; id: number; action: string; number: number; now: Date }>(
  'dmarc.insert-charge',
  ({ orderId, id, action, number, now }) => sql`
    insert into dmarc_charge (order_id, dmarc_order_id, action, number, placed_at)
    values (${orderId}, ${id}, ${action}, ${number}, ${now})`,
)

/** Reads an order of an account and locks it. */
export const lockOwnDmarcOrder = statement<{ resellerId: number; id: number }, DmarcProcessingRow>(
  'dmarc.lock-own',
  ({ resellerId, id }) =>
    sql`select ${processingColumns} from dmarc_order o where o.reseller_id = ${resellerId} and o.id = ${id} for update`,
)

/** Reads an order of an account. */
export const ownDmarcOrder = statement<{ resellerId: number; id: number }, DmarcOrderRow>(
  'dmarc.own',
  ({ resellerId, id }) =>
    sql`select ${dmarcOrderColumns} from dmarc_order o where o.reseller_id = ${resellerId} and o.id = ${id}`,
)

/** Maximum of due orders per query. */
export const DUE_ORDERS = 100

/** Due orders, longest waiting first. Due dates follow the platform's clock, claims the machine's clock. */
export const dueDmarcOrders = statement<{ now: Date; machineNow: Date }, { id: number }>(
  'dmarc.due',
  ({ now, machineNow }) => sql`
    select id from dmarc_order where due_at <= ${now} and (claimed_until is null or claimed_until <= ${machineNow})
    order by due_at limit ${raw(String(DUE_ORDERS))}`,
)

/** When the next order is due. The daily check of an active order does not count: it may be late. */
export const nextDmarcDue = statement<void, { dueAt: Date | null }>(
  'dmarc.next-due',
  () => sql`
    select min(case when status = 'ACT' then greatest(due_at, renews_at) else due_at end) as "dueAt"
    from dmarc_order where due_at is not null`,
)

/** Claims a due order exclusively until a time of the machine's clock. */
export const claimDmarcOrder = statement<{ id: number; now: Date; machineNow: Date; until: Date }, DmarcProcessingRow>(
  'dmarc.claim',
  ({ id, now, machineNow, until }) => sql`
    update dmarc_order o set claimed_until = ${until}, attempts = attempts + 1
    where id = ${id} and due_at <= ${now} and (claimed_until is null or claimed_until <= ${machineNow})
    returning ${processingColumns}`,
)

/** Locks an order while its decision is stored. */
export const lockDmarcOrder = statement<{ id: number }, DmarcProcessingRow>(
  'dmarc.lock',
  ({ id }) => sql`select ${processingColumns} from dmarc_order o where o.id = ${id} for update`,
)

/** The columns that the processing of an order changes. */
type ChangedDmarcOrder = Pick<
  DmarcOrder,
  | 'activatedAt'
  | 'askedAt'
  | 'attempts'
  | 'chargeId'
  | 'claimedUntil'
  | 'dueAt'
  | 'expiresAt'
  | 'givesUpAt'
  | 'id'
  | 'recentAction'
  | 'recentMessage'
  | 'renewsAt'
  | 'request'
  | 'round'
  | 'status'
  | 'trace'
>

export const changeDmarcOrder = statement<ChangedDmarcOrder, DmarcOrderRow>(
  'dmarc.change',
  (given) => sql`
    update dmarc_order o set status = ${given.status}, activated_at = ${given.activatedAt},
      renews_at = ${given.renewsAt}, expires_at = ${given.expiresAt}, gives_up_at = ${given.givesUpAt},
      due_at = ${given.dueAt}, attempts = ${given.attempts}, recent_action = ${given.recentAction},
      recent_message = ${given.recentMessage}, charge_id = ${given.chargeId}, round = ${given.round},
      claimed_until = ${given.claimedUntil}, request = ${given.request}, trace = ${given.trace},
      asked_at = ${given.askedAt}
    where o.id = ${given.id} returning ${dmarcOrderColumns}`,
)

/** Supersedes ended orders of a name before an order of it becomes live. Returns until when its processing must wait. */
export async function supersedeEndedOrders(tx: Tx, name: string): Promise<Date | null> {
  await tx.query(holdDmarcName, { name })
  const superseded = await tx.query(supersedeDmarcOrders, { name })
  const claims = superseded.map(({ claimedUntil }) => claimedUntil?.getTime() ?? 0)
  const last = Math.max(0, ...claims)
  return last === 0 ? null : new Date(last)
}
