import type { ledgerRules } from '@nameyard/contracts/orders/verify-ledger'
import { statement, type Statement } from '@nameyard/persistence/statement'

type Rule = (typeof ledgerRules)[number]

/** Findings of one rule at most; an operator needs the first, not all. */
export const MAX_FINDINGS = 100

/** What breaks a rule of the books: rows of `subject` and `detail`, none when it holds. Read by whole tables. */
export const checks: Readonly<Record<Exclude<Rule, 'a confirmed reservation has its order'>, Statement>> = {
  'a transaction sums to zero': statement(
    'ledger.check-sums',
    `select 'transaction ' || transaction_id as subject, 'sums to ' || sum(amount) as detail
     from ledger_entry group by transaction_id having sum(amount) <> 0 limit ${MAX_FINDINGS}`,
  ),
  'a balance is the sum of its entries': statement(
    'ledger.check-balances',
    `select 'reseller ' || a.reseller_id as subject,
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
     limit ${MAX_FINDINGS}`,
  ),
  'a reservation ends as its ledger says': statement(
    'ledger.check-reservations',
    `select 'order ' || order_id as subject,
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
       case when r.amount = 0 then '' when r.state in ('captured', 'released') then format('-%s,%s', r.amount, r.amount)
         else r.amount::text end)
     limit ${MAX_FINDINGS}`,
  ),
  'the reserved balance is what is open': statement(
    'ledger.check-reserved',
    `select 'reseller ' || a.reseller_id as subject,
       format('%s reserved, %s open', a.reserved, coalesce(o.amount, 0)) as detail
     from ledger_account a left join (
       select reseller_id, sum(amount) as amount from reservation where state in ('open', 'confirmed')
       group by reseller_id
     ) o using (reseller_id)
     where a.reserved <> coalesce(o.amount, 0) limit ${MAX_FINDINGS}`,
  ),
  'an order is settled once': statement(
    'ledger.check-settlements',
    `select 'order ' || order_id as subject, string_agg(kind, ', ') as detail
     from ledger_transaction where kind in ('capture', 'release')
     group by order_id having count(*) > 1 limit ${MAX_FINDINGS}`,
  ),
  'a refund gives back what was captured': statement(
    'ledger.check-refunds',
    `select 'order ' || r.order_id as subject,
       format('%s of %s was given back %s', r.state, r.amount, coalesce(e.amount, 0)) as detail
     from ledger_transaction t join reservation r using (order_id)
     left join ledger_entry e on e.transaction_id = t.id and e.account = 'available'
     where t.kind = 'refund' and (r.state <> 'captured' or r.amount <> coalesce(e.amount, 0)) limit ${MAX_FINDINGS}`,
  ),
}

/** Reservations that are not settled, oldest first. */
export const openReservations = statement(
  'ledger.open-reservations',
  `select order_id as "orderId", owner, reseller_id as "resellerId", subject, state, reserved_at as "reservedAt"
   from reservation where state in ('open', 'confirmed') order by reserved_at`,
)

/**
 * Settled reservations of orders that were placed, as far as the books know, behind an id: a page of `$2`, by id. A
 * capture may overtake the confirmation and stands for it.
 */
export const settledReservations = statement(
  'ledger.settled-reservations',
  `select order_id as "orderId", owner from reservation
   where order_id > $1 and (state = 'captured' or state = 'released' and confirmed_at is not null)
   order by order_id limit $2`,
)

export const counts = statement(
  'ledger.counts',
  `select (select count(*) from ledger_account)::integer as accounts,
     (select count(*) from ledger_transaction)::integer as transactions,
     (select count(*) from reservation)::integer as reservations`,
)
