import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { renewSslOrder } from '@nameyard/contracts/orders/renew-ssl-order'
import { spenderOf } from '@nameyard/contracts/orders/spender'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles, IsStillTrue, Replays } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { lockedOrder, refuseStatus } from '../lifecycle/locked-order'
import { Renewals } from '../lifecycle/renewals'
import { sslOrderOf } from '../lifecycle/ssl-order.store'
import { isRenewable } from '../model/lifecycle'
import { SslReplyCheck, type PlacedSslOrder } from './ssl-reply-check'

/** Orders another period, in the last month of the current one. */
@Controller()
export class RenewSslOrder {
  constructor(
    private readonly database: Database,
    private readonly renewals: Renewals,
    private readonly replyCheck: SslReplyCheck,
    private readonly clock: Clock,
  ) {}

  @Handles(renewSslOrder)
  async execute(
    { id, enable_dns_automation }: Input<typeof renewSslOrder>,
    call: Call,
  ): Promise<Result<typeof renewSslOrder>> {
    const resellerId = resellerOf(call)
    const [seen] = await this.database.read(sslOrderOf, { resellerId, id })
    if (!seen) return fail('ssl_order_not_found', { order: id })
    const charge = await this.renewals.charge(seen)
    const placed = await this.database.unitOfWork(call, async (tx) => {
      const order = await lockedOrder(tx, resellerId, id)
      if (order.status !== 'ACT' || order.work !== 'nothing') refuseStatus(order)
      if (!isRenewable(order.expiresAt!, this.clock.now())) fail('ssl_renewal_too_early', { order: id })
      const orderId = await this.renewals.begin(tx, order, charge, {
        hasDnsAutomation: enable_dns_automation ?? order.hasDnsAutomation,
        spender: spenderOf(call),
      })
      return { id, orderId, revision: order.revision + 1 }
    })
    return this.again(placed)
  }

  /** Returns the reply to a renewal that was placed before. */
  @Replays(renewSslOrder)
  async again({ id }: PlacedSslOrder): Promise<Result<typeof renewSslOrder>> {
    return { id }
  }

  @IsStillTrue(renewSslOrder)
  isStillTrue(placed: PlacedSslOrder): Promise<boolean> {
    return this.replyCheck.isStillTrue(placed)
  }
}
