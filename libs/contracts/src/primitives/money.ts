import { z } from 'zod'

/** An ISO 4217 code, such as EUR. */
export const currencyCode = z.string().regex(/^[A-Z]{3}$/, 'is not an ISO 4217 code')

/** An amount and its ISO 4217 currency. */
export const money = z
  .object({
    currency: z.string().describe('ISO 4217 code of the currency, such as EUR.'),
    price: z.number().describe('Amount in units of the currency, such as 8.5; without VAT.'),
  })
  .meta({ id: 'Money' })

/** The cost in the currency of the supplier, and the price for the account. */
export const priceGroup = z
  .object({
    product: money.meta({ description: 'In the currency of the supplier.' }),
    reseller: money.meta({ description: 'In the currency of the account.' }),
  })
  .meta({ id: 'PriceGroup' })
