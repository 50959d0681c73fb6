import { Controller } from '@nestjs/common'
import { restoreDomain } from '@nameyard/contracts/domains/restore-domain'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles, IsStillTrue, Replays } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { findReached } from '../lifecycle/domain.store'
import { visibleStatus } from '../lifecycle/model/lifecycle'
import { permission } from '../lifecycle/model/permissions'
import { refuseOtherName } from '../lifecycle/other-name'
import { PlacedOrders, type PlacedOrder } from './placed-orders'
import { RestoreOrders } from './restore-orders'

/** Restores a lapsed or deleted domain, as long as its registry has not purged it. */
@Controller()
export class RestoreDomain {
  constructor(
    private readonly database: Database,
    private readonly restores: RestoreOrders,
    private readonly placed: PlacedOrders,
  ) {}

  @Handles(restoreDomain)
  async execute(
    { id, domain: repeated }: Input<typeof restoreDomain>,
    call: Call,
  ): Promise<Result<typeof restoreDomain>> {
    const domain = await findReached(this.database, call, id)
    refuseOtherName(domain, repeated)
    const permitted = permission('restore', domain.phase)
    if (typeof permitted === 'object') fail(permitted.refused, { domain: domain.name })
    return this.again(await this.restores.place(domain, call), call)
  }

  /** Replies to an order that was placed before: waits for the registry unless it has answered. */
  @Replays(restoreDomain)
  async again(placed: PlacedOrder, call: Call): Promise<Result<typeof restoreDomain>> {
    const { phase } = await this.placed.outcomeOf(placed, call)
    return { status: visibleStatus[phase] }
  }

  @IsStillTrue(restoreDomain)
  isStillTrue(placed: PlacedOrder): Promise<boolean> {
    return this.placed.isStillTrue(placed)
  }
}
