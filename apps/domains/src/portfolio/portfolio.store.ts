import type {
  PortfolioFindings,
  PortfolioKind,
  PortfolioState,
  PortfolioStep,
} from '@nameyard/contracts/domains/portfolio-job'
import { raw, sql, statement } from '@nameyard/persistence/statement'
import { isLive } from '../lifecycle/domain.store'

/** A job on many names of an account at a registry. */
export interface PortfolioJob {
  readonly id: string
  readonly kind: PortfolioKind
  /** Our name of the account at the registry. */
  readonly account: string
  readonly list: string
  readonly step: PortfolioStep
}

/** A name that a process works on. */
export interface ClaimedName {
  readonly name: string
  readonly resellerId: number
  readonly owner: string
  readonly attempts: number
}

/** Opens a job, or returns the one of the same list that has not ended. */
export const openJob = statement<Omit<PortfolioJob, 'step'> & { now: Date }, Pick<PortfolioJob, 'id' | 'step'>>(
  'domains.open-portfolio-job',
  (given) => sql`
    insert into portfolio_job as j (id, kind, account, list, step, created_at)
    values (${given.id}, ${given.kind}, ${given.account}, ${given.list}, 'examine', ${given.now})
    on conflict (kind, account, list) where ended_at is null do update set account = j.account
    returning id, step`,
)

/** Adds names to a job; a name that it has stays as it is. A job that was examined examines the new ones. */
export const addNames = statement<{
  jobId: string
  names: readonly string[]
  resellerIds: readonly number[]
  owners: readonly string[]
}>(
  'domains.add-portfolio-names',
  (given) => sql`
    with added as (
      insert into portfolio_name (job_id, name, reseller_id, owner, state)
      select ${given.jobId}::uuid, n.name, n.reseller_id, n.owner, 'queued'
      from unnest(${given.names}::text[], ${given.resellerIds}::integer[], ${given.owners}::text[])
        n (name, reseller_id, owner)
      on conflict (job_id, name) do nothing returning name)
    update portfolio_job set step = 'examine'
    where id = ${given.jobId} and step = 'examined' and exists (select from added)`,
)

/** Starts the second step of a job. Returns no row when it is not examined, or has started. */
export const startJob = statement<{ jobId: string }, Pick<PortfolioJob, 'account'>>(
  'domains.start-portfolio-job',
  ({ jobId }) => sql`
    update portfolio_job set step = 'apply' where id = ${jobId} and step = 'examined' returning account`,
)

export const findJob = statement<{ jobId: string }, PortfolioJob>(
  'domains.portfolio-job',
  ({ jobId }) => sql`select id, kind, account, list, step from portfolio_job where id = ${jobId}`,
)

export const jobsUnderWay = statement<void, PortfolioJob>(
  'domains.portfolio-jobs-under-way',
  () => sql`
    select id, kind, account, list, step from portfolio_job
    where ended_at is null and step in ('examine', 'apply') order by created_at`,
)

/** Ends the step of a job that has no name left for it. */
export const endStep = statement<{ jobId: string; now: Date }>(
  'domains.end-portfolio-step',
  ({ jobId, now }) => sql`
    update portfolio_job j set step = case step when 'examine' then 'examined' else 'ended' end,
      ended_at = case step when 'apply' then ${now}::timestamptz end
    where id = ${jobId} and step in ('examine', 'apply') and not exists (
      select from portfolio_name n
      where n.job_id = j.id and n.state = case j.step when 'examine' then 'queued' else 'ready' end)`,
)

/** Names of one claim: their domains are written in one transaction. */
const CLAIMED = raw('50')

/** Claims names in a state, until an instant at which another process may continue. */
export const claimNames = statement<{ jobId: string; state: PortfolioState; now: Date; until: Date }, ClaimedName>(
  'domains.claim-portfolio-names',
  ({ jobId, state, now, until }) => sql`
    update portfolio_name set claimed_until = ${until}, attempts = attempts + 1
    where job_id = ${jobId} and name in (
      select name from portfolio_name
      where job_id = ${jobId} and state = ${state} and (claimed_until is null or claimed_until <= ${now})
      order by name limit ${CLAIMED} for update skip locked)
    returning name, reseller_id as "resellerId", owner, attempts`,
)

/** Lets other processes continue names at an instant. */
export const releaseNames = statement<{ jobId: string; names: readonly string[]; from: Date }>(
  'domains.release-portfolio-names',
  ({ jobId, names, from }) => sql`
    update portfolio_name set claimed_until = ${from} where job_id = ${jobId} and name = any(${names}::text[])`,
)

/** Stores the state of a name, with what was found. */
export const saveName = statement<{ jobId: string; name: string; state: PortfolioState; findings: PortfolioFindings }>(
  'domains.save-portfolio-name',
  (given) => sql`
    update portfolio_name set state = ${given.state}, findings = ${given.findings}, claimed_until = null, attempts = 0
    where job_id = ${given.jobId} and name = ${given.name}`,
)

export const countNames = statement<{ jobId: string }, { state: PortfolioState; names: number }>(
  'domains.count-portfolio-names',
  ({ jobId }) => sql`
    select state, count(*)::integer as names from portfolio_name where job_id = ${jobId} group by state`,
)

export const listNames = statement<
  { jobId: string; state: PortfolioState; after: string; limit: number },
  { name: string; resellerId: number | null; findings: PortfolioFindings }
>(
  'domains.list-portfolio-names',
  (given) => sql`
    select name, reseller_id as "resellerId", findings from portfolio_name
    where job_id = ${given.jobId} and state = ${given.state} and name > ${given.after} order by name limit ${given.limit}`,
)

/** The accounts of names that are live here. */
export const accountsOfNames = statement<{ names: readonly string[] }, { name: string; resellerId: number }>(
  'domains.accounts-of-names',
  ({ names }) => sql`
    select name, reseller_id as "resellerId" from domain where name = any(${names}::text[]) and ${isLive}`,
)
