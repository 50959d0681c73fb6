import type { ClientBase, Pool } from 'pg'
import { sql, statement } from '@nameyard/persistence/statement'
import { read } from '../database/query'
import { bystanders } from '../model/bystanders'

/** The changes that the registry makes by itself at an instant. */
export type JobKind = 'auto-renew' | 'end-transfer' | 'end-deletion' | 'end-processing'

/** A due job. It is derived from the domain's rows; there are no rows for jobs. */
export interface Job {
  readonly kind: JobKind
  readonly domain: string
  readonly dueAt: Date
}

/** SQL: the earliest instant at which a job is due; null when there is none. */
export const NEXT_DUE = sql`least(
  (select min(expires_at) from sandbox_registry.domain where rgp is null),
  (select min(rgp_until) from sandbox_registry.domain where rgp is not null),
  (select min(acts_at) from sandbox_registry.transfer where status = 'pending'),
  (select min(due_at) from sandbox_registry.pending_action))`

/** Without the jobs of bystanders: see `findNextDue`. */
const FIND_NEXT_DUE = statement<{ sponsor: string; gainer: string }, { dueAt: Date | null }>(
  'sandbox.find-next-due',
  ({ sponsor, gainer }) => sql`
    select least(
      (select min(expires_at) from sandbox_registry.domain where rgp is null and sponsor <> ${sponsor}),
      (select min(rgp_until) from sandbox_registry.domain where rgp is not null and sponsor <> ${sponsor}),
      (select min(acts_at) from sandbox_registry.transfer
        where status = 'pending' and (acting, requested_by) <> (${sponsor}, ${gainer})),
      (select min(due_at) from sandbox_registry.pending_action)) as "dueAt"`,
)

const FIND_DUE_JOB = statement<{ by: Date }, Job>(
  'sandbox.find-due-job',
  ({ by }) => sql`
      select kind, domain, "dueAt" from (
      (select 'end-transfer' as kind, domain, acts_at as "dueAt" from sandbox_registry.transfer
    where status = 'pending' and acts_at <= ${by} order by acts_at, domain limit 1)
      union all
      (select 'auto-renew', name, expires_at from sandbox_registry.domain
    where rgp is null and expires_at <= ${by} order by expires_at, name limit 1)
      union all
      (select 'end-deletion', name, rgp_until from sandbox_registry.domain
    where rgp is not null and rgp_until <= ${by} order by rgp_until, name limit 1)
      union all
      (select 'end-processing', domain, due_at from sandbox_registry.pending_action
    where due_at <= ${by} order by due_at, domain limit 1)) job
      order by "dueAt", domain, kind limit 1`,
)

/** Key of the advisory lock: one runner at a time keeps the order of jobs. */
const RUNNER_LOCK = 7_305_820

const LOCK_RUNNER = statement<{ key: number }>(
  'sandbox.lock-job-runner',
  ({ key }) => sql`select pg_advisory_xact_lock(${key})`,
)

/**
 * Returns when the next job is due that a registrar can notice; undefined when there is none. Bystanders never log in and
 * every job is dated with its own instant, so a clock that stops at each job need not stop at theirs.
 */
export async function findNextDue(db: Pool): Promise<Date | undefined> {
  const [row] = await read(db, FIND_NEXT_DUE, bystanders)
  return row?.dueAt ?? undefined
}

/** Returns the job that is due first, among those due by an instant; jobs of the same instant are ordered by name. */
export async function findDueJob(db: ClientBase, by: Date): Promise<Job | undefined> {
  const [job] = await read(db, FIND_DUE_JOB, { by })
  return job
}

/** Waits until no other runner has a job, and locks them out until the transaction ends. */
export async function lockRunner(db: ClientBase): Promise<void> {
  await read(db, LOCK_RUNNER, { key: RUNNER_LOCK })
}
