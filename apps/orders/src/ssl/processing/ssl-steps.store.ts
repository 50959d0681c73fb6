import { sql, statement } from '@nameyard/persistence/statement'
import { sslOrderColumns, type SslOrder } from '../lifecycle/ssl-order.store'

/** Claims the order that is due first. Due dates follow the platform's clock, claims the machine's clock. */
export const claimDue = statement<{ now: Date; machineNow: Date; until: Date }, SslOrder>(
  'ssl.claim-due',
  ({ now, machineNow, until }) => sql`
    with due as (
      select id from ssl_order
      where due_at <= ${now} and (claimed_until is null or claimed_until < ${machineNow})
      order by due_at limit 1 for update skip locked
    )
    update ssl_order o set claimed_until = ${until} from due where o.id = due.id
    returning ${sslOrderColumns}`,
)

/** The due date of the next step. */
export const nextStepDue = statement<void, { dueAt: Date | null }>(
  'ssl.next-due',
  () => sql`select min(due_at) as "dueAt" from ssl_order where due_at is not null`,
)

/** Releases the claim on an order. */
export const releaseClaim = statement<{ id: number }>(
  'ssl.release-claim',
  ({ id }) => sql`update ssl_order set claimed_until = null where id = ${id}`,
)

/** Schedules the next step of an order and releases the claim. */
export const postpone = statement<{ id: number; dueAt: Date | null; attempts: number }>(
  'ssl.postpone',
  ({ id, dueAt, attempts }) =>
    sql`update ssl_order set due_at = ${dueAt}, attempts = ${attempts}, claimed_until = null where id = ${id}`,
)

/** Schedules the next step that the platform makes by itself: the work of the request is done. Releases the claim. */
export const rest = statement<{ id: number; dueAt: Date | null }>(
  'ssl.rest',
  ({ id, dueAt }) => sql`
    update ssl_order set due_at = ${dueAt}, attempts = 0, claimed_until = null, request = null, trace = null
    where id = ${id}`,
)

/** Stores the results of proof checks. An empty problem means that the proof was found. */
export const storeChecks = statement<{ id: number; names: readonly string[]; problems: readonly string[]; now: Date }>(
  'ssl.store-checks',
  ({ id, names, problems, now }) => sql`
    update ssl_validation v set checked_at = ${now}, problem = c.problem,
      proven_at = case when c.problem = '' then ${now}::timestamptz end
    from unnest(${names}::text[], ${problems}::text[]) as c (host_name, problem)
    where v.ssl_order_id = ${id} and v.host_name = c.host_name and v.proven_at is null`,
)

/** Records a proof before it is placed. */
export const recordPlacement = statement<{ id: number; name: string; value: string }>(
  'ssl.record-placement',
  ({ id, name, value }) =>
    sql`insert into ssl_placed_proof (ssl_order_id, record_name, value) values (${id}, ${name},
      ${value}) on conflict do nothing`,
)

/** The placed proofs of an order, except those with the value that is still needed. */
export const obsoleteProofs = statement<{ id: number; kept: string | null }, { name: string; value: string }>(
  'ssl.obsolete-proofs',
  ({ id, kept }) => sql`
    select record_name as name, value from ssl_placed_proof
    where ssl_order_id = ${id} and (${kept}::text is null or value <> ${kept})`,
)

export const deletePlacement = statement<{ id: number; name: string; value: string }>(
  'ssl.delete-placement',
  ({ id, name, value }) =>
    sql`delete from ssl_placed_proof where ssl_order_id = ${id} and record_name = ${name} and value = ${value}`,
)

export const storeProblem = statement<{ id: number; problem: string }>(
  'ssl.store-problem',
  ({ id, problem }) => sql`update ssl_order set problem = ${problem} where id = ${id}`,
)
