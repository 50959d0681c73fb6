import { Controller } from '@nestjs/common'
import { listPortfolioNames } from '@nameyard/contracts/domains/list-portfolio-names'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { listRegisteredNames } from '@nameyard/contracts/registry/list-registered-names'
import { Handles } from '@nameyard/messaging/handles'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { extensionsOf } from '../tlds/catalogue'
import { liveNamesBelow } from './portfolio-domains.store'

/** Lists the names to compare of an account at a registry. */
@Controller()
export class ListPortfolioNames {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
    private readonly clock: Clock,
  ) {}

  @Handles(listPortfolioNames)
  async execute(
    { account, source, after }: Input<typeof listPortfolioNames>,
    call: Call,
  ): Promise<Result<typeof listPortfolioNames>> {
    if (source !== 'here') return this.rpc.call(listRegisteredNames, { account, source, after }, call)
    const found = await this.database.read(liveNamesBelow, {
      extensions: extensionsOf(account, this.clock.now()),
      after,
    })
    const names = found.map(({ name }) => name)
    return { names, next: names.at(-1), isListed: true }
  }
}
