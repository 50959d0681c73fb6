import type { z } from 'zod'
import type { sslProduct } from '@nameyard/contracts/orders/ssl-product'
import { money } from '../../pricing/model/money'
import type { Price } from '../../pricing/model/quote'
import { priceOnWire } from '../../pricing/price-on-wire'
import { BRAND, MAX_PERIOD, priceSubject, REFUND_DAYS, softwares, type Product } from '../model/product'
import { certificatePrice, extraPrice } from './certificate-price'

type WireProduct = z.input<typeof sslProduct>

/** The optional parts of the wire form. */
export interface Details {
  readonly prices?: { readonly currency: string; readonly tier: number; readonly prices: readonly Price[] } | undefined
  readonly hasDescription: boolean
  readonly hasSoftware: boolean
}

/** The wire form of a product. */
export function productOnWire(product: Product, { prices, hasDescription, hasSoftware }: Details): WireProduct {
  const nothing = money(prices?.currency ?? 'EUR', 0)
  return {
    id: product.id,
    name: product.name,
    brand_name: BRAND,
    category: product.category,
    sub_category: 'domain_validation',
    validation_method: 'domain',
    delivery_time: 'within minutes of the proof',
    encryption: '128/256 bits',
    root: `${BRAND} Root CA`,
    order_module: 'nameyard',
    free_refund_period: `${REFUND_DAYS}d`,
    free_reissue_period: 'lifetime',
    max_period: MAX_PERIOD,
    number_of_domains: product.included,
    included_domains_count: product.isWildcard ? -1 : product.included,
    max_domains: product.maxNames,
    is_extended_validation_supported: false,
    is_idn_supported: true,
    is_mobile_supported: true,
    is_sgc_supported: false,
    is_wildcard_supported: product.isWildcard || product.isMultiDomain,
    is_wildcard_multidomain_supported: product.isMultiDomain,
    bypass_san: false,
    warranty: priceOnWire({ product: nothing, reseller: nothing }),
    ...(hasDescription && { description: product.description }),
    ...(prices && {
      prices: pricesOf(product, prices.prices, prices.tier),
      level_prices: levelsOf(product, prices.prices),
    }),
    ...(hasSoftware && { supported_software: softwares.map((software) => ({ ...software })) }),
  }
}

function pricesOf(product: Product, prices: readonly Price[], tier: number): NonNullable<WireProduct['prices']> {
  const bought = { operation: 'create', domains: product.included, wildcards: 0 } as const
  const extra = extraPrice(prices, product, 'extra_domain', tier)
  const star = extraPrice(prices, product, 'extra_wildcard_domain', tier)
  return Array.from({ length: MAX_PERIOD }, (_, index) => index + 1).flatMap((period) => {
    const price = certificatePrice(prices, product, { ...bought, period }, tier)
    return price
      ? [
          {
            period,
            price: priceOnWire(price),
            ...(extra && { extra_domain_price: priceOnWire(extra) }),
            ...(star && { extra_wildcard_domain_price: priceOnWire(star) }),
          },
        ]
      : []
  })
}

/** Returns the prices of each discount tier that has its own. */
function levelsOf(product: Product, prices: readonly Price[]): NonNullable<WireProduct['level_prices']> {
  const own = prices.filter(({ kind, subject }) => kind === 'regular' && subject === priceSubject(product))
  const levels = [...new Set(own.map(({ tier }) => tier))].sort((one, other) => one - other)
  return levels.map((level) => ({ level, name: `tier ${level}`, prices: pricesOf(product, prices, level) }))
}
