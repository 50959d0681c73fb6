import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { answerCertificateApproval } from '@nameyard/contracts/orders/answer-certificate-approval'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { OrderChanges } from '../lifecycle/order-changes'
import { findWaiting, mailedNames } from './waiting-approval'

/** Locks the order, so that two answers are handled one after the other. */
const hold = statement<{ orderId: number }>(
  'ssl.hold-approval',
  ({ orderId }) => sql`select id from ssl_order where id = ${orderId} for update`,
)

/** Stores the approval. The new revision makes a step in progress discard its result. */
const approve = statement<{ orderId: number; now: Date }>(
  'ssl.approve',
  ({ orderId, now }) => sql`
    with proven as (
      update ssl_validation set proven_at = ${now}, checked_at = ${now}, problem = ''
      where ssl_order_id = ${orderId} and method = 'email' and proven_at is null
    )
    update ssl_order set due_at = ${now}, attempts = 0, revision = revision + 1 where id = ${orderId}`,
)

/** Stores the approver's answer. The first answer is final. */
@Controller()
export class AnswerCertificateApproval {
  constructor(
    private readonly database: Database,
    private readonly changes: OrderChanges,
    private readonly clock: Clock,
  ) {}

  @Handles(answerCertificateApproval)
  execute(
    { orderId, nonce, isGranted }: Input<typeof answerCertificateApproval>,
    call: Call,
  ): Promise<Result<typeof answerCertificateApproval>> {
    return this.database.unitOfWork(call, async (tx) => {
      await tx.query(hold, { orderId })
      // Read by a second statement: one that waited for the lock would still see the old state.
      const [order] = await tx.query(findWaiting, { orderId, nonce })
      if (!order) return fail('approval_not_pending')
      tellAudit(tx, {
        resellerId: order.resellerId,
        subject: `ssl order ${orderId}`,
        changes: { is_granted: { to: isGranted } },
      })
      if (isGranted) await tx.query(approve, { orderId, now: this.clock.now() })
      else await this.changes.notIssued(tx, order, `${order.approverEmail} has rejected the certificate`)
      return { names: mailedNames(order) }
    })
  }
}
