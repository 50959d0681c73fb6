import { z } from 'zod'
import { internalOperation } from '../operation'

/**
 * Lists the extensions that have a price of a registration: in the price list of an account, or in any list. Only these are
 * sold.
 */
export const listPricedExtensions = internalOperation({
  id: 'prices.priced-extensions',
  service: 'orders',
  audience: 'service',
  callers: ['domains'],
  effect: 'read',
  summary: 'List the extensions that have prices',
  body: z.object({
    /** Absent: of any price list. */
    resellerId: z.int().min(1).optional(),
  }),
  result: z.object({ extensions: z.array(z.string()) }),
  errors: [],
})
