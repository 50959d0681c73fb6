import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { deleteDmarcOrder } from '@nameyard/contracts/orders/delete-dmarc-order'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { askedIn } from '@nameyard/runtime/traces'
import { DmarcCharges } from './dmarc-charges'
import { DmarcEvents } from './dmarc-events'
import { changeDmarcOrder, lockOwnDmarcOrder } from './dmarc-order.store'
import { nextStatus } from './model/dmarc-order-lifecycle'
import { WhenDmarcOrderDue } from './when-dmarc-order-due'

/** Ends an order for good. An order that has already ended keeps its status, so a repeated request is harmless. */
@Controller()
export class DeleteDmarcOrder {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly charges: DmarcCharges,
    private readonly events: DmarcEvents,
    private readonly due: WhenDmarcOrderDue,
  ) {}

  @Handles(deleteDmarcOrder)
  execute({ id }: Input<typeof deleteDmarcOrder>, call: Call): Promise<Result<typeof deleteDmarcOrder>> {
    return this.database.unitOfWork(call, async (tx) => {
      const [order] = await tx.query(lockOwnDmarcOrder, { resellerId: resellerOf(call), id })
      if (!order) return fail('dmarc_order_unknown', { id })
      const status = nextStatus(order.status, 'deleted')
      if (!status) return { status: order.status }
      // The records of a failed order are removed already, or their removal is due.
      const dueAt = order.status === 'FAI' ? order.dueAt : this.clock.now()
      await this.charges.settle(tx, order.chargeId, 'released')
      const deleted = { ...order, status, chargeId: null, dueAt, attempts: 0 }
      const [changed] = await tx.query(changeDmarcOrder, {
        ...deleted,
        recentAction: 'delete',
        recentMessage: '',
        ...askedIn(tx),
        askedAt: this.clock.now(),
      })
      await this.events.tell(tx, order.resellerId, changed!, 'deleted')
      tx.afterCommit(() => this.due.wake())
      return { status }
    })
  }
}
