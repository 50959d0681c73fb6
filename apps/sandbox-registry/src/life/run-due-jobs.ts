import type { ClientBase, Pool } from 'pg'
import { holdDomain, type Domain } from '../commands/domain/domain.store'
import { findNameRules } from '../commands/domain/tld-rules.store'
import { findTransfer } from '../commands/domain/transfer.store'
import { insertPollMessage } from '../commands/poll/poll-message.store'
import { addDays } from '../model/calendar'
import type { TldRules } from '../model/tld-rules'
import { inTransaction } from '../server/transaction'
import { autoRenew } from './auto-renew'
import { completeTransfer } from './complete-transfer'
import { decidePendingAction } from './decide-pending-action'
import { findDeletion, purgeDomain, putDeletion } from './domain-life.store'
import { findDueJob, holdRunner, type JobKind } from './jobs.store'
import { pendingActionNotice, rgpNotice } from './notices'

/**
 * Does all that is due by an instant, one after the other in the order of their instants, each in a transaction of its
 * own and dated when it was due. Whoever looks at the registry calls this first, so that nobody sees it late; nothing
 * runs in between. Gives the number of jobs done.
 */
export async function runDueJobs(pool: Pool, by: Date): Promise<number> {
  for (let done = 0; ; done++) {
    if (!(await inTransaction(pool, (db) => runNext(db, by)))) return done
  }
}

async function runNext(db: ClientBase, by: Date): Promise<boolean> {
  await holdRunner(db)
  const job = await findDueJob(db, by)
  if (!job) return false
  const domain = await holdDomain(db, job.domain)
  // A command may have taken the job's reason away while the runner waited for the domain; the next look tells.
  const stillDue = await findDueJob(db, by)
  if (!domain || stillDue?.domain !== job.domain || stillDue.kind !== job.kind) return true
  const rules = await findNameRules(db, domain.name)
  if (!rules) throw new Error(`the TLD ${domain.tld} has no rules`)
  await jobs[job.kind](db, domain, rules, job.dueAt)
  return true
}

const jobs: Readonly<Record<JobKind, (db: ClientBase, domain: Domain, rules: TldRules, at: Date) => Promise<unknown>>> =
  {
    'auto-renew': autoRenew,
    'end-transfer': approveTransfer,
    'end-deletion': endDeletedState,
    'end-processing': approveAction,
  }

/** The sponsor has been silent: the registry approves (RFC 5730 section 2.9.3.4). */
async function approveTransfer(db: ClientBase, domain: Domain, rules: TldRules, at: Date): Promise<void> {
  const transfer = await findTransfer(db, domain.name)
  if (transfer?.status !== 'pending') return
  await completeTransfer(db, domain, transfer, { status: 'serverApproved', at, svTRID: null, rules })
}

/** Nobody has decided: the registry carries out what it was asked. */
function approveAction(db: ClientBase, domain: Domain, _rules: TldRules, at: Date): Promise<boolean> {
  return decidePendingAction(db, domain, { isApproved: true, at })
}

/** The next step of a deleted domain (RFC 3915 section 2): back to redemption without a report, on to its end otherwise. */
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
