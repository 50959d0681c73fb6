import { EntitySchema } from 'typeorm'

/** Something that one worker at a time holds, until an instant of the database's clock. */
export interface WorkerLease {
  key: string
  worker: number
  heldUntil: Date
}

export const workerLeaseSchema = new EntitySchema<WorkerLease>({
  name: 'worker_lease',
  columns: {
    key: { type: 'text', primary: true },
    worker: { type: 'integer' },
    heldUntil: { type: 'timestamptz', name: 'held_until' },
  },
})

/** Locks the number of a worker for as long as the connection lives; `$1` is {@link WORKERS}. */
export const lockNumber = 'select pg_advisory_lock($1, $2)'

/** First key of the advisory locks on the numbers of workers. */
export const WORKERS = 7_305_813

/** Takes a key for `$3` milliseconds, unless another worker holds it. Returns a row if this worker has it now. */
export const takeKey = `insert into worker_lease (key, worker, held_until)
  values ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
  on conflict (key) do update set worker = excluded.worker, held_until = excluded.held_until
    where worker_lease.held_until <= clock_timestamp()
  returning key`

/** Renews the keys `$2` of a worker for `$3` milliseconds. Returns those that it still had. */
export const renewKeys = `update worker_lease set held_until = clock_timestamp() + $3 * interval '1 millisecond'
  where worker = $1 and key = any($2::text[]) returning key`

export const releaseKey = 'delete from worker_lease where key = $1 and worker = $2'

/** Ends every lease of some workers now; numbers stay, so that the others see that their worker is dead. */
export const endLeases = 'update worker_lease set held_until = clock_timestamp() where worker = any($1::integer[])'

/** Deletes leases that ended long ago: those of numbers, which no worker takes again. */
export const deleteOldLeases = `delete from worker_lease where held_until < clock_timestamp() - interval '7 days'`

/**
 * Whether the number `$2` of a worker is free: its connection has ended, or its lease. A worker whose connection is
 * silent stops by itself before its lease ends, while PostgreSQL may keep the lock of the silent connection for long.
 * `$3` is the key of the lease. The caller unlocks a number that it has locked.
 */
export const isNumberFree = `select pg_try_advisory_lock($1, $2) as "isLocked",
  exists (select from worker_lease where key = $3 and held_until <= clock_timestamp()) as "isEnded"`

export const unlockNumber = 'select pg_advisory_unlock($1, $2)'
