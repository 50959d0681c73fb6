import { Controller } from '@nestjs/common'
import { changeMaintenance } from '@nameyard/contracts/domains/change-maintenance'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { maintenanceForOperator } from './maintenance-on-wire'
import { PlannedMaintenances } from './planned-maintenances'

/** Changes an announced maintenance, and tells all accounts. For operators. */
@Controller()
export class ChangeMaintenance {
  constructor(private readonly maintenances: PlannedMaintenances) {}

  @Handles(changeMaintenance)
  async execute(
    { id, startsAt, endsAt, impact, text }: Input<typeof changeMaintenance>,
    call: Call,
  ): Promise<Result<typeof changeMaintenance>> {
    const change = {
      ...(startsAt !== undefined && { startsAt: new Date(startsAt) }),
      ...(endsAt !== undefined && { endsAt: new Date(endsAt) }),
      ...(impact !== undefined && { impact }),
      ...(text !== undefined && { text }),
    }
    if (Object.keys(change).length === 0) fail('invalid_input', { field: 'startsAt', problem: 'name what changes' })
    return maintenanceForOperator(await this.maintenances.change(id, change, call))
  }
}
