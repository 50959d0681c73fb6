import { Controller } from '@nestjs/common'
import { getTimeline } from '@nameyard/contracts/domains/get-timeline'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { quotePrices } from '@nameyard/contracts/orders/quote-prices'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { reachesDomain } from '@nameyard/contracts/rights'
import { Handles } from '@nameyard/messaging/handles'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { findAny } from '../lifecycle/domain.store'
import type { Domain } from '../lifecycle/model/domain'
import { deleteStatus, visibleStatus } from '../lifecycle/model/lifecycle'
import type { PhasedOperation } from '../lifecycle/model/permissions'
import { restoration } from '../lifecycle/model/restoration'
import { renewalPurchase, restorePurchase, type Purchase } from '../ordering/purchases'
import { rulesOf } from '../tlds/catalogue'
import { forecast, possibilities, type Forecast, type Possibility } from './model/timeline'

const descriptions: Record<Forecast['event'], string> = {
  add_grace_ends: 'Until then, a deletion releases the name at once. The price is not refunded.',
  transfer_lock_ends: 'The domain can be transferred to another registrar from then on.',
  transfer_starts: 'The transfer is paid and submitted to the registry.',
  order_given_up: 'The order is cancelled unless what it waits for has arrived.',
  transfer_completes: 'The transfer is completed unless it is rejected before.',
  renewal: 'The domain is renewed, if the credit is enough.',
  expiry: 'The paid time ends, and the domain stops working.',
  soft_quarantine_ends: 'The domain is deleted at its registry.',
  quarantine_ends: 'The domain cannot be restored any more.',
  purge: 'The registry releases the name.',
}

const operations: Partial<Record<PhasedOperation, string>> = {
  renew: 'domains.renew',
  restore: 'domains.restore',
  trade: 'domains.trade',
  transfer: 'domains.transfer',
  delete: 'domains.delete',
  'update of contacts, nameservers, keys': 'domains.update',
  'authcode get': 'domains.get-authcode',
  'transfer/approve': 'domains.approve-transfer',
  'transfer/send-foa1': 'domains.send-foa',
  'last-operation/restart': 'domains.restart-last-operation',
}

/** A possible operation, as its order would be priced. */
function purchaseOf(domain: Domain, operation: string, now: Date): Purchase {
  const rules = rulesOf(domain)
  const decided = restoration(domain, rules, now)
  if (decided) return restorePurchase(domain, decided, rules)
  if (operation === 'renew') return renewalPurchase(domain, 1, rules)
  const { name, extension } = domain
  return { name, extension, operation, period: 1 }
}

/** Returns what happens to a domain next without any action, and who can do what until then, at what price. */
@Controller()
export class GetTimeline {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
    private readonly clock: Clock,
  ) {}

  @Handles(getTimeline)
  async execute({ id }: Input<typeof getTimeline>, call: Call): Promise<Result<typeof getTimeline>> {
    const domain = await findAny(this.database, resellerOf(call), id)
    if (!domain || !reachesDomain(call, domain.name)) fail('domain_not_found', { domain: id })
    const [rules, now] = [rulesOf(domain), this.clock.now()]
    const possible = possibilities(domain, rules, now)
    const prices = await this.prices(domain, possible, now, call)
    return {
      id,
      domain: { name: domain.label, extension: domain.extension },
      status: visibleStatus[domain.phase],
      delete_status: deleteStatus[domain.phase],
      as_of: printDate(now),
      events: forecast(domain, rules, now).map(({ at, event, phase, isCertain }) => ({
        at: printDate(at),
        event,
        description: descriptions[event],
        status: visibleStatus[phase],
        delete_status: deleteStatus[phase],
        is_certain: isCertain,
      })),
      actions: possible.map(({ operation, who, until, priced }) => ({
        operation: operations[operation] ?? operation,
        who,
        ...(until && { until: printDate(until) }),
        ...(priced && prices.get(priced)),
      })),
    }
  }

  /** The prices of the possible operations, in one request. Operations that are not sold are absent. */
  private async prices(domain: Domain, possible: readonly Possibility[], now: Date, call: Call) {
    const asked = possible.flatMap(({ priced }) => (priced ? [priced] : []))
    if (asked.length === 0) return new Map<string, never>()
    const { resellerId } = domain
    const purchases = asked.map((operation) => purchaseOf(domain, operation, now))
    const { quotes } = await this.rpc.call(quotePrices, { resellerId, purchases }, call)
    return new Map(
      asked.flatMap((operation, index) => {
        const quote = quotes[index]
        return quote ? [[operation, { price: quote.price }] as const] : []
      }),
    )
  }
}
