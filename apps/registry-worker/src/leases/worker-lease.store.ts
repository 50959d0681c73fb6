import { raw, sql, statement, type Placeholders, type Sql } from '@nameyard/persistence/statement'
import { SHARES_GIVEN } from './requests'

/** First key of the advisory locks on the numbers of workers. */
const WORKERS = sql`7305813`

interface Worker {
  readonly number: number
}

/** A lease: one worker at a time holds its key, until an instant of the database's clock. */
interface Lease {
  readonly key: string
  readonly number: number
}

export const DRAW_NUMBER = statement<void, Worker>(
  'leases.draw-number',
  () => sql`select nextval('worker_number')::int as number`,
)

/** Locks the number of a worker for as long as the connection is open. */
export const LOCK_NUMBER = statement<Worker>(
  'leases.lock-number',
  ({ number }) => sql`select pg_advisory_lock(${WORKERS}, ${number})`,
)

export const UNLOCK_NUMBER = statement<Worker>(
  'leases.unlock-number',
  ({ number }) => sql`select pg_advisory_unlock(${WORKERS}, ${number})`,
)

/** Acquires leases that no worker holds, and locks no row of others. Returns those that this worker holds now. */
export const TAKE_LEASES = statement<Leases, { key: string }>(
  'leases.take',
  ({ keys, number, ms }) => sql`
    insert into worker_lease (key, worker, held_until)
    select key, ${number}, clock_timestamp() + ${ms} * interval '1 millisecond'
    from unnest(${keys}::text[]) as key
    where not exists (select from worker_lease l where l.key = key.key and l.held_until > clock_timestamp())
    order by key
    on conflict (key) do update set worker = excluded.worker, held_until = excluded.held_until
      where worker_lease.held_until <= clock_timestamp()
    returning key`,
)

/** Leases of a worker, and milliseconds that they last from now on. */
export interface Leases {
  readonly number: number
  readonly keys: readonly string[]
  readonly ms: number
}

/** SQL: renews leases, and returns those that the worker still held. */
const renewal = ({ number, keys, ms }: Placeholders<Leases>): Sql => sql`
    update worker_lease set held_until = clock_timestamp() + ${ms} * interval '1 millisecond'
    where worker = ${number} and key = any(${keys}::text[]) returning key`

/** Renews leases of a worker. Returns those that it still held. */
export const RENEW_LEASES = statement<Leases, { key: string }>('leases.renew', renewal)

export const RELEASE_LEASE = statement<Lease>(
  'leases.release',
  ({ key, number }) => sql`delete from worker_lease where key = ${key} and worker = ${number}`,
)

/** Ends every lease of some workers now. The rows stay, so that the others see that the workers are dead. */
export const END_LEASES = statement<{ readonly numbers: readonly number[] }>(
  'leases.end',
  ({ numbers }) => sql`
    update worker_lease set held_until = clock_timestamp() where worker = any(${numbers}::integer[])`,
)

/** Deletes leases that ended long ago: those of numbers, which are never used again. */
export const DELETE_OLD_LEASES = statement(
  'leases.delete-old',
  () => sql`delete from worker_lease where held_until < clock_timestamp() - interval '7 days'`,
)

/**
 * Whether the number of a worker is free: its connection or its lease has ended. A worker with a silent connection stops
 * by itself before its lease ends, while PostgreSQL may keep the lock of that connection for a long time. The caller
 * unlocks a number that it has locked.
 */
export const IS_NUMBER_FREE = statement<Lease, { isLocked: boolean; isEnded: boolean }>(
  'leases.is-number-free',
  ({ key, number }) => sql`
    select pg_try_advisory_lock(${WORKERS}, ${number}) as "isLocked",
      exists (select from worker_lease where key = ${key} and held_until <= clock_timestamp()) as "isEnded"`,
)

/**
 * SQL: the running workers. A killed one ends at once with the lock of its number, a silent one with the lease of its number.
 * That is enough for shares: two workers with the same share do no harm, since the rows decide.
 */
const running = sql`
  running as (
    select l.worker from worker_lease l
    where l.key = 'worker/' || l.worker and l.held_until > clock_timestamp() and exists (
      select from pg_locks p where p.locktype = 'advisory' and p.granted and p.classid::bigint = ${WORKERS}
        and p.objid::bigint = l.worker and p.database = (select oid from pg_database where datname = current_database())))`

/**
 * Of these shares, those that others have given to this worker, and those that no running worker has; and how many workers run.
 * Renews leases of the worker in the same statement, and returns those that it still held.
 */
export const FREE_SHARES = statement<
  { readonly shares: readonly string[] } & Leases,
  { workers: number; given: string[]; free: string[]; renewed: string[] }
>(
  'leases.free-shares',
  ({ shares, number, keys, ms }) => sql`
    with ${running}, renewed as (${renewal({ number, keys, ms })})
    select (select count(*)::int from running) as workers, array(select key from renewed) as renewed,
      array(select l.key from worker_lease l
        where l.key = any(${shares}::text[]) and l.held_until > clock_timestamp() and l.worker = ${number}) as given,
      array(select key from unnest(${shares}::text[]) as key where not exists (
        select from worker_lease l
        where l.key = key.key and l.held_until > clock_timestamp()
          and (l.worker = ${number} or l.worker in (select r.worker from running r)))) as free`,
)

/**
 * Takes shares for as long as the worker runs: they need no renewal. Returns those that no other worker took before, and those
 * that one has handed over.
 */
export const TAKE_SHARES = statement<{ readonly keys: readonly string[]; readonly number: number }, { key: string }>(
  'leases.take-shares',
  ({ keys, number }) => sql`
    with ${running}
    insert into worker_lease (key, worker, held_until)
    select key, ${number}, 'infinity' from unnest(${keys}::text[]) as key order by key
    on conflict (key) do update set worker = excluded.worker, held_until = excluded.held_until
      where worker_lease.held_until <= clock_timestamp() or worker_lease.worker = excluded.worker
        or not exists (select from running r where r.worker = worker_lease.worker)
    returning key`,
)

/** Gives shares of a worker to another one, which hears of it. */
export const HAND_OVER_SHARES = statement<{
  readonly keys: readonly string[]
  readonly number: number
  readonly to: number
}>(
  'leases.hand-over-shares',
  ({ keys, number, to }) => sql`
    with given as (
      update worker_lease set worker = ${to} where key = any(${keys}::text[]) and worker = ${number} returning key)
    select pg_notify('${raw(SHARES_GIVEN)}', ${to}::integer::text) from given limit 1`,
)

export const RELEASE_SHARES = statement<{ readonly keys: readonly string[]; readonly number: number }>(
  'leases.release-shares',
  ({ keys, number }) => sql`delete from worker_lease where key = any(${keys}::text[]) and worker = ${number}`,
)

/** Sends a notification to every worker that listens. */
export const NOTIFY = statement<{ channel: string; payload: string }>(
  'leases.notify',
  ({ channel, payload }) => sql`select pg_notify(${channel}, ${payload})`,
)
