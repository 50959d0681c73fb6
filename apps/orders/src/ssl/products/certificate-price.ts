import { money, plus, times, type Money } from '../../pricing/model/money'
import { quote, type Price, type PricePair } from '../../pricing/model/quote'
import { priceSubject, type Product } from '../model/product'

/** What an order buys. */
export interface Bought {
  readonly operation: 'create' | 'renew'
  /** Years. */
  readonly period: number
  readonly domains: number
  readonly wildcards: number
}

/** The price of a certificate, with the discount of a promotion. */
export interface CertificatePrice extends PricePair {
  readonly discount: Money
}

/** Returns the price of one extra name. */
export function extraPrice(
  prices: readonly Price[],
  product: Product,
  operation: 'extra_domain' | 'extra_wildcard_domain',
  tier: number,
): PricePair | undefined {
  return quote(prices, { extension: priceSubject(product), operation, periods: 1 }, tier)?.price
}

/** Returns the price of a certificate for an account; undefined when it is not sold. */
export function certificatePrice(
  prices: readonly Price[],
  product: Product,
  { operation, period, domains, wildcards }: Bought,
  tier: number,
): CertificatePrice | undefined {
  const found = quote(prices, { extension: priceSubject(product), operation, periods: period }, tier)
  if (!found) return undefined
  const extras = [
    { count: (domains - product.included) * period, pair: extraPrice(prices, product, 'extra_domain', tier) },
    { count: wildcards * period, pair: extraPrice(prices, product, 'extra_wildcard_domain', tier) },
  ].filter(({ count }) => count > 0)
  if (extras.some(({ pair }) => !pair)) return undefined
  const total = (side: keyof PricePair) =>
    plus(found.price[side], ...extras.map(({ count, pair }) => times(pair![side], count)))
  const { reseller } = found.price
  return {
    product: total('product'),
    reseller: total('reseller'),
    discount: money(reseller.currency, found.tierPrice.reseller.amount - reseller.amount),
  }
}
