import { Controller } from '@nestjs/common'
import { withdrawMaintenance } from '@nameyard/contracts/domains/withdraw-maintenance'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Clock } from '@nameyard/runtime/clock'
import { maintenanceForOperator } from './maintenance-on-wire'
import { PlannedMaintenances } from './planned-maintenances'

/** Withdraws an announced maintenance, and tells all accounts. For operators. */
@Controller()
export class WithdrawMaintenance {
  constructor(
    private readonly maintenances: PlannedMaintenances,
    private readonly clock: Clock,
  ) {}

  @Handles(withdrawMaintenance)
  async execute({ id }: Input<typeof withdrawMaintenance>, call: Call): Promise<Result<typeof withdrawMaintenance>> {
    return maintenanceForOperator(await this.maintenances.change(id, { withdrawnAt: this.clock.now() }, call))
  }
}
