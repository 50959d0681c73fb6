import { Controller } from '@nestjs/common'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { cancelSslOrder } from '@nameyard/contracts/orders/cancel-ssl-order'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { askedIn, type AskedIn } from '@nameyard/runtime/traces'
import { lockedOrder, refuseStatus } from '../lifecycle/locked-order'
import { OrderChanges } from '../lifecycle/order-changes'
import { OrderEvents } from '../lifecycle/order-events'

const revoke = statement<AskedIn & { id: number; now: Date }>(
  'ssl.ask-revocation',
  ({ id, now, request, trace }) => sql`
    update ssl_order set work = 'revoke', asked_at = ${now}, due_at = ${now}, attempts = 0, request = ${request},
      trace = ${trace}, revision = revision + 1
    where id = ${id}`,
)

/**
 * Cancels an order for good. A draft ends at once. Otherwise the CA revokes all certificates of the order, including one
 * that it issues at this moment. A repeated request changes nothing.
 */
@Controller()
export class CancelSslOrder {
  constructor(
    private readonly database: Database,
    private readonly changes: OrderChanges,
    private readonly events: OrderEvents,
    private readonly clock: Clock,
  ) {}

  @Handles(cancelSslOrder)
  execute({ id }: Input<typeof cancelSslOrder>, call: Call): Promise<Result<typeof cancelSslOrder>> {
    return this.database.unitOfWork(call, async (tx) => {
      const order = await lockedOrder(tx, resellerOf(call), id)
      if (order.work === 'revoke' || order.status === 'FAI') return { id }
      if (order.status === 'PAI') await this.changes.cancelled(tx, order)
      else if (order.status === 'REQ' || order.status === 'ACT') {
        await tx.query(revoke, { id, now: this.clock.now(), ...askedIn(tx) })
        await this.events.tell(tx, order, 'cancellation requested')
      } else refuseStatus(order)
      return { id }
    })
  }
}
