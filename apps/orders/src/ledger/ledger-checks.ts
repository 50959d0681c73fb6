import type { ledgerRules } from '@nameyard/contracts/orders/verify-ledger'
import { raw, sql, statement, type PreparedStatement } from '@nameyard/persistence/statement'

type Rule = (typeof ledgerRules)[number]

/** Maximum of findings per rule. An operator needs the first ones, not all. */
export const MAX_FINDINGS = 100

const most = sql`limit ${raw(String(MAX_FINDINGS))}`

/** A violation of a ledger rule. */
interface Violation {
  readonly subject: string
  readonly detail: string
}

/** One query per ledger rule: each returns a row of `subject` and `detail` for every violation. They scan whole tables. */
export const checks: Readonly<
  Record<Exclude<Rule, 'a confirmed reservation has its order'>, PreparedStatement<void, Violation>>
> = {
  'a transaction sums to zero': statement<void, Violation>(
    'ledger.check-sums',
    () => sql`
      select 'transaction ' || transaction_id as subject, 'sums to ' || sum(amount) as detail
      from ledger_entry group by transaction_id having sum(amount) <> 0 ${most}`,
  ),
  'a balance is the sum of its entries': statement<void, Violation>(
    'ledger.check-balances',
    () => sql`
      select 'reseller ' || a.reseller_id as subject,
        format('available %s, reserved %s, deposits %s, corrections %s, revenue %s against %s', a.available, a.reserved,
          a.deposits, a.corrections, a.revenue, e) as detail
      from ledger_account a left join (
        select reseller_id, coalesce(sum(amount) filter (where account = 'available'), 0) as available,
          coalesce(sum(amount) filter (where account = 'reserved'), 0) as reserved,
          coalesce(sum(amount) filter (where account = 'deposits'), 0) as deposits,
          coalesce(sum(amount) filter (where account = 'corrections'), 0) as corrections,
          coalesce(sum(amount) filter (where account = 'revenue'), 0) as revenue
        from ledger_entry group by reseller_id
      ) e using (reseller_id)
      where (a.available, a.reserved, a.deposits, a.corrections, a.revenue) is distinct from
        (coalesce(e.available, 0), coalesce(e.reserved, 0), coalesce(e.deposits, 0), coalesce(e.corrections, 0),
        coalesce(e.revenue, 0))
      ${most}`,
  ),
  'a reservation ends as its ledger says': statement<void, Violation>(
    'ledger.check-reservations',
    () => sql`
      select 'order ' || order_id as subject,
        format('%s of %s has movements {%s} of %s', r.state, r.amount, m.kinds, m.amounts) as detail
      from reservation r left join (
        select t.order_id, string_agg(t.kind, ',' order by t.kind) as kinds,
          string_agg(e.amount::text, ',' order by t.kind) as amounts
        from ledger_transaction t
        left join ledger_entry e on e.transaction_id = t.id and e.account = 'reserved'
        where t.order_id is not null and t.kind <> 'refund' group by t.order_id
      ) m using (order_id)
      where (coalesce(m.kinds, ''), coalesce(m.amounts, '')) is distinct from (
        case when r.reserved_at is null then '' when r.state = 'captured' then 'capture,reserve'
          when r.state = 'released' then 'release,reserve' else 'reserve' end,
        case when r.amount = 0 then ''
          when r.state in ('captured', 'released') then format('-%s,%s', r.amount, r.amount)
          else r.amount::text end)
      ${most}`,
  ),
  'the reserved balance is what is open': statement<void, Violation>(
    'ledger.check-reserved',
    () => sql`
      select 'reseller ' || a.reseller_id as subject,
        format('%s reserved, %s open', a.reserved, coalesce(o.amount, 0)) as detail
      from ledger_account a left join (
        select reseller_id, sum(amount) as amount from reservation where state in ('open', 'confirmed')
        group by reseller_id
      ) o using (reseller_id)
      where a.reserved <> coalesce(o.amount, 0) ${most}`,
  ),
  'an order is settled once': statement<void, Violation>(
    'ledger.check-settlements',
    () => sql`
      select 'order ' || order_id as subject, string_agg(kind, ', ') as detail
      from ledger_transaction where kind in ('capture', 'release')
      group by order_id having count(*) > 1 ${most}`,
  ),
  'a refund gives back what was captured': statement<void, Violation>(
    'ledger.check-refunds',
    () => sql`
      select 'order ' || r.order_id as subject,
        format('%s of %s was given back %s', r.state, r.amount, coalesce(e.amount, 0)) as detail
      from ledger_transaction t join reservation r using (order_id)
      left join ledger_entry e on e.transaction_id = t.id and e.account = 'available'
      where t.kind = 'refund' and (r.state <> 'captured' or r.amount <> coalesce(e.amount, 0)) ${most}`,
  ),
}

/** The order of a reservation and its owner. */
export interface ReservedOrder {
  readonly orderId: string
  readonly owner: string
}

/** A reservation that is not settled. */
export interface OpenReservation extends ReservedOrder {
  readonly resellerId: number
  readonly subject: string
  readonly state: 'open' | 'confirmed'
  readonly reservedAt: Date
}

/** Reservations that are not settled, oldest first. */
export const openReservations = statement<void, OpenReservation>(
  'ledger.open-reservations',
  () => sql`
    select order_id as "orderId", owner, reseller_id as "resellerId", subject, state, reserved_at as "reservedAt"
    from reservation where state in ('open', 'confirmed') order by reserved_at`,
)

/**
 * A page of settled reservations whose order was placed, sorted by id. A capture implies the confirmation, because it may
 * arrive first.
 */
export const settledReservations = statement<{ after: string; limit: number }, ReservedOrder>(
  'ledger.settled-reservations',
  ({ after, limit }) => sql`
    select order_id as "orderId", owner from reservation
    where order_id > ${after} and (state = 'captured' or state = 'released' and confirmed_at is not null)
    order by order_id limit ${limit}`,
)

export const counts = statement<void, { accounts: number; transactions: number; reservations: number }>(
  'ledger.counts',
  () => sql`
    select (select count(*) from ledger_account)::integer as accounts,
    (select count(*) from ledger_transaction)::integer as transactions,
    (select count(*) from reservation)::integer as reservations`,
)
