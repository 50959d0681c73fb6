import type { z } from 'zod'
import type { promotionWindow } from '@nameyard/contracts/orders/quote-prices'
import { printDate } from '@nameyard/contracts/primitives/dates'
import type { priceGroup } from '@nameyard/contracts/primitives/money'
import { amountOnWire, type Money } from './model/money'
import type { PricePair, Quote } from './model/quote'

function moneyOnWire(given: Money) {
  return { currency: given.currency, price: amountOnWire(given) }
}

/** The wire form of a price, as JSON numbers with the decimals of their currencies. */
export function priceOnWire({ product, reseller }: PricePair): z.input<typeof priceGroup> {
  return { product: moneyOnWire(product), reseller: moneyOnWire(reseller) }
}

/** The wire form of a promotion period. */
export function windowOnWire({ startsAt, endsAt }: NonNullable<Quote['promotion']>): z.input<typeof promotionWindow> {
  return { start_date: printDate(startsAt), end_date: printDate(endsAt) }
}
