import { randomUUID } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import type { Call } from '@nameyard/contracts/operation'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { SweepTask } from '@nameyard/runtime/sweep-task'
import { Adoption, type Verdict } from './adoption'
import * as store from './portfolio.store'

const EVERY_MS = 500

/** How long the work on claimed names may take; then another process continues. */
const CLAIM_MS = 60_000
/** The deadline of requests to other services is before the end of the claim. */
const ANSWER_MS = 45_000

/** How often a registry that does not answer is asked about a name, and the pause in between. */
const MOST_ATTEMPTS = 5
const PAUSE_MS = 2_000

/**
 * Works on the names of portfolio jobs, some at a time. After a crash the claim of its names ends, and any process
 * continues: a row of a domain and the state of its name are written in one transaction.
 */
@Injectable()
export class WhenPortfolioDue extends SweepTask {
  constructor(
    private readonly database: Database,
    private readonly adoption: Adoption,
    private readonly clock: Clock,
  ) {
    super({ name: 'portfolio', everyMs: EVERY_MS })
  }

  protected override async sweep(): Promise<void> {
    for (const job of await this.database.read(store.jobsUnderWay)) {
      while (!this.isStopped && (await this.work(job)));
      await this.database.read(store.endStep, { jobId: job.id, now: this.clock.now() })
    }
  }

  /** Works on some names of a job. Returns whether there were any. */
  private async work({ id: jobId, account, step }: store.PortfolioJob): Promise<boolean> {
    const state = step === 'examine' ? 'queued' : 'ready'
    const now = this.machineTime(0)
    const names = await this.database.read(store.claimNames, { jobId, state, now, until: this.machineTime(CLAIM_MS) })
    if (names.length === 0) return false
    const call: Call = { correlationId: randomUUID(), deadline: this.clock.machineMs() + ANSWER_MS }
    const attempts = new Map(names.map((claimed) => [claimed.name, claimed.attempts]))
    const save = async (tx: Tx, verdicts: readonly Verdict[]) => {
      for (const verdict of verdicts) await this.save(tx, jobId, verdict, attempts.get(verdict.name)!)
    }
    try {
      if (step === 'apply') await this.adoption.adopt(account, names, call, save)
      else {
        const verdicts = await this.adoption.examine(account, names, call)
        await this.database.unitOfWork(call, (tx) => save(tx, verdicts))
      }
    } catch (error) {
      const from = this.machineTime(PAUSE_MS)
      await this.database.read(store.releaseNames, { jobId, names: names.map(({ name }) => name), from })
      throw error
    }
    return true
  }

  private async save(tx: Tx, jobId: string, { name, state, findings }: Verdict, attempts: number): Promise<void> {
    if (state !== 'retry') await tx.query(store.saveName, { jobId, name, state, findings })
    else if (attempts >= MOST_ATTEMPTS) await tx.query(store.saveName, { jobId, name, state: 'refused', findings })
    else await tx.query(store.releaseNames, { jobId, names: [name], from: this.machineTime(PAUSE_MS) })
  }

  private machineTime(laterMs: number): Date {
    return new Date(this.clock.machineMs() + laterMs)
  }
}
