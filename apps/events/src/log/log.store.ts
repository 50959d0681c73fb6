import { sql, statement } from '@nameyard/persistence/statement'

/** Lets one process at a time add to the logs, until its transaction ends; others wait for it. */
export const lockLogs = statement<void>(
  'events.lock-logs',
  () => sql`select pg_advisory_xact_lock(hashtext('nameyard event logs'))`,
)

/** An event of a type that is mailed, as it was added. */
export interface MailedEvent {
  readonly account: number
  readonly type: string
  readonly object: string
  readonly happenedAt: Date
  readonly request: string
  readonly state: string
}

/**
 * Adds arrivals to the logs of their accounts, in the given order, with the next numbers. Forgets those that are in a log
 * already, and marks others as held. People are told of some types. Returns the events that are mailed.
 */
export const appendEvents = statement<
  {
    ids: readonly string[]
    recorded: readonly string[]
    held: readonly string[]
    /** The types that people are told of. */
    notices: readonly string[]
    /** For each of them, JSON that the state must contain; null where people are told of all. A type may be there again. */
    conditions: readonly (string | null)[]
    /** The types that are mailed. */
    mailed: readonly string[]
    now: Date
  },
  MailedEvent
>(
  'events.append',
  ({ ids, recorded, held, notices, conditions, mailed, now }) => sql`
    with given as (select id, place from unnest(${ids}::uuid[]) with ordinality as given (id, place)),
    forgotten as (delete from arrival where id = any(${recorded}::uuid[])),
    marked as (update arrival set is_held = true where id = any(${held}::uuid[])),
    taken as (delete from arrival a using given where a.id = given.id returning a.*, given.place as next),
    counted as (select account, count(*) as added from taken group by account),
    moved as (
      insert into account_log as known (account, last_sequence, last_at)
      select account, added, ${now} from counted
      on conflict (account) do update set last_sequence = known.last_sequence + excluded.last_sequence,
        last_at = greatest(known.last_at, excluded.last_at)
      returning account, last_sequence, last_at),
    logged as (
      insert into account_event (account, sequence, id, recorded_at, type, version, object, domain, zone, happened_at,
        request, state)
      select account, last_sequence - added + row_number() over (partition by account order by next), id, last_at, type,
        version, object, domain, zone, happened_at, request, state
      from taken join counted using (account) join moved using (account)
      returning account, sequence, type, state),
    noticed as (
      insert into notice (account, sequence, type)
      select account, sequence, type from logged where exists (
        select from unnest(${notices}::text[], ${conditions}::text[]) as told (noticed, condition)
        where noticed = type and (condition is null or state::jsonb @> condition::jsonb)))
    select account, type, object, happened_at as "happenedAt", request, state
    from taken where type = any(${mailed}::text[]) order by next`,
)
