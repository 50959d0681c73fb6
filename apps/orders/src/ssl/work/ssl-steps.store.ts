import { statement } from '@nameyard/persistence/statement'
import { sslOrderColumns } from '../orders/ssl-order.store'

/** `$1` the platform's time, `$2` the machine's, `$3` until when others keep away: the order that is due first. */
export const claimDue = statement(
  'ssl.claim-due',
  `with due as (
     select id from ssl_order
     where due_at <= $1 and (claimed_until is null or claimed_until < $2)
     order by due_at limit 1 for update skip locked
   )
   update ssl_order o set claimed_until = $3 from due where o.id = due.id
   returning ${sslOrderColumns}`,
)

/** The first step that nobody is at. */
export const nextStepDue = statement(
  'ssl.next-due',
  'select min(due_at) as "dueAt" from ssl_order where due_at is not null',
)

/** `$1` order, `$2` revision: the order as it was when the step was taken; nothing when it has changed since. */
export const lockSame = statement(
  'ssl.lock-same',
  'select id from ssl_order where id = $1 and revision = $2 for update',
)

/** `$1` order: lets others take it again. */
export const letGo = statement('ssl.let-go', 'update ssl_order set claimed_until = null where id = $1')

/** `$1` order, `$2` due, `$3` attempts: the next step of the same work; others may take it. */
export const postpone = statement(
  'ssl.postpone',
  'update ssl_order set due_at = $2, attempts = $3, claimed_until = null where id = $1',
)

/** `$1` order, `$2` names, `$3` problems, empty for a proof that was seen, `$4` now. */
export const noteChecks = statement(
  'ssl.note-checks',
  `update ssl_validation v set checked_at = $4, problem = c.problem,
     proven_at = case when c.problem = '' then $4::timestamptz end
   from unnest($2::text[], $3::text[]) as c (host_name, problem)
   where v.ssl_order_id = $1 and v.host_name = c.host_name and v.proven_at is null`,
)

/** `$1` order, `$2` name, `$3` value: written before the record is placed. */
export const intendPlaced = statement(
  'ssl.intend-placed',
  `insert into ssl_placed_proof (ssl_order_id, record_name, value) values ($1, $2, $3) on conflict do nothing`,
)

/** `$1` order, `$2` the value that is still looked for, or null. */
export const leftPlaced = statement(
  'ssl.left-placed',
  `select record_name as name, value from ssl_placed_proof
   where ssl_order_id = $1 and ($2::text is null or value <> $2)`,
)

export const forgetPlaced = statement(
  'ssl.forget-placed',
  'delete from ssl_placed_proof where ssl_order_id = $1 and record_name = $2 and value = $3',
)

/** `$1` order, `$2` why nothing goes on. */
export const noteProblem = statement('ssl.note-problem', 'update ssl_order set problem = $2 where id = $1')
