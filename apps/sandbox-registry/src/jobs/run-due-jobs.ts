import type { ClientBase, Pool } from 'pg'
import { inTransaction } from '../database/transaction'
import { completeTransfer } from '../lifecycle/complete-transfer'
import { findDueJob, lockRunner, type JobKind } from '../lifecycle/due-jobs.store'
import { expire } from '../lifecycle/expire'
import { pendingActionNotice, rgpNotice } from '../lifecycle/notices'
import { addDays } from '../model/calendar'
import type { TldRules } from '../model/tld-rules'
import { findDeletion, purgeDomain, putDeletion } from '../objects/domain-lifecycle.store'
import { lockDomain, type Domain } from '../objects/domain.store'
import { insertPollMessage } from '../objects/poll-message.store'
import { findNameRules } from '../objects/tld-rules.store'
import { findTransfer } from '../objects/transfer.store'
import { decidePendingAction } from './decide-pending-action'

/**
 * Runs the jobs that are due by an instant, in the order of their instants, each in a transaction of its own and dated
 * with its instant. Called before the registry's state is read, so that no client sees a late job; nothing runs in the
 * background. Returns the number of jobs done.
 */
export async function runDueJobs(pool: Pool, by: Date): Promise<number> {
  for (let done = 0; ; done++) {
    if (!(await inTransaction(pool, (db) => runNext(db, by)))) return done
  }
}

async function runNext(db: ClientBase, by: Date): Promise<boolean> {
  await lockRunner(db)
  const job = await findDueJob(db, by)
  if (!job) return false
  const domain = await lockDomain(db, job.domain)
  // While the runner waited for the lock of the domain, a command may have made the job obsolete.
  const stillDue = await findDueJob(db, by)
  if (!domain || stillDue?.domain !== job.domain || stillDue.kind !== job.kind) return true
  const rules = await findNameRules(db, domain.name)
  if (!rules) throw new Error(`the TLD ${domain.tld} has no rules`)
  await jobs[job.kind](db, domain, rules, job.dueAt)
  return true
}

const jobs: Readonly<Record<JobKind, (db: ClientBase, domain: Domain, rules: TldRules, at: Date) => Promise<unknown>>> =
  {
    'auto-renew': expire,
    'end-transfer': approveTransfer,
    'end-deletion': endDeletedState,
    'end-processing': approveAction,
  }

/** The sponsor did not answer in time: the registry approves (RFC 5730 section 2.9.3.4). */
async function approveTransfer(db: ClientBase, domain: Domain, rules: TldRules, at: Date): Promise<void> {
  const transfer = await findTransfer(db, domain.name)
  if (transfer?.status !== 'pending') return
  await completeTransfer(db, domain, transfer, { status: 'serverApproved', at, svTRID: null, rules })
}

/** No decision was made in time: the registry carries out the pending action. */
function approveAction(db: ClientBase, domain: Domain, _rules: TldRules, at: Date): Promise<boolean> {
  return decidePendingAction(db, domain, { isApproved: true, at })
}

/** The next state of a deleted domain (RFC 3915 section 2): redemption again without a report, otherwise towards purge. */
async function endDeletedState(db: ClientBase, domain: Domain, rules: TldRules, at: Date): Promise<void> {
  const { name, sponsor } = domain
  const deletion = await findDeletion(db, name)
  if (deletion?.state === 'pendingRestore') {
    const until = deletion.redemptionUntil > at ? deletion.redemptionUntil : at
    await putDeletion(db, name, { ...deletion, state: 'redemptionPeriod', until })
    await insertPollMessage(db, rgpNotice(domain, 'redemptionPeriod', 'The restore report did not come.', at))
  } else if (deletion?.state === 'redemptionPeriod' && rules.pendingDeleteDays > 0) {
    await putDeletion(db, name, { ...deletion, state: 'pendingDelete', until: addDays(at, rules.pendingDeleteDays) })
    await insertPollMessage(db, rgpNotice(domain, 'pendingDelete', 'The redemption period has ended.', at))
  } else if (deletion) {
    await purgeDomain(db, name)
    const { clTRID, svTRID } = deletion
    const text = 'Domain deleted.'
    await insertPollMessage(db, pendingActionNotice(sponsor, { domain: name, isDone: true, clTRID, svTRID, at, text }))
  }
}
