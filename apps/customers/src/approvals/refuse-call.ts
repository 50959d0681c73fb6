import { Controller } from '@nestjs/common'
import { refuseCall } from '@nameyard/contracts/approvals/refuse-call'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { approverOf } from './approver'
import { Decisions } from './decisions'

const open = ['pending', 'approved'] as const

@Controller()
export class RefuseCall {
  constructor(private readonly decisions: Decisions) {}

  @Handles(refuseCall)
  async execute({ id }: Input<typeof refuseCall>, call: Call): Promise<Result<typeof refuseCall>> {
    const approver = approverOf(call)
    await this.decisions.assertOpen(id, open, approver)
    await this.decisions.make({ id, from: open, to: 'refused', operation: refuseCall }, approver, call)
    return { success: true }
  }
}
