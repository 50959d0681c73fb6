import type { ClientBase, Pool } from 'pg'

/** What a registry does of itself when its time comes. */
export type JobKind = 'auto-renew' | 'end-transfer' | 'end-deletion' | 'end-processing'

/** A job follows from the rows it is about; nothing is scheduled beside them. */
export interface Job {
  readonly kind: JobKind
  readonly domain: string
  readonly dueAt: Date
}

/** When the registry next does something of itself; undefined when nothing waits. */
export async function findNextDue(db: Pool): Promise<Date | undefined> {
  const { rows } = await db.query<{ dueAt: Date | null }>(`select ${nextDue} as "dueAt"`)
  return rows[0]?.dueAt ?? undefined
}

/** SQL of the earliest instant at which a job is due; null when nothing waits. */
export const nextDue = `least(
  (select min(expires_at) from sandbox_registry.domain where rgp is null),
  (select min(rgp_until) from sandbox_registry.domain where rgp is not null),
  (select min(acts_at) from sandbox_registry.transfer where status = 'pending'),
  (select min(due_at) from sandbox_registry.pending_action))`

/** The job that is due first, of those that are due by then; those of one instant go by name. */
export async function findDueJob(db: ClientBase, by: Date): Promise<Job | undefined> {
  const { rows } = await db.query<Job>(
    `select kind, domain, "dueAt" from (
       (select 'end-transfer' as kind, domain, acts_at as "dueAt" from sandbox_registry.transfer
        where status = 'pending' and acts_at <= $1 order by acts_at, domain limit 1)
       union all
       (select 'auto-renew', name, expires_at from sandbox_registry.domain
        where rgp is null and expires_at <= $1 order by expires_at, name limit 1)
       union all
       (select 'end-deletion', name, rgp_until from sandbox_registry.domain
        where rgp is not null and rgp_until <= $1 order by rgp_until, name limit 1)
       union all
       (select 'end-processing', domain, due_at from sandbox_registry.pending_action
        where due_at <= $1 order by due_at, domain limit 1)) job
     order by "dueAt", domain, kind limit 1`,
    [by],
  )
  return rows[0]
}

/** The number is only ours: one runner at a time keeps the order. */
const RUNNER_LOCK = 7_305_820

/** Waits for another runner to end its job; held until the transaction ends. */
export async function holdRunner(db: ClientBase): Promise<void> {
  await db.query('select pg_advisory_xact_lock($1)', [RUNNER_LOCK])
}
