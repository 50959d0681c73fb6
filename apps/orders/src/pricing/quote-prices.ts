import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { quotePrices } from '@nameyard/contracts/orders/quote-prices'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { printAmount, readAmount } from './model/money'
import { discountOf, quote, unaccepted, type Acceptance, type Quote } from './model/quote'
import { priceOnWire, windowOnWire } from './price-on-wire'
import { readPrices, type PriceBook } from './price.store'

type Purchase = Input<typeof quotePrices>['purchases'][number]
type Quoted = Result<typeof quotePrices>['quotes'][number]

/** Quotes prices for checks and orders of other services. For an order, the caller must have accepted unusual fees. */
@Controller()
export class QuotePrices {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(quotePrices)
  async execute({ resellerId, purchases, at }: Input<typeof quotePrices>): Promise<Result<typeof quotePrices>> {
    const subjects = purchases.flatMap(({ name, extension }) => [name, extension])
    const instant = at === undefined ? this.clock.now() : new Date(at)
    const book = await readPrices(this.database, resellerId, [...new Set(subjects)], instant)
    return { quotes: purchases.map((purchase) => this.quoted(purchase, book)) }
  }

  private quoted(purchase: Purchase, { prices, tier, currency }: PriceBook): Quoted {
    const { name, extension, operation, period, isRegistryPremium, hasPrivacy, hasRenewal, order } = purchase
    const asked = { name, extension, operation, periods: period, hasRenewal }
    const bare = quote(prices, asked, tier)
    const found = hasPrivacy ? quote(prices, { ...asked, hasPrivacy }, tier) : bare
    if (!bare || !found || (isRegistryPremium && !found.isPremium)) return null
    // The caller accepts the fee of the premium name without the price of privacy.
    if (order) refuseUnaccepted(name, bare, acceptance(currency, order))
    const { price, tierPrice, isPremium, promotion } = found
    return {
      price: priceOnWire(price),
      tier_price: priceOnWire(tierPrice),
      is_premium: isPremium,
      ...(promotion && { promotion_data: windowOnWire(promotion) }),
      charge: {
        objectType: 'domain',
        action: operation,
        subject: name,
        quantity: period,
        currency,
        amount: price.reseller.amount,
        discount: discountOf(found).amount,
        product: price.product,
      },
    }
  }
}

function acceptance(currency: string, order: NonNullable<Purchase['order']>): Acceptance {
  const read = (given: number) => readAmount(currency, given) ?? 'unreadable'
  const { acceptPremiumFee, acceptEarlyAccessFee } = order
  return {
    ...(acceptPremiumFee !== undefined && { premiumFee: read(acceptPremiumFee) }),
    ...(acceptEarlyAccessFee !== undefined && { earlyAccessFee: read(acceptEarlyAccessFee) }),
  }
}

function refuseUnaccepted(domain: string, found: Quote, given: Acceptance): void {
  const missing = unaccepted(found, given)
  if (missing) fail(missing.refusal, { domain, price: printAmount(missing.fee) })
}
