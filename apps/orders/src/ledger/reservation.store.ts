import { listed, sql, statement } from '@nameyard/persistence/statement'
import type { Spent } from './model/key-spending'
import type { KnownReservation } from './model/reserving'

export type ReservationState = KnownReservation['state']

/** Existing reservations of orders, of any account. */
export const knownReservations = statement<{ orderIds: readonly string[] }, KnownReservation>(
  'ledger.known-reservations',
  ({ orderIds }) => sql`
    select order_id as "orderId", reseller_id as "resellerId", amount::float8 as amount, action, subject, state
    from reservation where order_id = any(${orderIds})`,
)

/** What orders of API keys have cost since the starts of the day and the month. A refunded order cost nothing. */
export const spentOfKeys = statement<
  { keyIds: readonly number[]; day: Date; month: Date },
  Spent & { readonly keyId: number }
>(
  'ledger.spent-of-keys',
  ({ keyIds, day, month }) => sql`
    select key_id as "keyId", coalesce(sum(amount) filter (where reserved_at >= ${day}), 0)::float8 as day,
      sum(amount)::float8 as month
    from reservation r
    where key_id = any(${keyIds}::integer[]) and reserved_at >= ${month} and state <> 'released'
      and not exists (select from ledger_transaction t where t.order_id = r.order_id and t.kind = 'refund')
    group by key_id`,
)

/**
 * Reserves credit for orders of one account: reservations, movements and entries in one statement. A trigger updates the
 * balance. `orders` is a JSON array of orders with their charges.
 */
export const insertReservations = statement<{ resellerId: number; orders: string; now: Date }>(
  'ledger.reserve',
  ({ resellerId, orders, now }) => sql`
    with wanted as (
      select * from jsonb_to_recordset(${orders}::jsonb) as w(
        "orderId" uuid, owner text, "objectType" text, action text, subject text, quantity integer, currency text,
        amount bigint, discount bigint, product jsonb, "keyId" integer, request text)
    ), kept as (
      insert into reservation (order_id, reseller_id, owner, state, object_type, action, subject, quantity, currency,
        amount, discount, product_currency, product_amount, reserved_at, key_id)
      select "orderId", ${resellerId}, owner, 'open', "objectType", action, subject, quantity, currency, amount,
      discount,
        product ->> 'currency', (product ->> 'amount')::bigint, ${now}, "keyId"
      from wanted
      returning order_id, amount
    ), moved as (
      insert into ledger_transaction (reseller_id, kind, order_id, moved_at, request)
      select ${resellerId}, 'reserve', kept.order_id, ${now}, wanted.request
      from kept join wanted on wanted."orderId" = kept.order_id
      returning id, order_id
    )
    insert into ledger_entry (transaction_id, reseller_id, account, amount)
    select moved.id, ${resellerId}, side.account, side.sign * kept.amount
    from moved join kept using (order_id)
    cross join (values ('available', -1), ('reserved', 1)) as side (account, sign)
    where kept.amount > 0`,
)

/** An order, and what the statement has moved for it. */
export interface Settled extends Found {
  readonly resellerId: number
  /** Number of the movement; null without one. */
  readonly id: number | null
  readonly objectType: string
  readonly action: string
  readonly subject: string
  readonly quantity: number
  readonly currency: string
  readonly amount: number
  readonly discount: number
  readonly productCurrency: string
  readonly productAmount: number
}

const settledColumns = sql`r.order_id as "orderId", r.state as found, r.reseller_id as "resellerId",
  moved.id::float8 as id, r.object_type as "objectType", r.action, r.subject, r.quantity, r.currency,
  r.amount::float8 as amount, r.discount::float8 as discount, r.product_currency as "productCurrency",
  r.product_amount::float8 as "productAmount"`

/** The state of the reservation of an order before a statement. */
export interface Found {
  readonly orderId: string
  readonly found: ReservationState
}

interface Outcomes {
  readonly orderIds: readonly string[]
  readonly outcome: 'captured' | 'released'
  readonly now: Date
}

/**
 * Settles unsettled reservations: state, movements and entries in one statement. The lock on a row lets only one of two
 * deliveries settle it. Rows and accounts are locked in one order, so that statements do not wait for each other in a circle.
 * Returns no row of an unknown order.
 */
export const settleOpen = statement<Outcomes, Settled>(
  'ledger.settle',
  ({ orderIds, outcome, now }) => sql`
    with locked as materialized (
      select order_id from reservation
      where order_id = any(${listed(orderIds, 'uuid')}) and state in ('open', 'confirmed')
      order by order_id for no key update
    ), settled as (
      update reservation r set state = ${outcome}, settled_at = ${now}
      from locked where r.order_id = locked.order_id and r.state in ('open', 'confirmed')
      returning r.order_id, r.reseller_id, r.amount
    ), moved as (
      insert into ledger_transaction (reseller_id, kind, order_id, moved_at)
      select reseller_id, case ${outcome} when 'captured' then 'capture' else 'release' end, order_id,
      ${now} from settled order by reseller_id, order_id
      returning id, order_id
    ), entries as (
      insert into ledger_entry (transaction_id, reseller_id, account, amount)
      select moved.id, settled.reseller_id, side.account, side.sign * settled.amount
      from settled join moved using (order_id)
      cross join (values ('reserved', -1), (case ${outcome} when 'captured' then 'revenue' else 'available' end, 1))
        as side (account, sign)
      where settled.amount > 0 order by settled.reseller_id, moved.id
    )
    select ${settledColumns} from reservation r left join moved on moved.order_id = r.order_id
    where r.order_id = any(${listed(orderIds, 'uuid')})`,
)

/** Refunds what was captured for an order, once. Returns no row of an unknown order. */
export const refundCaptured = statement<{ orderId: string; now: Date }, Settled>(
  'ledger.refund',
  ({ orderId, now }) => sql`
    with moved as (
      insert into ledger_transaction (reseller_id, kind, order_id, moved_at)
      select reseller_id, 'refund', order_id,
      ${now} from reservation where order_id = ${orderId} and state = 'captured'
      on conflict (order_id) where kind = 'refund' do nothing
      returning id, order_id
    ), entries as (
      insert into ledger_entry (transaction_id, reseller_id, account, amount)
      select moved.id, r.reseller_id, side.account, side.sign * r.amount
      from moved join reservation r using (order_id)
      cross join (values ('revenue', -1), ('available', 1)) as side (account, sign)
      where r.amount > 0
    )
    select ${settledColumns} from reservation r left join moved on moved.order_id = r.order_id
    where r.order_id = ${orderId}`,
)

/** Records an order that was abandoned before its reservation, so that a later reservation is refused. */
export const refuseOrder = statement<{ orderId: string; resellerId: number; now: Date }, { order_id: string }>(
  'ledger.refuse-order',
  ({ orderId, resellerId, now }) => sql`
    insert into reservation (order_id, reseller_id, owner, state, object_type, action, subject, quantity, currency,
      amount,
      discount, product_currency, product_amount, settled_at)
    values (${orderId}, ${resellerId}, '', 'released', '', '', '', 0, '', 0, 0, '', 0, ${now})
    on conflict (order_id) do nothing
    returning order_id`,
)

/** Confirms open reservations. Returns no row of an unknown order. */
export const confirmOpen = statement<Pick<Outcomes, 'now' | 'orderIds'>, Found>(
  'ledger.confirm',
  ({ orderIds, now }) => sql`
    with locked as materialized (
      select order_id from reservation where order_id = any(${listed(orderIds, 'uuid')}) and state = 'open'
      order by order_id for no key update
    ), confirmed as (
      update reservation r set state = 'confirmed', confirmed_at = ${now}
      from locked where r.order_id = locked.order_id and r.state = 'open'
    )
    select order_id as "orderId", state as found from reservation
    where order_id = any(${listed(orderIds, 'uuid')})`,
)

/** A reservation whose order may not have been placed. */
export interface Unconfirmed {
  readonly orderId: string
  readonly resellerId: number
  readonly owner: string
}

/** Reservations that are unconfirmed since an instant, oldest first. */
export const unconfirmed = statement<{ before: Date; limit: number }, Unconfirmed>(
  'ledger.unconfirmed',
  ({ before, limit }) => sql`
    select order_id as "orderId", reseller_id as "resellerId", owner from reservation
    where state = 'open' and reserved_at <= ${before} order by reserved_at limit ${limit}`,
)

export const oldestUnconfirmed = statement<void, { reservedAt: Date | null }>(
  'ledger.oldest-unconfirmed',
  () => sql`select min(reserved_at) as "reservedAt" from reservation where state = 'open'`,
)
