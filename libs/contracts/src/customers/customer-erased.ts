import { z } from 'zod'
import { event } from '../event'

/** The data of a customer were erased. Each service erases what it still has about the person. */
export const customerErased = event({
  id: 'customers.customer-erased',
  producer: 'customers',
  consumers: ['domains', 'orders'],
  payload: z.object({
    resellerId: z.int(),
    handle: z.string(),
    erasedAt: z.iso.datetime(),
  }),
})
