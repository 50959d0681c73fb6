import { sql, type Placeholder, type Sql } from '@nameyard/persistence/statement'

/** SQL: whether an operation is a routine look that has not begun. It may have to wait long, so orders overtake it. */
export const isIdleLook = (operation: Sql) => sql`(${operation}.is_routine and ${operation}.state = 'queued')`

/**
 * SQL: whether no earlier operation of the domain must end before this one: its predecessor (`after`) has arrived and
 * ended. Cancelling a transfer does not wait for the end of the transfer, and an order does not wait for a routine look that has
 * not begun, only for the predecessor of that look. An operation with an unfinished predecessor does not block others of its
 * object, since the predecessor may arrive after them.
 */
export const isNext = (operation: Sql, now: Placeholder) => sql`
  (${operation}.after is null or exists (
    select from operation before where before.id = ${operation}.after
    and (before.state in ('done', 'refused', 'failed')
  or (${operation}.kind = 'domain.transfer-cancel' and before.kind = 'domain.transfer'
      and before.state = 'waiting' and before.run_at > ${now})
  or (not ${operation}.is_routine and ${isIdleLook(sql`before`)} and (before.after is null or exists (
      select from operation first where first.id = before.after and first.state in ('done', 'refused', 'failed')))))))`

/**
 * SQL: whether an unfinished operation `other` of the object of `o` runs before `o`: it has arrived before. A routine look that has
 * not begun is after all others.
 */
export const isBefore = (other: Sql, o: Sql, now: Placeholder) => sql`
  (${isNext(other, now)} and case
    when ${isIdleLook(o)} and not ${other}.is_routine then true
    when ${isIdleLook(other)} and not ${o}.is_routine then false
    else ${other}.seq < ${o}.seq end)`
