import { Controller, Inject } from '@nestjs/common'
import { readAccessChanges } from '@nameyard/contracts/access/read-access-changes'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { findAccessChanges } from './access-change.store'

@Controller()
export class ReadAccessChanges {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
  ) {}

  @Handles(readAccessChanges)
  async execute({ since, spent }: Input<typeof readAccessChanges>): Promise<Result<typeof readAccessChanges>> {
    const [changes] = await this.database.read(findAccessChanges, {
      since: since ?? null,
      now: this.clock.machineNow(),
      resellerIds: spent.map(({ resellerId }) => resellerId),
      requests: spent.map(({ requests }) => requests),
      perSecond: this.config.REQUESTS_PER_SECOND,
      burst: this.config.REQUESTS_BURST,
    })
    return changes!
  }
}
