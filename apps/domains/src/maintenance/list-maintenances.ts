import { Controller } from '@nestjs/common'
import { listMaintenances } from '@nameyard/contracts/domains/list-maintenances'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { asSold } from './as-sold'
import { maintenanceOnWire } from './maintenance-on-wire'
import { presentMaintenances } from './maintenance.store'

/** Lists the maintenances that were announced to accounts and have not ended. */
@Controller()
export class ListMaintenances {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(listMaintenances)
  async execute({
    extensions,
    limit,
    offset,
  }: Input<typeof listMaintenances>): Promise<Result<typeof listMaintenances>> {
    const rows = await this.database.read(presentMaintenances, { now: this.clock.now() })
    const only = extensions?.map(asSold)
    const found = rows.filter((row) => !only || only.some((each) => row.extensions.includes(each)))
    return { results: found.slice(offset, offset + limit).map(maintenanceOnWire), total: found.length }
  }
}
