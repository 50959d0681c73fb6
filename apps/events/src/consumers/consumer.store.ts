import { sql, statement, type Placeholder } from '@nameyard/persistence/statement'

/** Names a consumer of an account. */
interface Named {
  readonly account: number
  readonly name: string
}

/** The ends of the log of an account. */
export interface Ends {
  readonly newest: number
  readonly oldest: number
}

/** A consumer with the log that it reads. */
export interface Consumer extends Ends {
  readonly name: string
  readonly position: number
  readonly types: readonly string[] | null
  readonly object: string | null
  readonly createdAt: Date
  readonly usedAt: Date
}

/** The ends of the log of an account, as a row. */
const endsOf = (account: Placeholder) => sql`(
  select newest, coalesce(first, newest + 1) as oldest
  from (
    select coalesce((select last_sequence from account_log where account = ${account}), 0) as newest,
      (select min(sequence) from account_event where account = ${account}) as first) as log)`

const endColumns = sql`ends.newest::float8 as newest, ends.oldest::float8 as oldest`

const columns = sql`name, position::float8 as position, types, object, created_at as "createdAt", used_at as "usedAt"`

/** Lets one transaction at a time add consumers to an account. */
export const lockConsumers = statement<{ account: number }>(
  'events.lock-consumers',
  ({ account }) => sql`select pg_advisory_xact_lock(hashtext('nameyard event consumers'), ${account}::integer)`,
)

/** The ends of the log of an account, how many consumers it has, and whether it has one of that name. */
export const findPlace = statement<Named, Ends & { consumers: number; isKnown: boolean }>(
  'events.find-consumer-place',
  ({ account, name }) => sql`
    select ${endColumns},
      (select count(*) from event_consumer where account = ${account})::integer as consumers,
      exists (select from event_consumer where account = ${account} and name = ${name}) as "isKnown"
    from ${endsOf(account)} ends`,
)

/** Makes a consumer at a position; one of that name keeps its own. */
export const storeConsumer = statement<
  Named & { position: number; types: readonly string[] | null; object: string | null; now: Date }
>(
  'events.store-consumer',
  ({ account, name, position, types, object, now }) => sql`
    insert into event_consumer (account, name, position, types, object, created_at, used_at)
    values (${account}, ${name}, ${position}, ${types}, ${object}, ${now}, ${now})
    on conflict (account, name) do update
      set types = excluded.types, object = excluded.object, used_at = excluded.used_at`,
)

export const readConsumer = statement<Named, Consumer>(
  'events.read-consumer',
  ({ account, name }) => sql`
    select ${columns}, ${endColumns} from event_consumer, ${endsOf(account)} ends
    where account = ${account} and name = ${name}`,
)

/** Reads a page of the consumers of an account by name, each with the count of all. */
export const findConsumers = statement<
  { account: number; limit: number; offset: number },
  Omit<Consumer, 'name'> & { name: string | null; total: number }
>(
  'events.find-consumers',
  ({ account, limit, offset }) => sql`
    with own as (select * from event_consumer where account = ${account}),
    page as (select * from own order by name collate "C" limit ${limit} offset ${offset})
    select (select count(*) from own)::integer as total, ${columns}, ${endColumns}
    from ${endsOf(account)} ends left join page on true order by name collate "C"`,
)

/** Reads what a consumer gets, and notes that it is used: once an hour, so that a poll seldom writes. */
export const useConsumer = statement<Named & { now: Date }, Pick<Consumer, 'position' | 'types' | 'object'>>(
  'events.use-consumer',
  ({ account, name, now }) => sql`
    with noted as (
      update event_consumer set used_at = ${now}
      where account = ${account} and name = ${name} and used_at < ${now}::timestamptz - interval '1 hour')
    select position::float8 as position, types, object from event_consumer
    where account = ${account} and name = ${name}`,
)

/**
 * Moves a consumer to a number of the log that it reads; back only with a reset, and then to an event whose next ones are
 * kept. A consumer that stays, because the number is lower, is moved as well.
 */
export const moveConsumer = statement<
  Named & { sequence: number; isReset: boolean; now: Date },
  Ends & { isKnown: boolean; isMoved: boolean }
>(
  'events.move-consumer',
  ({ account, name, sequence, isReset, now }) => sql`
    with ends as (select * from ${endsOf(account)} ends),
    moved as (
      update event_consumer
      set position = case when ${isReset}::boolean then ${sequence}::bigint else greatest(position, ${sequence}::bigint) end,
        used_at = ${now}
      from ends
      where account = ${account} and name = ${name} and ${sequence}::bigint <= ends.newest
        and (not ${isReset}::boolean or ${sequence}::bigint >= ends.oldest - 1)
      returning 1)
    select ${endColumns}, exists (select from moved) as "isMoved",
      exists (select from event_consumer where account = ${account} and name = ${name}) as "isKnown"
    from ends`,
)

export const deleteConsumer = statement<Named, { name: string }>(
  'events.delete-consumer',
  ({ account, name }) => sql`
    delete from event_consumer where account = ${account} and name = ${name} returning name`,
)
