import { Injectable } from '@nestjs/common'
import { v7 as uuidv7 } from 'uuid'
import { fail } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import type { Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { lockDomain } from '../lifecycle/domain.store'
import type { Domain } from '../lifecycle/model/domain'
import { renewal, type Renewal } from '../lifecycle/model/renewal'
import { hasOpen, type RegistryOperation } from '../registry/registry-operation.store'
import { Submissions, type RegistryCommand } from '../registry/submissions'
import { rulesOf } from '../tlds/catalogue'
import { PaidOrders, type Price } from './paid-orders'
import type { PlacedOrder } from './placed-orders'
import { renewalPurchase } from './purchases'

/** Renewals of domains, ordered by an account or due automatically. */
@Injectable()
export class RenewalOrders {
  constructor(
    private readonly orders: PaidOrders,
    private readonly submissions: Submissions,
    private readonly clock: Clock,
  ) {}

  /**
   * Renews an active domain by some years. Refused while another renewal is under way: each names the present expiry, and
   * the registry would accept only one of them.
   * @param isStill checks the locked domain in the transaction that places the order, and throws to refuse the order.
   * @param operationId id of an order that may be placed repeatedly: a repetition uses its reservation.
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
      const command = commandFor(name, this.decide(locked, years, cause), fee)
      await this.submissions.submit(tx, locked, command, { purpose: 'renew', cause, operationId, charge })
      return { operationId }
    })
  }

  private decide(domain: Domain, years: number, cause: RegistryOperation['cause']): Renewal {
    const rules = rulesOf(domain)
    // A registry that renews by itself has no renew command. The account pays its renewals all the same.
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

/** A registry that has renewed by itself is only checked: its expiry is the end of the paid time. */
function commandFor(name: string, { years, expiresOn }: Renewal, fee: Price['fee']): RegistryCommand {
  return years === 0
    ? { kind: 'domain.inspect', intent: { name } }
    : { kind: 'domain.renew', intent: { name, expiresOn, period: { value: years, unit: 'y' }, ...(fee && { fee }) } }
}
