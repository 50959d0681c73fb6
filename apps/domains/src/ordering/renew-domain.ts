import { Controller } from '@nestjs/common'
import { renewDomain } from '@nameyard/contracts/domains/renew-domain'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles, IsStillTrue, Replays } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { findReached } from '../lifecycle/domain.store'
import type { Domain } from '../lifecycle/model/domain'
import { visibleStatus } from '../lifecycle/model/lifecycle'
import { permission } from '../lifecycle/model/permissions'
import { refuseOtherName } from '../lifecycle/other-name'
import { PlacedOrders, type PlacedOrder } from './placed-orders'
import { RenewalOrders } from './renewal-orders'
import { RestoreOrders } from './restore-orders'

/** Renews a domain. A lapsed one in its soft quarantine is restored, at the price of a restore. */
@Controller()
export class RenewDomain {
  constructor(
    private readonly database: Database,
    private readonly renewals: RenewalOrders,
    private readonly restores: RestoreOrders,
    private readonly placed: PlacedOrders,
  ) {}

  @Handles(renewDomain)
  async execute(request: Input<typeof renewDomain>, call: Call): Promise<Result<typeof renewDomain>> {
    const { id, period } = request
    const domain = await findReached(this.database, call, id)
    refuseOtherName(domain, request.domain)
    return this.again(await this.place(domain, period, call), call)
  }

  /** Replies to an order that was placed before: waits for the registry unless it has answered. */
  @Replays(renewDomain)
  async again(placed: PlacedOrder, call: Call): Promise<Result<typeof renewDomain>> {
    const { phase } = await this.placed.outcomeOf(placed, call)
    return { status: visibleStatus[phase] }
  }

  @IsStillTrue(renewDomain)
  isStillTrue(placed: PlacedOrder): Promise<boolean> {
    return this.placed.isStillTrue(placed)
  }

  private place(domain: Domain, years: number, call: Call): Promise<PlacedOrder> {
    const permitted = permission('renew', domain.phase)
    if (typeof permitted === 'object') return fail(permitted.refused, { domain: domain.name })
    if (permitted === 'submit') return this.renewals.place(domain, years, call, 'order')
    if (years !== 1) return fail('period_invalid', { problem: 'a lapsed domain is renewed by one year' })
    return this.restores.place(domain, call)
  }
}
