import { Controller } from '@nestjs/common'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resendApproverEmail } from '@nameyard/contracts/orders/resend-approver-email'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { OrderChanges } from '../lifecycle/order-changes'
import { lockedWaitingOrder, mailApprover } from './approver-mails'

/** Sends the approval mail again, with the same link. */
@Controller()
export class ResendApproverEmail {
  constructor(
    private readonly database: Database,
    private readonly changes: OrderChanges,
  ) {}

  @Handles(resendApproverEmail)
  execute({ id }: Input<typeof resendApproverEmail>, call: Call): Promise<Result<typeof resendApproverEmail>> {
    return this.database.unitOfWork(call, async (tx) => {
      await mailApprover(tx, this.changes, await lockedWaitingOrder(tx, resellerOf(call), id))
      return { id }
    })
  }
}
