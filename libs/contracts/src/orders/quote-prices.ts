import { z } from 'zod'
import { internalOperation } from '../operation'
import { wireDate } from '../primitives/dates'
import { priceGroup } from '../primitives/money'
import { charge } from './charge'

/** When a promotion runs. */
export const promotionWindow = z.object({
  start_date: wireDate.describe('When the promotion starts.'),
  end_date: wireDate.describe('When the promotion ends.'),
})

/** Price of an operation on a domain for an account. */
export const quotedPrice = z.object({
  price: priceGroup.meta({ description: 'Price that is charged.' }),
  tier_price: priceGroup.meta({ description: 'The price without a promotion.' }),
  is_premium: z.boolean(),
  promotion_data: promotionWindow.optional(),
  /** The charge to reserve. */
  charge,
})

/** An operation on a domain whose price is requested. */
export const pricedPurchase = z.object({
  /** The whole name, in lower case and A-labels. */
  name: z.string(),
  extension: z.string(),
  operation: z.string(),
  period: z.int().min(1),
  /** Whether the registry lists the name as premium. A premium name is offered only if the price list has a price for it. */
  isRegistryPremium: z.boolean().default(false),
  /** Whether privacy is included for the same period. */
  hasPrivacy: z.boolean().default(false),
  /** Whether the price includes the one-year renewal that the registry carries out with it. */
  hasRenewal: z.boolean().default(false),
  /**
   * Set if the purchase is ordered, not only priced. Unusual fees must have been accepted exactly, to the cent, in
   * units of the account's currency.
   */
  order: z.object({ acceptPremiumFee: z.number(), acceptEarlyAccessFee: z.number() }).partial().optional(),
})

/** Prices of operations on domains for one account, in the order of the request; null for operations that are not offered. */
export const quotePrices = internalOperation({
  id: 'prices.quote',
  service: 'orders',
  audience: 'service',
  callers: ['domains'],
  effect: 'read',
  summary: 'Quote the prices of operations on domains',
  body: z.object({
    resellerId: z.int().min(1),
    purchases: z.array(pricedPurchase).min(1).max(100),
    /** The instant whose prices count; absent: now. */
    at: z.iso.datetime().optional(),
  }),
  result: z.object({ quotes: z.array(quotedPrice.nullable()) }),
  errors: ['premium_fee_unaccepted', 'early_access_fee_unaccepted', 'early_access_fee_wrong'],
})
