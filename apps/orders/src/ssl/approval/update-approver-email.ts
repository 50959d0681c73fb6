import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { updateApproverEmail } from '@nameyard/contracts/orders/update-approver-email'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { OrderChanges } from '../lifecycle/order-changes'
import { newNonce } from '../lifecycle/tokens'
import { approversOf } from '../model/validation'
import { lockedWaitingOrder, mailApprover } from './approver-mails'

const setApprover = statement<{ id: number; approverEmail: string; approverNonce: string }>(
  'ssl.set-approver',
  ({ id, approverEmail, approverNonce }) => sql`
    with waiting as (
      update ssl_validation set problem = 'waits for ' || ${approverEmail}
      where ssl_order_id = ${id} and method = 'email' and proven_at is null
    )
    update ssl_order set approver_email = ${approverEmail}, approver_nonce = ${approverNonce},
      revision = revision + 1 where id = ${id}`,
)
/** Changes the approver and mails a new link. The old link stops working. */
@Controller()
export class UpdateApproverEmail {
  constructor(
    private readonly database: Database,
    private readonly changes: OrderChanges,
  ) {}

  @Handles(updateApproverEmail)
  execute(
    { id, approver_email }: Input<typeof updateApproverEmail>,
    call: Call,
  ): Promise<Result<typeof updateApproverEmail>> {
    return this.database.unitOfWork(call, async (tx) => {
      const order = await lockedWaitingOrder(tx, resellerOf(call), id)
      const approverEmail = approver_email.trim().toLowerCase()
      for (const { hostName } of order.validations.filter(({ method }) => method === 'email'))
        if (!approversOf(hostName).includes(approverEmail))
          fail('approver_email_not_allowed', { email: approverEmail, name: hostName })
      const approverNonce = newNonce()
      await tx.query(setApprover, { id, approverEmail, approverNonce })
      await mailApprover(tx, this.changes, { ...order, approverEmail, approverNonce })
      return { id }
    })
  }
}
