import { Injectable } from '@nestjs/common'
import { getDomainPrice } from '@nameyard/contracts/orders/get-domain-price'
import type { Verdict } from '../operations/model/verdict'
import { refused } from './model/refused'
import { partsOf } from './model/terms'
import { UpstreamClient, type UpstreamExecution } from './upstream-client'

/** What an operation costs there. */
export interface UpstreamPrice {
  readonly kind: 'price'
  readonly isPremium: boolean
  /** In units of the currency of our account there. */
  readonly price: number
}

/** A paid operation: its name in price lists, and its years. */
export interface Bought {
  readonly operation: 'create' | 'renew' | 'restore' | 'trade' | 'transfer'
  readonly years: number
}

/** Compares prices upstream with our own costs, before an order is sent. */
@Injectable()
export class PriceCeiling {
  constructor(private readonly client: UpstreamClient) {}

  /** Returns the price; a refusal when it is higher than the cost at which we sold, or cannot be compared. */
  async check(execution: UpstreamExecution, { operation, years }: Bought): Promise<UpstreamPrice | Verdict<never>> {
    const { intent, object } = execution.operation
    const { cost } = intent as { readonly cost?: { readonly currency: string; readonly amount: number } }
    if (!cost) return refused('the order has no price ceiling, and nothing is bought upstream without one')
    const query = { domain: partsOf(object), operation, period: years }
    const { price, is_premium: isPremium } = await this.client.ask(execution.account, getDomainPrice, query)
    const { currency, price: amount } = price.reseller
    const sold = `${cost.amount / scaleOf(cost.currency)} ${cost.currency}`
    if (currency !== cost.currency)
      return refused(`the price upstream is in ${currency}, but our cost in the price list is in ${cost.currency}`)
    return Math.round(amount * scaleOf(currency)) > cost.amount
      ? refused(`the price upstream is ${amount} ${currency}, higher than our cost in the price list, ${sold}`)
      : { kind: 'price', isPremium, price: amount }
  }
}

/** Minor units in one unit of a currency. */
function scaleOf(currency: string): number {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  return 10 ** digits
}
