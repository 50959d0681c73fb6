import { z } from 'zod'
import { internalOperation } from '../operation'
import { priceGroup } from '../primitives/money'
import { promotionWindow } from './quote-prices'

/** What the operations on domains of an extension cost an account; an operation that is not sold is absent. */
export const extensionPrices = z
  .object({
    create_price: priceGroup,
    renew_price: priceGroup,
    transfer_price: priceGroup,
    trade_price: priceGroup,
    restore_price: priceGroup.meta({ description: 'Restore from hard quarantine.' }),
    soft_restore_price: priceGroup.meta({ description: 'Restore from soft quarantine.' }),
    update_price: priceGroup,
    setup_price: priceGroup,
    domicile_price: priceGroup,
    reseller_price: priceGroup
      .extend({ promotion_details: promotionWindow.extend({ non_promo_price: priceGroup }).optional() })
      .meta({ description: 'The price of a create, and of one without the promotion that runs.' }),
  })
  .partial()

/** The price of a create at each discount tier. */
export const levelPrices = z.array(z.object({ level: z.int(), price: priceGroup }))

/** Prices of whole extensions for one account; extensions without any price are absent. */
export const listExtensionPrices = internalOperation({
  id: 'prices.of-extensions',
  service: 'orders',
  audience: 'service',
  effect: 'read',
  summary: 'List the prices of extensions',
  body: z.object({ resellerId: z.int().min(1), extensions: z.array(z.string()).max(2000) }),
  result: z.object({
    results: z.array(z.object({ extension: z.string(), prices: extensionPrices, levelPrices })),
  }),
})
