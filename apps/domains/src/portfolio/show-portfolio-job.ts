import { Controller } from '@nestjs/common'
import { showPortfolioJob } from '@nameyard/contracts/domains/show-portfolio-job'
import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { countNames, findJob, listNames } from './portfolio.store'

type Asked = Input<typeof showPortfolioJob>

/** Shows the step of a job, how many of its names are in each state, and a page of them. */
@Controller()
export class ShowPortfolioJob {
  constructor(private readonly database: Database) {}

  @Handles(showPortfolioJob)
  async execute({ jobId, state, after, limit }: Asked): Promise<Result<typeof showPortfolioJob>> {
    const [job] = await this.database.read(findJob, { jobId })
    if (!job) return fail('invalid_input', { field: 'jobId', problem: 'there is no such job' })
    const counted = await this.database.read(countNames, { jobId })
    const counts = Object.fromEntries(counted.map((each) => [each.state, each.names]))
    const names = state ? await this.database.read(listNames, { jobId, state, after, limit }) : []
    return { step: job.step, counts, names: [...names] }
  }
}
