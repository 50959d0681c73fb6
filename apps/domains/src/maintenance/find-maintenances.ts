import { Controller } from '@nestjs/common'
import { findMaintenances } from '@nameyard/contracts/domains/find-maintenances'
import type { Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { maintenanceForOperator } from './maintenance-on-wire'
import { allMaintenances, presentMaintenances } from './maintenance.store'

/** Lists the announced maintenances. For operators. */
@Controller()
export class FindMaintenances {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(findMaintenances)
  async execute({ isWithPast }: Input<typeof findMaintenances>): Promise<Result<typeof findMaintenances>> {
    const rows = isWithPast
      ? await this.database.read(allMaintenances)
      : await this.database.read(presentMaintenances, { now: this.clock.now() })
    return { maintenances: rows.map(maintenanceForOperator) }
  }
}
