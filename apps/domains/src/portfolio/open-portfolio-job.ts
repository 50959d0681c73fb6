import { Controller } from '@nestjs/common'
import { v7 as uuidv7 } from 'uuid'
import { getAccount } from '@nameyard/contracts/access/get-account'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { openPortfolioJob } from '@nameyard/contracts/domains/open-portfolio-job'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Rpc } from '@nameyard/messaging/rpc'
import { parseDomainName } from '@nameyard/names/domain-name'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { addNames, openJob } from './portfolio.store'

type Asked = Input<typeof openPortfolioJob>

/** Opens a job on names of an account at a registry, or adds names to it. */
@Controller()
export class OpenPortfolioJob {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
    private readonly clock: Clock,
  ) {}

  @Handles(openPortfolioJob)
  async execute({ kind, account, list, names }: Asked, call: Call): Promise<Result<typeof openPortfolioJob>> {
    const parsed = names.map(({ name }, index) => nameOf(name, index))
    // Throws the refusal of an account that does not exist.
    for (const resellerId of new Set(names.map((each) => each.resellerId)))
      await this.rpc.call(getAccount, { resellerId }, call)
    return this.database.unitOfWork(call, async (tx) => {
      const opened = { id: uuidv7(), kind, account, list, now: this.clock.now() }
      const [job] = await tx.query(openJob, opened)
      const { id: jobId, step } = job!
      const given = new Map(names.map((each, index) => [parsed[index]!, each]))
      await tx.query(addNames, {
        jobId,
        names: [...given.keys()],
        resellerIds: [...given.values()].map((each) => each.resellerId),
        owners: [...given.values()].map((each) => each.owner),
      })
      tellAudit(tx, {
        resellerId: null,
        subject: `registry account ${account}`,
        changes: { [kind]: { to: `${names.length} names examined` } },
      })
      return { jobId, step }
    })
  }
}

/** The name in A-labels. */
function nameOf(given: string, index: number): string {
  const parsed = parseDomainName(given)
  if (!parsed.ok) return fail('invalid_input', { field: `names.${index}`, problem: `${given} is not a domain name` })
  if (!parsed.value.ascii.includes('.'))
    return fail('invalid_input', { field: `names.${index}`, problem: `${given} has no extension` })
  return parsed.value.ascii
}
