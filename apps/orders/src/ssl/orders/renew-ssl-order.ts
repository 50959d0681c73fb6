import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { renewSslOrder } from '@nameyard/contracts/orders/renew-ssl-order'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles, IsStillTrue, Replays } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Controller } from '@nestjs/common'
import { isRenewable } from '../model/lifecycle'
import { Renewals } from '../work/renewals'
import { heldOrder, refuseStatus } from './held-order'
import { SslOrderTruth, type PlacedSslOrder } from './order-truth'
import { sslOrderOf, type SslOrder } from './ssl-order.store'

/** Buys another period, in the last month of the one that runs. */
@Controller()
export class RenewSslOrder {
  constructor(
    private readonly database: Database,
    private readonly renewals: Renewals,
    private readonly truth: SslOrderTruth,
    private readonly clock: Clock,
  ) {}

  @Handles(renewSslOrder)
  async execute(
    { id, enable_dns_automation }: Input<typeof renewSslOrder>,
    call: Call,
  ): Promise<Result<typeof renewSslOrder>> {
    const resellerId = resellerOf(call)
    const [seen] = await this.database.read<SslOrder>(sslOrderOf, [resellerId, id])
    if (!seen) return fail('ssl_order_not_found', { order: id })
    const charge = await this.renewals.charge(seen)
    const placed = await this.database.unitOfWork(call, async (tx) => {
      const order = await heldOrder(tx, resellerId, id)
      if (order.status !== 'ACT' || order.work !== 'nothing') refuseStatus(order)
      if (!isRenewable(order.expiresAt!, this.clock.now())) fail('ssl_renewal_too_early', { order: id })
      const orderId = await this.renewals.begin(tx, order, charge, enable_dns_automation ?? order.hasDnsAutomation)
      return { id, orderId, revision: order.revision + 1 }
    })
    return this.again(placed)
  }

  /** Answers a renewal that was placed. */
  @Replays(renewSslOrder)
  async again({ id }: PlacedSslOrder): Promise<Result<typeof renewSslOrder>> {
    return { id }
  }

  @IsStillTrue(renewSslOrder)
  isStillTrue(placed: PlacedSslOrder): Promise<boolean> {
    return this.truth.isStillTrue(placed)
  }
}
