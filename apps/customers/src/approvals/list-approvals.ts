import { Controller } from '@nestjs/common'
import { listApprovals } from '@nameyard/contracts/approvals/list-approvals'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { approvalOnWire } from './approval-on-wire'
import { findApprovals } from './approval.store'
import { approverOf } from './approver'

@Controller()
export class ListApprovals {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(listApprovals)
  async execute({ limit, offset }: Input<typeof listApprovals>, call: Call): Promise<Result<typeof listApprovals>> {
    const { resellerId } = approverOf(call)
    const rows = await this.database.read(findApprovals, { resellerId, limit, offset })
    const now = this.clock.machineNow()
    return {
      results: rows.flatMap((row) => (row.id === null ? [] : [approvalOnWire(row, now)])),
      total: rows[0]!.total,
    }
  }
}
