import { z } from 'zod'
import { internalOperation } from '../operation'
import { operatorName } from '../primitives/operator-name'

/** Assigns a price list and a discount tier to a reseller, starting now. */
export const setPricingTerms = internalOperation({
  id: 'prices.set-terms',
  service: 'orders',
  audience: 'operator',
  effect: 'write',
  summary: 'Set the price list and tier of a reseller',
  body: z.object({
    operator: operatorName,
    resellerId: z.int().min(1),
    list: z.string().min(1).max(64),
    tier: z.int().min(0).max(99),
  }),
  result: z.object({ list: z.string(), currency: z.string(), tier: z.int() }),
  errors: ['price_list_not_found', 'currency_differs'],
})
