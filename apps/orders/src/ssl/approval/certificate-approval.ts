import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { answerCertificateApproval } from '@nameyard/contracts/orders/answer-certificate-approval'
import { findCertificateApproval } from '@nameyard/contracts/orders/find-certificate-approval'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { Controller } from '@nestjs/common'
import { sslOrderColumns, type SslOrder } from '../orders/ssl-order.store'
import { OrderChanges } from '../work/order-changes'

/** `$1` order: of two answers one comes after the other. */
const hold = statement('ssl.hold-approval', 'select id from ssl_order where id = $1 for update')

/** `$1` order, `$2` number of the link: the order, while it waits for that answer. */
const findWaiting = statement(
  'ssl.approval',
  `select ${sslOrderColumns} from ssl_order o
  where o.id = $1 and o.approver_nonce = $2 and o.status = 'REQ' and o.work <> 'revoke'
    and exists (select from ssl_validation v where v.ssl_order_id = o.id and v.method = 'email' and v.proven_at is null)`,
)

/** `$1` order, `$2` now. The look that is on its way knows nothing of it and settles nothing. */
const approve = statement(
  'ssl.approve',
  `with proven as (
     update ssl_validation set proven_at = $2, checked_at = $2, problem = ''
     where ssl_order_id = $1 and method = 'email' and proven_at is null
   )
   update ssl_order set due_at = $2, attempts = 0, revision = revision + 1 where id = $1`,
)

/** Tells which certificate somebody is asked to approve. */
@Controller()
export class FindCertificateApproval {
  constructor(private readonly database: Database) {}

  @Handles(findCertificateApproval)
  async execute({
    orderId,
    nonce,
  }: Input<typeof findCertificateApproval>): Promise<Result<typeof findCertificateApproval>> {
    const [order] = await this.database.read<SslOrder>(findWaiting, [orderId, nonce])
    return order ? { names: mailedNames(order) } : fail('approval_not_pending')
  }
}

/** Takes the answer of who may approve a certificate; the first one stands. */
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
      await tx.query(hold, [orderId])
      // Asked anew, now that nobody else answers: what one statement waits for it sees as it was before.
      const [order] = await tx.query<SslOrder>(findWaiting, [orderId, nonce])
      if (!order) return fail('approval_not_pending')
      if (isGranted) await tx.query(approve, [orderId, this.clock.now()])
      else await this.changes.notIssued(tx, order, `${order.approverEmail} has said no`)
      return { names: mailedNames(order) }
    })
  }
}

function mailedNames({ validations }: SslOrder): string[] {
  return validations.filter(({ method }) => method === 'email').map(({ hostName }) => hostName)
}
