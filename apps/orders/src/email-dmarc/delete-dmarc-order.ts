import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { deleteDmarcOrder } from '@nameyard/contracts/orders/delete-dmarc-order'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Controller } from '@nestjs/common'
import { DmarcMoney } from './dmarc-money'
import { changeDmarcOrder, changeValues, lockOwnDmarcOrder, type DmarcWorkRow } from './dmarc-order.store'
import { after } from './model/dmarc-order-life'
import { WhenDmarcOrderDue } from './when-dmarc-order-due'

/** Ends an order for good; what has ended already stays as it ended, so that asking twice is asking once. */
@Controller()
export class DeleteDmarcOrder {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly money: DmarcMoney,
    private readonly due: WhenDmarcOrderDue,
  ) {}

  @Handles(deleteDmarcOrder)
  execute({ id }: Input<typeof deleteDmarcOrder>, call: Call): Promise<Result<typeof deleteDmarcOrder>> {
    return this.database.unitOfWork(call, async (tx) => {
      const [order] = await tx.query<DmarcWorkRow>(lockOwnDmarcOrder, [resellerOf(call), id])
      if (!order) return fail('dmarc_order_unknown', { id })
      const status = after(order.status, 'deleted')
      if (!status) return { status: order.status }
      // What failed was tidied up, or will be.
      const dueAt = order.status === 'FAI' ? order.dueAt : this.clock.now()
      await this.money.settle(tx, order.chargeId, 'released')
      const deleted = { ...order, status, chargeId: null, dueAt, attempts: 0 }
      await tx.query(changeDmarcOrder, changeValues({ ...deleted, recentAction: 'delete', recentMessage: '' }))
      tx.afterCommit(() => this.due.wake())
      return { status }
    })
  }
}
