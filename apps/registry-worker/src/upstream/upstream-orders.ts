import { Injectable } from '@nestjs/common'
import { createDomain } from '@nameyard/contracts/domains/create-domain'
import { transferDomain } from '@nameyard/contracts/domains/transfer-domain'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { unseen, type Judgment, type Sent } from '../operations/model/judgment'
import { patiently } from '../operations/model/patience'
import type { Verdict } from '../operations/model/verdict'
import { viewOf } from '../operations/model/view'
import type { OperationOf } from '../operations/operation.store'
import { unreadable } from './model/judgments'
import { refused } from './model/refused'
import { CLOCK_TOLERANCE_MS, heldOf, instantOf, seenOf, US } from './model/seen'
import { keyOf, nameserverOf, partsOf } from './model/terms'
import { PriceCeiling } from './price-ceiling'
import { UpstreamChanges } from './upstream-change'
import { UpstreamClient, type ChangeAnswer, type UpstreamExecution } from './upstream-client'
import { UpstreamCustomers } from './upstream-customers'
import { UpstreamDesiredState } from './upstream-desired-state'
import { pending, UpstreamReader, type UpstreamDomain } from './upstream-reader'

type Create = UpstreamExecution<OperationOf<'domain.create'>>
type Transfer = UpstreamExecution<OperationOf<'domain.transfer'>>

/**
 * Registers domains upstream, and transfers them in. The comment of an order there is the number of our operation: it shows
 * which order is ours after a lost answer. Domains never renew by themselves there.
 */
@Injectable()
export class UpstreamOrders {
  constructor(
    private readonly client: UpstreamClient,
    private readonly reader: UpstreamReader,
    private readonly changes: UpstreamChanges,
    private readonly customers: UpstreamCustomers,
    private readonly desired: UpstreamDesiredState,
    private readonly ceiling: PriceCeiling,
  ) {}

  create(execution: Create): Promise<Verdict<RegistryView>> {
    const name = 'domain:create'
    return this.changes.carryOut(execution, {
      name,
      send: () => this.register(execution, name),
      look: (sent) => this.look(execution, sent, async ({ data }) => ({ kind: 'done', data })),
    })
  }

  /**
   * A domain that was gained gets its desired state, except its auth code: the registrar gave it a new one. The transfer is
   * done even when it cannot get it.
   */
  transfer(execution: Transfer): Promise<Verdict<RegistryView>> {
    const name = 'domain:transfer'
    const { authInfo: _, ...desired } = execution.operation.intent.desired
    return this.changes.carryOut(execution, {
      name,
      send: () => this.gain(execution, name),
      look: (sent) =>
        this.look(execution, sent, async ({ data }) => {
          const brought = await this.desired.apply(execution, desired)
          if (brought.kind !== 'refused' && brought.kind !== 'failed') return brought as Judgment
          return { kind: 'done', data: brought.data ?? data }
        }),
    })
  }

  private async register(execution: Create, name: string): Promise<ChangeAnswer<unknown> | Verdict<never>> {
    const { intent } = execution.operation
    const { period, nameservers, zoneKeys = [], authInfo, allocationToken } = intent
    if (period.unit === 'm') return refused('the API sells whole years only')
    if (intent.launch) return refused('launch phases are not sold through an upstream registrar')
    const terms = await this.terms(execution, intent, { operation: 'create', years: period.value })
    if ('kind' in terms) return terms
    return this.client.send(execution, name, createDomain, {
      ...terms,
      period: period.value,
      name_servers: nameservers.map(nameserverOf),
      ...(zoneKeys.length > 0 && { dnssec_keys: zoneKeys.map(keyOf) }),
      ...(authInfo !== undefined && { auth_code: authInfo }),
      ...(allocationToken !== undefined && { additional_data: { allocation_token: allocationToken } }),
    })
  }

  private async gain(execution: Transfer, name: string): Promise<ChangeAnswer<unknown> | Verdict<never>> {
    const { intent } = execution.operation
    const { desired, authInfo, roid } = intent
    const terms = await this.terms(execution, { ...desired, fee: intent.fee }, { operation: 'transfer', years: 1 })
    if ('kind' in terms) return terms
    const { nameservers = [] } = desired
    return this.client.send(execution, name, transferDomain, {
      ...terms,
      ...(authInfo !== '' && { auth_code: authInfo }),
      ...(roid !== undefined && { roid }),
      ...(nameservers.length > 0
        ? { name_servers: nameservers.map(nameserverOf) }
        : { import_nameservers_from_registry: true }),
    })
  }

  /** What both orders say, when their price is within the ceiling. */
  private async terms(
    execution: Create | Transfer,
    { fee, ...people }: Parameters<UpstreamCustomers['handlesOf']>[1] & { readonly fee?: object | undefined },
    bought: Parameters<PriceCeiling['check']>[1],
  ) {
    const price = await this.ceiling.check(execution, bought)
    if (price.kind !== 'price') return price
    if (price.isPremium && !fee) return refused('the name is a premium name upstream')
    const handles = await this.customers.handlesOf(execution, people)
    if ('kind' in handles) return handles
    const { owner_handle = '' } = handles
    return {
      domain: partsOf(execution.operation.object),
      ...handles,
      owner_handle,
      autorenew: 'off' as const,
      comments: markOf(execution),
      ...(price.isPremium && { accept_premium_fee: price.price }),
    }
  }

  /** Finds our order and judges by it. `gained` judges a domain that the account has by it. */
  private async look(
    execution: Create | Transfer,
    sent: Sent,
    gained: (domain: { readonly data: RegistryView }) => Promise<Judgment>,
  ): Promise<Judgment> {
    const orders = await this.reader.ordersOf(execution)
    const own = orders.find(({ comments }) => comments === markOf(execution))
    if (!own) return this.withoutOrder(orders, sent)
    const data = viewOf(seenOf(own), US)
    switch (own.status) {
      case 'ACT':
        return gained({ data })
      case 'PEN':
      case 'REQ':
      case 'SCH':
        return { ...pending(execution), data }
      default: {
        const failure = await this.reader.underWay(execution, own, [execution.operation.kind], new Date(0))
        if (failure?.kind === 'refused') return failure
        return refused(`the order was not carried out by the upstream registrar: ${own.status}`)
      }
    }
  }

  /** No order there has our mark. One without any, ordered since our request was sent, may be ours all the same. */
  private withoutOrder(orders: readonly UpstreamDomain[], sent: Sent): Judgment {
    const held = heldOf(orders)
    if (typeof held === 'string') return patiently(unseen(sent, viewOf(held, US)), sent)
    const orderedAt = instantOf(held.order_date)?.getTime() ?? 0
    const isOfOther = held.comments?.startsWith(MARK) ?? false
    if (!isOfOther && orderedAt >= sent.sentAt.getTime() - CLOCK_TOLERANCE_MS)
      return unreadable('the account upstream has the name, but the comment of the order is not ours', sent)
    const data = viewOf(seenOf(held), US)
    return { ...refused('our account at the upstream registrar has the name by another order'), data }
  }
}

const MARK = 'order '

/** What marks an order there as the one of our operation. */
function markOf({ operation }: UpstreamExecution): string {
  return `${MARK}${operation.id}`
}
