import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { startPortfolioJob } from '@nameyard/contracts/domains/start-portfolio-job'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { findJob, startJob } from './portfolio.store'

/** Starts to make rows of the names that were examined. A job that has started stays as it is. */
@Controller()
export class StartPortfolioJob {
  constructor(private readonly database: Database) {}

  @Handles(startPortfolioJob)
  async execute({ jobId }: Input<typeof startPortfolioJob>, call: Call): Promise<Result<typeof startPortfolioJob>> {
    return this.database.unitOfWork(call, async (tx) => {
      const [job] = await tx.query(findJob, { jobId })
      if (!job) return fail('invalid_input', { field: 'jobId', problem: 'there is no such job' })
      const [started] = await tx.query(startJob, { jobId })
      if (!started && job.step === 'examine')
        return fail('invalid_input', { field: 'jobId', problem: 'its names are still being examined' })
      tellAudit(tx, {
        resellerId: null,
        subject: `registry account ${job.account}`,
        changes: { [job.kind]: { to: 'started' } },
      })
      return { jobId }
    })
  }
}
