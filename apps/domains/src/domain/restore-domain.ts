import { restoreDomain } from '@nameyard/contracts/domains/restore-domain'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles, IsStillTrue, Replays } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Controller } from '@nestjs/common'
import { OrderEnds, type PlacedOrder } from '../placing/order-end'
import { OrderTruth } from '../placing/order-truth'
import { RestoreOrders } from '../placing/restore-orders'
import { findOwn } from './domain.store'
import { visibleStatus } from './model/lifecycle'
import { permission } from './model/permissions'
import { refuseOtherName } from './other-name'

/** Brings a lapsed or deleted domain back while its registry still has it. */
@Controller()
export class RestoreDomain {
  constructor(
    private readonly database: Database,
    private readonly restores: RestoreOrders,
    private readonly ends: OrderEnds,
    private readonly truth: OrderTruth,
  ) {}

  @Handles(restoreDomain)
  async execute(
    { id, domain: repeated }: Input<typeof restoreDomain>,
    call: Call,
  ): Promise<Result<typeof restoreDomain>> {
    const domain = await findOwn(this.database, resellerOf(call), { id })
    if (!domain) fail('domain_not_found', { domain: id })
    refuseOtherName(domain, repeated)
    const permitted = permission('restore', domain.phase)
    if (typeof permitted === 'object') fail(permitted.refused, { domain: domain.name })
    return this.again(await this.restores.place(domain, call), call)
  }

  /** Answers an order that was placed: waits for it unless it has ended. */
  @Replays(restoreDomain)
  async again(placed: PlacedOrder, call: Call): Promise<Result<typeof restoreDomain>> {
    const { phase } = await this.ends.of(placed, call)
    return { status: visibleStatus[phase] }
  }

  @IsStillTrue(restoreDomain)
  isStillTrue(placed: PlacedOrder): Promise<boolean> {
    return this.truth.isStillTrue(placed)
  }
}
