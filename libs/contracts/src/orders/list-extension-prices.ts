import { z } from 'zod'
import { internalOperation } from '../operation'
import { priceGroup } from '../primitives/money'
import { promotionWindow } from './quote-prices'

/** Prices of the operations on domains of an extension, for one account. An operation that is not offered is absent. */
export const extensionPrices = z
  .object({
    create_price: priceGroup.describe('Price of a registration for one year.'),
    renew_price: priceGroup.describe('Price of a renewal for one year.'),
    transfer_price: priceGroup.describe('Price of a transfer, with the year that it adds.'),
    trade_price: priceGroup.describe('Price of a change of the registrant.'),
    restore_price: priceGroup.describe('Price of a restore from hard quarantine.'),
    soft_restore_price: priceGroup.describe('Price of a restore from soft quarantine.'),
    update_price: priceGroup.describe('Price of an update; absent if updates are free.'),
    setup_price: priceGroup.describe('One-time price with the first order.'),
    domicile_price: priceGroup.describe('Price of a local address; always absent, because it is not offered.'),
    reseller_price: priceGroup
      .extend({
        promotion_details: promotionWindow
          .extend({ non_promo_price: priceGroup.describe('Price of a registration without the promotion.') })
          .optional()
          .describe('The current promotion; absent without one.'),
      })
      .describe('Price of a registration for one year.'),
  })
  .partial()

/** The price of a create at each discount tier. */
export const levelPrices = z.array(
  z.object({
    level: z.int().describe('Number of the discount tier.'),
    price: priceGroup.describe('Price of a registration for one year at this tier.'),
  }),
)

/** Prices of extensions for one account. Extensions without prices are absent. */
export const listExtensionPrices = internalOperation({
  id: 'prices.of-extensions',
  service: 'orders',
  audience: 'service',
  callers: ['domains'],
  effect: 'read',
  summary: 'List the prices of extensions',
  body: z.object({ resellerId: z.int().min(1), extensions: z.array(z.string()).max(2000) }),
  result: z.object({
    results: z.array(z.object({ extension: z.string(), prices: extensionPrices, levelPrices })),
  }),
})
