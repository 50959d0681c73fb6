import { randomUUID } from 'node:crypto'
import { findOwnedDomain } from '@nameyard/contracts/domains/find-owned-domain'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { retryDmarcOrder } from '@nameyard/contracts/orders/retry-dmarc-order'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles, IsStillTrue } from '@nameyard/messaging/handles'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { Controller, Inject } from '@nestjs/common'
import { DmarcMoney } from './dmarc-money'
import {
  changeDmarcOrder,
  changeValues,
  dmarcOrderOnWire,
  lockOwnDmarcOrder,
  makeWay,
  ownDmarcOrder,
  type DmarcOrderRow,
  type DmarcWorkRow,
} from './dmarc-order.store'
import { DmarcOrderTruth, type PlacedDmarcOrder } from './dmarc-order-truth'
import { DMARC_PROVIDER, type DmarcProvider } from './dmarc-provider'
import { after, givesUp } from './model/dmarc-order-life'
import { WhenDmarcOrderDue } from './when-dmarc-order-due'

const liveOrder = statement('dmarc.live', `select from dmarc_order where name = $1 and status in ('REQ', 'ACT')`)

/** Orders again what has failed: at the price of the day, with a reservation of its own. */
@Controller()
export class RetryDmarcOrder {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
    private readonly clock: Clock,
    private readonly money: DmarcMoney,
    private readonly due: WhenDmarcOrderDue,
    private readonly truth: DmarcOrderTruth,
    @Inject(DMARC_PROVIDER) private readonly provider: DmarcProvider,
  ) {}

  @Handles(retryDmarcOrder)
  async execute({ id }: Input<typeof retryDmarcOrder>, call: Call): Promise<Result<typeof retryDmarcOrder>> {
    const resellerId = resellerOf(call)
    const [known] = await this.database.read<DmarcOrderRow>(ownDmarcOrder, [resellerId, id])
    if (!known) return fail('dmarc_order_unknown', { id })
    const { name } = known
    if (!after(known.status, 'retried')) return fail('dmarc_order_not_failed', { id })
    const [charge] = await Promise.all([
      this.money.price(resellerId, 'create', name),
      this.rpc.call(findOwnedDomain, { resellerId, name }, call),
    ])
    return this.database.unitOfWork(call, async (tx) => {
      const claimedUntil = await makeWay(tx, name)
      const [order] = await tx.query<DmarcWorkRow>(lockOwnDmarcOrder, [resellerId, id])
      const status = after(order!.status, 'retried')
      if (!status) return fail('dmarc_order_not_failed', { id })
      if ((await tx.query(liveOrder, [name])).length > 0) return fail('dmarc_order_active', { domain: name })
      const [now, chargeId, round] = [this.clock.now(), randomUUID(), order!.round + 1]
      const retried = {
        ...order!,
        status,
        round,
        chargeId,
        givesUpAt: givesUp(now),
        dueAt: now,
        claimedUntil: claimedUntil ?? order!.claimedUntil,
        attempts: 0,
        recentAction: 'retry',
        recentMessage: '',
      }
      const [changed] = await tx.query<DmarcOrderRow>(changeDmarcOrder, changeValues(retried))
      await this.money.reserve(tx, { id, resellerId }, charge, round, chargeId)
      tx.afterCommit(() => this.due.wake())
      return dmarcOrderOnWire(changed!, this.provider)
    })
  }

  @IsStillTrue(retryDmarcOrder)
  isStillTrue(placed: PlacedDmarcOrder): Promise<boolean> {
    return this.truth.isStillTrue(placed, { isRetry: true })
  }
}
