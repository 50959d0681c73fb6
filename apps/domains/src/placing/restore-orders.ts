import { fail } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { Clock } from '@nameyard/runtime/clock'
import { Inject, Injectable } from '@nestjs/common'
import { isDeepStrictEqual } from 'node:util'
import { v7 as uuidv7 } from 'uuid'
import { DOMAINS_CONFIG, type DomainsConfig } from '../config'
import { DomainChanges } from '../domain/domain-changes'
import { lockDomain } from '../domain/domain.store'
import { hasOpen } from '../domain/registry-operation.store'
import { desiredOf } from '../domain/model/desired'
import type { Domain } from '../domain/model/domain'
import { restoration, type Restoration } from '../domain/model/restoration'
import { advance } from '../domain/model/settlement'
import { Submissions, type RegistryWish } from '../registry/submissions'
import { rulesOf } from '../tlds/catalogue'
import type { PlacedOrder } from './order-end'
import { PaidOrders, type Price } from './paid-orders'
import { restorePurchase } from './purchases'

/** Restores of lapsed and deleted domains. */
@Injectable()
export class RestoreOrders {
  constructor(
    private readonly orders: PaidOrders,
    private readonly changes: DomainChanges,
    private readonly submissions: Submissions,
    private readonly clock: Clock,
    @Inject(DOMAINS_CONFIG) private readonly config: DomainsConfig,
  ) {}

  /** Brings a domain back, for the price of what that takes; refuses with `restore_not_allowed` when it is too late. */
  async place(domain: Domain, call: Call): Promise<PlacedOrder> {
    const { id, resellerId, name } = domain
    const purchase = restorePurchase(domain, this.decide(domain), rulesOf(domain))
    const { charge, fee } = await this.orders.price(resellerId, purchase, call)
    const operationId = uuidv7()
    return this.orders.place({ operationId, resellerId, charge }, call, async (tx) => {
      const locked = await lockDomain(tx, id)
      if (!locked || locked.resellerId !== resellerId) fail('domain_not_found', { domain: name })
      const decided = this.decide(locked)
      // A lapsed domain whose delete is on its way cannot be kept any more: it is restored behind the delete.
      if (await hasOpen(tx, id, ['delete', 'restore'])) fail('domain_status_prohibits', { domain: name })
      // What was priced is what is done: a domain that was deleted or has expired meanwhile costs more.
      const isAsPriced = isDeepStrictEqual(restorePurchase(locked, decided, rulesOf(locked)), purchase)
      if (!isAsPriced) fail('restore_not_allowed', { domain: name })
      const now = this.clock.now()
      const step = advance(locked, { event: 'restore.asked' }, rulesOf(locked), now)
      if (!step) fail('restore_not_allowed', { domain: name })
      await this.changes.take(tx, locked, step, { cause: 'order' })
      const wish = this.wishOf(locked, decided, fee)
      await this.submissions.submit(tx, step.domain, wish, { purpose: 'restore', cause: 'order', operationId, charge })
      return { operationId }
    })
  }

  private decide(domain: Domain): Restoration {
    const decided = restoration(domain, rulesOf(domain), this.clock.now())
    return decided ?? fail('restore_not_allowed', { domain: domain.name })
  }

  private wishOf(domain: Domain, decided: Restoration, fee: Price['fee']): RegistryWish {
    const { name } = domain
    switch (decided.by) {
      case 'renewal':
        return {
          kind: 'domain.renew',
          intent: { name, expiresOn: decided.expiresOn, period: { value: 1, unit: 'y' }, ...(fee && { fee }) },
        }
      case 'settings': {
        const desired = desiredOf({ ...domain, phase: 'active' }, this.config.PARKING_NAMESERVERS)
        return { kind: 'domain.update', intent: { name, desired } }
      }
      case 'restore': {
        const reason = 'The registrant asked for the domain back.'
        return { kind: 'domain.restore', intent: { name, deletedAt: decided.deletedAt.toISOString(), reason } }
      }
    }
  }
}
