import { z } from 'zod'
import { internalOperation } from '../operation'

/** Returns whether an active order for a certificate or for e-mail DMARC uses a customer. */
export const findOrdersOfCustomer = internalOperation({
  id: 'orders.of-customer',
  service: 'orders',
  audience: 'service',
  callers: ['customers'],
  effect: 'read',
  summary: 'Check whether orders use a customer',
  body: z.object({ resellerId: z.int(), handle: z.string() }),
  result: z.object({ isUsed: z.boolean() }),
  errors: [],
})
