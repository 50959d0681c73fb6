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

/** What an operation on a domain costs an account. */
export const quotedPrice = z.object({
  price: priceGroup.meta({ description: 'What is charged.' }),
  tier_price: priceGroup.meta({ description: 'The price without a promotion.' }),
  is_premium: z.boolean(),
  promotion_data: promotionWindow.optional(),
  /** What to reserve for it. */
  charge,
})

/** An operation on a domain that somebody asks the price of. */
export const pricedPurchase = z.object({
  /** The whole name, in lower case and A-labels. */
  name: z.string(),
  extension: z.string(),
  operation: z.string(),
  period: z.int().min(1),
  /** The registry says that the name is premium: it is sold only when the price list has a price for it. */
  isRegistryPremium: z.boolean().default(false),
  /** With privacy, for as long as the name is bought. */
  hasPrivacy: z.boolean().default(false),
  /** With the renewal by a year that its registry carries out and charges along with it. */
  hasRenewal: z.boolean().default(false),
  /**
   * The purchase is being ordered: fees out of the ordinary must have been agreed to, to the cent, in units of the
   * account's currency.
   */
  order: z.object({ acceptPremiumFee: z.number(), acceptEarlyAccessFee: z.number() }).partial().optional(),
})

/** Prices of operations on domains for one account, in the order of the question; null for what is not sold. */
export const quotePrices = internalOperation({
  id: 'prices.quote',
  service: 'orders',
  audience: 'service',
  effect: 'read',
  summary: 'Quote the prices of operations on domains',
  body: z.object({ resellerId: z.int().min(1), purchases: z.array(pricedPurchase).min(1).max(100) }),
  result: z.object({ quotes: z.array(quotedPrice.nullable()) }),
  errors: ['premium_fee_unaccepted', 'early_access_fee_unaccepted', 'early_access_fee_wrong'],
})
