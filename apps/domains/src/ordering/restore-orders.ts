import { isDeepStrictEqual } from 'node:util'
import { Injectable } from '@nestjs/common'
import { v7 as uuidv7 } from 'uuid'
import { fail } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { Clock } from '@nameyard/runtime/clock'
import { DomainChanges } from '../lifecycle/domain-changes'
import { lockDomain } from '../lifecycle/domain.store'
import type { Domain } from '../lifecycle/model/domain'
import { restoration, type Restoration } from '../lifecycle/model/restoration'
import { advance } from '../lifecycle/model/settlement'
import { DesiredState } from '../registry/desired-state'
import { hasOpen } from '../registry/registry-operation.store'
import { Submissions, type RegistryCommand } from '../registry/submissions'
import { rulesOf } from '../tlds/catalogue'
import { PaidOrders, type Price } from './paid-orders'
import type { PlacedOrder } from './placed-orders'
import { restorePurchase } from './purchases'

/** Restores of lapsed and deleted domains. */
@Injectable()
export class RestoreOrders {
  constructor(
    private readonly orders: PaidOrders,
    private readonly changes: DomainChanges,
    private readonly submissions: Submissions,
    private readonly clock: Clock,
    private readonly desired: DesiredState,
  ) {}

  /**
   * Restores a domain at the price of the necessary operations. Refuses with `restore_not_allowed` when it is too late.
   */
  async place(domain: Domain, call: Call): Promise<PlacedOrder> {
    const { id, resellerId, name } = domain
    const purchase = restorePurchase(domain, this.decide(domain), rulesOf(domain))
    const { charge, fee } = await this.orders.price(resellerId, purchase, call)
    const operationId = uuidv7()
    return this.orders.place({ operationId, resellerId, charge }, call, async (tx) => {
      const locked = await lockDomain(tx, id)
      if (!locked || locked.resellerId !== resellerId) fail('domain_not_found', { domain: name })
      const decided = this.decide(locked)
      // A delete under way cannot be stopped: the domain can be restored after it.
      if (await hasOpen(tx, id, ['delete', 'restore'])) fail('domain_status_prohibits', { domain: name })
      // A domain that was deleted or has expired since it was priced costs more.
      const isAsPriced = isDeepStrictEqual(restorePurchase(locked, decided, rulesOf(locked)), purchase)
      if (!isAsPriced) fail('restore_not_allowed', { domain: name })
      const now = this.clock.now()
      const step = advance(locked, { event: 'restore.asked' }, rulesOf(locked), now)
      if (!step) fail('restore_not_allowed', { domain: name })
      await this.changes.apply(tx, locked, step, { cause: 'order' })
      const command = this.commandFor(locked, decided, fee)
      await this.submissions.submit(tx, step.domain, command, {
        purpose: 'restore',
        cause: 'order',
        operationId,
        charge,
      })
      return { operationId }
    })
  }

  private decide(domain: Domain): Restoration {
    const decided = restoration(domain, rulesOf(domain), this.clock.now())
    return decided ?? fail('restore_not_allowed', { domain: domain.name })
  }

  private commandFor(domain: Domain, decided: Restoration, fee: Price['fee']): RegistryCommand {
    const { name } = domain
    switch (decided.by) {
      case 'renewal':
        return {
          kind: 'domain.renew',
          intent: { name, expiresOn: decided.expiresOn, period: { value: 1, unit: 'y' }, ...(fee && { fee }) },
        }
      case 'settings': {
        const desired = this.desired.of({ ...domain, phase: 'active' })
        return { kind: 'domain.update', intent: { name, desired } }
      }
      case 'restore': {
        const reason = 'The registrant asked for the domain back.'
        return { kind: 'domain.restore', intent: { name, deletedAt: decided.deletedAt.toISOString(), reason } }
      }
    }
  }
}
