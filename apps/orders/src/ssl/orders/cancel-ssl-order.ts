import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { cancelSslOrder } from '@nameyard/contracts/orders/cancel-ssl-order'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { Controller } from '@nestjs/common'
import { OrderChanges } from '../work/order-changes'
import { heldOrder, refuseStatus } from './held-order'

const revoke = statement(
  'ssl.ask-revocation',
  `update ssl_order set work = 'revoke', asked_at = $2, due_at = $2, attempts = 0, revision = revision + 1
   where id = $1`,
)

/**
 * Ends an order for good. What the CA never heard of ends at once; of all else the CA revokes what it has issued, and
 * what it issues at this moment. Once is enough.
 */
@Controller()
export class CancelSslOrder {
  constructor(
    private readonly database: Database,
    private readonly changes: OrderChanges,
    private readonly clock: Clock,
  ) {}

  @Handles(cancelSslOrder)
  execute({ id }: Input<typeof cancelSslOrder>, call: Call): Promise<Result<typeof cancelSslOrder>> {
    return this.database.unitOfWork(call, async (tx) => {
      const order = await heldOrder(tx, resellerOf(call), id)
      if (order.work === 'revoke' || order.status === 'FAI') return { id }
      if (order.status === 'PAI') await this.changes.cancelled(tx, order)
      else if (order.status === 'REQ' || order.status === 'ACT') await tx.query(revoke, [id, this.clock.now()])
      else refuseStatus(order)
      return { id }
    })
  }
}
