import { z } from 'zod'
import { internalOperation } from '../operation'

/** Tells whether a live order of a certificate or of e-mail DMARC names a customer. */
export const findOrdersOfCustomer = internalOperation({
  id: 'orders.of-customer',
  service: 'orders',
  audience: 'service',
  effect: 'read',
  summary: 'Tell whether orders use a customer',
  body: z.object({ resellerId: z.int(), handle: z.string() }),
  result: z.object({ isUsed: z.boolean() }),
  errors: [],
})
