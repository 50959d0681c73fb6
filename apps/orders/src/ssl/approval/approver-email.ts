import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resendApproverEmail } from '@nameyard/contracts/orders/resend-approver-email'
import { updateApproverEmail } from '@nameyard/contracts/orders/update-approver-email'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database, type Tx } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Controller } from '@nestjs/common'
import { approversOf } from '../model/validation'
import { heldOrder, refuseStatus } from '../orders/held-order'
import { newNonce } from '../orders/tokens'
import type { SslOrder } from '../orders/ssl-order.store'
import { OrderChanges } from '../work/order-changes'

/** Mails that are sent for one request of a certificate; their reader may have nothing to do with who orders. */
const MOST_MAILS = 10

const setApprover = statement(
  'ssl.set-approver',
  `with waiting as (
     update ssl_validation set problem = 'waits for ' || $2
     where ssl_order_id = $1 and method = 'email' and proven_at is null
   )
   update ssl_order set approver_email = $2, approver_nonce = $3, revision = revision + 1 where id = $1`,
)
const countMail = statement(
  'ssl.count-approver-mail',
  'update ssl_order set approver_mails = approver_mails + 1 where id = $1 and approver_mails < $2 returning id',
)

/** Asks somebody else; the link that was sent before ends. */
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
      const order = await waitingForMail(tx, resellerOf(call), id)
      const approverEmail = approver_email.trim().toLowerCase()
      for (const { hostName } of order.validations.filter(({ method }) => method === 'email'))
        if (!approversOf(hostName).includes(approverEmail))
          fail('approver_email_not_allowed', { email: approverEmail, name: hostName })
      const approverNonce = newNonce()
      await tx.query(setApprover, [id, approverEmail, approverNonce])
      await mail(tx, this.changes, { ...order, approverEmail, approverNonce })
      return { id }
    })
  }
}

/** Sends the mail once more, with the same link. */
@Controller()
export class ResendApproverEmail {
  constructor(
    private readonly database: Database,
    private readonly changes: OrderChanges,
  ) {}

  @Handles(resendApproverEmail)
  execute({ id }: Input<typeof resendApproverEmail>, call: Call): Promise<Result<typeof resendApproverEmail>> {
    return this.database.unitOfWork(call, async (tx) => {
      await mail(tx, this.changes, await waitingForMail(tx, resellerOf(call), id))
      return { id }
    })
  }
}

async function mail(tx: Tx, changes: OrderChanges, order: SslOrder): Promise<void> {
  if ((await tx.query(countMail, [order.id, MOST_MAILS])).length === 0) fail('rate_limited')
  await changes.askApprover(tx, order)
}

async function waitingForMail(tx: Tx, resellerId: number, id: number): Promise<SslOrder> {
  const order = await heldOrder(tx, resellerId, id)
  if (order.status !== 'REQ' || order.work === 'revoke') return refuseStatus(order)
  if (!order.validations.some(({ method, isProven }) => method === 'email' && !isProven))
    fail('validation_method_invalid', { problem: `no name of order ${id} waits for an answer to a mail` })
  return order
}
