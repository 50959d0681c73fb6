import { randomUUID } from 'node:crypto'
import { Controller, Inject } from '@nestjs/common'
import { findOwnedDomain } from '@nameyard/contracts/domains/find-owned-domain'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { retryDmarcOrder } from '@nameyard/contracts/orders/retry-dmarc-order'
import { spenderOf } from '@nameyard/contracts/orders/spender'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles, IsStillTrue } from '@nameyard/messaging/handles'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { askedIn } from '@nameyard/runtime/traces'
import { DmarcCharges } from './dmarc-charges'
import { DmarcEvents } from './dmarc-events'
import { dmarcOrderOnWire } from './dmarc-order-on-wire'
import { changeDmarcOrder, lockOwnDmarcOrder, supersedeEndedOrders, ownDmarcOrder } from './dmarc-order.store'
import { DMARC_PROVIDER, type DmarcProvider } from './dmarc-provider'
import { DmarcReplyCheck, type PlacedDmarcOrder } from './dmarc-reply-check'
import { nextStatus, proofDeadline } from './model/dmarc-order-lifecycle'
import { WhenDmarcOrderDue } from './when-dmarc-order-due'

const liveOrder = statement<{ name: string }>(
  'dmarc.live',
  ({ name }) => sql`select from dmarc_order where name = ${name} and status in ('REQ', 'ACT')`,
)

/** Retries a failed order, at current prices and with a new reservation. */
@Controller()
export class RetryDmarcOrder {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
    private readonly clock: Clock,
    private readonly charges: DmarcCharges,
    private readonly events: DmarcEvents,
    private readonly due: WhenDmarcOrderDue,
    private readonly replyCheck: DmarcReplyCheck,
    @Inject(DMARC_PROVIDER) private readonly provider: DmarcProvider,
  ) {}

  @Handles(retryDmarcOrder)
  async execute({ id }: Input<typeof retryDmarcOrder>, call: Call): Promise<Result<typeof retryDmarcOrder>> {
    const resellerId = resellerOf(call)
    const [known] = await this.database.read(ownDmarcOrder, { resellerId, id })
    if (!known) return fail('dmarc_order_unknown', { id })
    const { name } = known
    if (!nextStatus(known.status, 'retried')) return fail('dmarc_order_not_failed', { id })
    const [charge] = await Promise.all([
      this.charges.price(resellerId, 'create', name),
      this.rpc.call(findOwnedDomain, { resellerId, name }, call),
    ])
    return this.database.unitOfWork(call, async (tx) => {
      const claimedUntil = await supersedeEndedOrders(tx, name)
      const [order] = await tx.query(lockOwnDmarcOrder, { resellerId, id })
      const status = nextStatus(order!.status, 'retried')
      if (!status) return fail('dmarc_order_not_failed', { id })
      if ((await tx.query(liveOrder, { name })).length > 0) return fail('dmarc_order_active', { domain: name })
      const [now, chargeId, round] = [this.clock.now(), randomUUID(), order!.round + 1]
      const retried = {
        ...order!,
        status,
        round,
        chargeId,
        givesUpAt: proofDeadline(now),
        dueAt: now,
        claimedUntil: claimedUntil ?? order!.claimedUntil,
        attempts: 0,
        recentAction: 'retry',
        recentMessage: '',
        ...askedIn(tx),
        askedAt: now,
      }
      const [changed] = await tx.query(changeDmarcOrder, retried)
      await this.charges.reserve(tx, { id, resellerId }, charge, round, { orderId: chargeId, spender: spenderOf(call) })
      await this.events.tell(tx, resellerId, changed!, 'retried')
      tx.afterCommit(() => this.due.wake())
      return dmarcOrderOnWire(changed!, this.provider)
    })
  }

  @IsStillTrue(retryDmarcOrder)
  isStillTrue(placed: PlacedDmarcOrder): Promise<boolean> {
    return this.replyCheck.isStillTrue(placed, { isRetry: true })
  }
}
