import { Controller } from '@nestjs/common'
import { getApproval } from '@nameyard/contracts/approvals/get-approval'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { approvalOnWire } from './approval-on-wire'
import { findApproval } from './approval.store'
import { approverOf } from './approver'

@Controller()
export class GetApproval {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(getApproval)
  async execute({ id }: Input<typeof getApproval>, call: Call): Promise<Result<typeof getApproval>> {
    const { resellerId } = approverOf(call)
    const [found] = await this.database.read(findApproval, { resellerId, id })
    if (!found) fail('approval_not_found', { id })
    return { ...approvalOnWire(found, this.clock.machineNow()), arguments: found.given }
  }
}
