import { renewDomain } from '@nameyard/contracts/domains/renew-domain'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles, IsStillTrue, Replays } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Controller } from '@nestjs/common'
import { OrderEnds, type PlacedOrder } from '../placing/order-end'
import { OrderTruth } from '../placing/order-truth'
import { RenewalOrders } from '../placing/renewal-orders'
import { RestoreOrders } from '../placing/restore-orders'
import { findOwn } from './domain.store'
import type { Domain } from './model/domain'
import { visibleStatus } from './model/lifecycle'
import { permission } from './model/permissions'
import { refuseOtherName } from './other-name'

/** Renews a domain; one that has lapsed and is still in its soft quarantine is brought back, for the price of that. */
@Controller()
export class RenewDomain {
  constructor(
    private readonly database: Database,
    private readonly renewals: RenewalOrders,
    private readonly restores: RestoreOrders,
    private readonly ends: OrderEnds,
    private readonly truth: OrderTruth,
  ) {}

  @Handles(renewDomain)
  async execute(wish: Input<typeof renewDomain>, call: Call): Promise<Result<typeof renewDomain>> {
    const { id, period } = wish
    const domain = await findOwn(this.database, resellerOf(call), { id })
    if (!domain) fail('domain_not_found', { domain: id })
    refuseOtherName(domain, wish.domain)
    return this.again(await this.place(domain, period, call), call)
  }

  /** Answers an order that was placed: waits for it unless it has ended. */
  @Replays(renewDomain)
  async again(placed: PlacedOrder, call: Call): Promise<Result<typeof renewDomain>> {
    const { phase } = await this.ends.of(placed, call)
    return { status: visibleStatus[phase] }
  }

  @IsStillTrue(renewDomain)
  isStillTrue(placed: PlacedOrder): Promise<boolean> {
    return this.truth.isStillTrue(placed)
  }

  private place(domain: Domain, years: number, call: Call): Promise<PlacedOrder> {
    const permitted = permission('renew', domain.phase)
    if (typeof permitted === 'object') return fail(permitted.refused, { domain: domain.name })
    if (permitted === 'submit') return this.renewals.place(domain, years, call, 'order')
    if (years !== 1) return fail('period_invalid', { problem: 'a lapsed domain is renewed by one year' })
    return this.restores.place(domain, call)
  }
}
