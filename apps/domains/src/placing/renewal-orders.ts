import { fail } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import type { Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Injectable } from '@nestjs/common'
import { v7 as uuidv7 } from 'uuid'
import { lockDomain } from '../domain/domain.store'
import { hasOpen, type RegistryOperation } from '../domain/registry-operation.store'
import type { Domain } from '../domain/model/domain'
import { renewal, type Renewal } from '../domain/model/renewal'
import { Submissions, type RegistryWish } from '../registry/submissions'
import { rulesOf } from '../tlds/catalogue'
import type { PlacedOrder } from './order-end'
import { PaidOrders, type Price } from './paid-orders'
import { renewalPurchase } from './purchases'

/** Renewals of domains, whether an account asks for one or its day has come. */
@Injectable()
export class RenewalOrders {
  constructor(
    private readonly orders: PaidOrders,
    private readonly submissions: Submissions,
    private readonly clock: Clock,
  ) {}

  /**
   * Renews an active domain by so many years. A renewal that is under way refuses another one: the registry is told which
   * expiry is meant, and would not take both.
   * @param isStill looks again in the transaction that places the order; what it throws refuses the order.
   * @param operationId number of an order that may be placed once more: what was reserved for it is taken then.
   */
  async place(
    domain: Domain,
    years: number,
    call: Call,
    cause: RegistryOperation['cause'],
    isStill: (tx: Tx, locked: Domain) => Promise<void> = () => Promise.resolve(),
    operationId = uuidv7(),
  ): Promise<PlacedOrder> {
    this.decide(domain, years, cause)
    const { id, resellerId, name } = domain
    const { charge, fee } = await this.orders.price(resellerId, renewalPurchase(domain, years, rulesOf(domain)), call)
    return this.orders.place({ operationId, resellerId, charge }, call, async (tx) => {
      const locked = await lockDomain(tx, id)
      if (locked?.phase !== 'active' || locked.resellerId !== resellerId)
        fail('domain_status_prohibits', { domain: name })
      await isStill(tx, locked)
      if (await hasOpen(tx, id, ['renew', 'restore'])) fail('renewal_running', { domain: name })
      if (await hasOpen(tx, id, ['delete'])) fail('domain_status_prohibits', { domain: name })
      const wish = wishOf(name, this.decide(locked, years, cause), fee)
      await this.submissions.submit(tx, locked, wish, { purpose: 'renew', cause, operationId, charge })
      return { operationId }
    })
  }

  private decide(domain: Domain, years: number, cause: RegistryOperation['cause']): Renewal {
    const rules = rulesOf(domain)
    // Nobody can ask a registry for it that renews by itself; what it has renewed is paid for all the same.
    const decided =
      cause === 'timer' && !rules.isRenewable
        ? selfRenewal
        : renewal(domain, years, cause === 'timer' ? { ...rules, renewalOpensDays: 0 } : rules, this.clock.now())
    if (!('refused' in decided)) return decided
    const { refused, problem } = decided
    return fail(refused, { problem, extension: domain.extension, operation: 'renew' })
  }
}

const selfRenewal: Renewal = { years: 0, expiresOn: '' }

/** A registry that has renewed by itself is only looked at: its expiry is what was paid for. */
function wishOf(name: string, { years, expiresOn }: Renewal, fee: Price['fee']): RegistryWish {
  return years === 0
    ? { kind: 'domain.inspect', intent: { name } }
    : { kind: 'domain.renew', intent: { name, expiresOn, period: { value: years, unit: 'y' }, ...(fee && { fee }) } }
}
