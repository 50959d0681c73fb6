import { z } from 'zod'

/** An amount and its ISO 4217 currency. */
export const money = z.object({ currency: z.string(), price: z.number() }).meta({ id: 'Money' })

/** What something costs in the currency of the supplier and what the account pays for it. */
export const priceGroup = z
  .object({
    product: money.meta({ description: 'In the currency of the supplier.' }),
    reseller: money.meta({ description: 'In the currency of the account.' }),
  })
  .meta({ id: 'PriceGroup' })
