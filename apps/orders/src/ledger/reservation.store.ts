import { statement } from '@nameyard/persistence/statement'
import type { Known } from './model/reserving'

export type ReservationState = Known['state']

/** Orders that were asked for before, whoever asked. */
export const knownReservations = statement(
  'ledger.known-reservations',
  `select order_id as "orderId", reseller_id as "resellerId", amount::float8 as amount, action, subject, state
   from reservation where order_id = any($1)`,
)

/**
 * Reserves for many orders of one account: reservations, movements and entries in one statement, and the balance with
 * them. `$2` is an array of orders with their charges.
 */
export const insertReservations = statement(
  'ledger.reserve',
  `with wanted as (
     select * from jsonb_to_recordset($2::jsonb) as w(
       "orderId" uuid, owner text, "objectType" text, action text, subject text, quantity integer, currency text,
       amount bigint, discount bigint, product jsonb)
   ), kept as (
     insert into reservation (order_id, reseller_id, owner, state, object_type, action, subject, quantity, currency,
       amount, discount, product_currency, product_amount, reserved_at)
     select "orderId", $1, owner, 'open', "objectType", action, subject, quantity, currency, amount, discount,
       product ->> 'currency', (product ->> 'amount')::bigint, $3
     from wanted
     returning order_id, amount
   ), moved as (
     insert into ledger_transaction (reseller_id, kind, order_id, moved_at)
     select $1, 'reserve', order_id, $3 from kept
     returning id, order_id
   )
   insert into ledger_entry (transaction_id, reseller_id, account, amount)
   select moved.id, $1, side.account, side.sign * kept.amount
   from moved join kept using (order_id) cross join (values ('available', -1), ('reserved', 1)) as side (account, sign)
   where kept.amount > 0`,
)

/** What came of ending a reservation. */
export interface Settled {
  readonly moved: boolean
  /** The state that was found; null when the order is unknown. */
  readonly found: ReservationState | null
}

/**
 * Ends a reservation, unless it has ended: state, movement and entries in one statement. Takes the order, `captured` or
 * `released`, and the time. The row of the reservation lets only one of two deliveries through.
 */
export const settleOpen = statement(
  'ledger.settle',
  `with settled as (
     update reservation set state = $2, settled_at = $3
     where order_id = $1 and state in ('open', 'confirmed')
     returning order_id, reseller_id, amount
   ), moved as (
     insert into ledger_transaction (reseller_id, kind, order_id, moved_at)
     select reseller_id, case $2 when 'captured' then 'capture' else 'release' end, order_id, $3 from settled
     returning id
   ), entries as (
     insert into ledger_entry (transaction_id, reseller_id, account, amount)
     select moved.id, settled.reseller_id, side.account, side.sign * settled.amount
     from settled cross join moved
     cross join (values ('reserved', -1), (case $2 when 'captured' then 'revenue' else 'available' end, 1))
       as side (account, sign)
     where settled.amount > 0
   )
   select exists (select from settled) as moved, (select state from reservation where order_id = $1) as found`,
)

/** Gives back what was captured for an order, unless that was done; tells the state that was found. Takes the time, too. */
export const refundCaptured = statement(
  'ledger.refund',
  `with moved as (
     insert into ledger_transaction (reseller_id, kind, order_id, moved_at)
     select reseller_id, 'refund', order_id, $2 from reservation where order_id = $1 and state = 'captured'
     on conflict (order_id) where kind = 'refund' do nothing
     returning id, order_id
   ), entries as (
     insert into ledger_entry (transaction_id, reseller_id, account, amount)
     select moved.id, r.reseller_id, side.account, side.sign * r.amount
     from moved join reservation r using (order_id)
     cross join (values ('revenue', -1), ('available', 1)) as side (account, sign)
     where r.amount > 0
   )
   select exists (select from moved) as moved, (select state from reservation where order_id = $1) as found`,
)

/** Remembers that an order was given up before anything was reserved for it: it never will be. */
export const refuseOrder = statement(
  'ledger.refuse-order',
  `insert into reservation (order_id, reseller_id, owner, state, object_type, action, subject, quantity, currency, amount,
     discount, product_currency, product_amount, settled_at)
   values ($1, $2, '', 'released', '', '', '', 0, '', 0, 0, '', 0, $3)
   on conflict (order_id) do nothing
   returning order_id`,
)

/** Says that the order of a reservation was placed; tells the state that was found. */
export const confirmOpen = statement(
  'ledger.confirm',
  `with confirmed as (
     update reservation set state = 'confirmed', confirmed_at = $2 where order_id = $1 and state = 'open' returning state
   )
   select exists (select from confirmed) as moved, (select state from reservation where order_id = $1) as found`,
)

/** Reservations that nobody confirmed by an instant, oldest first, beginning behind the given one. */
export const unconfirmed = statement(
  'ledger.unconfirmed',
  `select order_id as "orderId", reseller_id as "resellerId", owner from reservation
   where state = 'open' and reserved_at <= $1 order by reserved_at limit $2`,
)

export const oldestUnconfirmed = statement(
  'ledger.oldest-unconfirmed',
  `select min(reserved_at) as "reservedAt" from reservation where state = 'open'`,
)
