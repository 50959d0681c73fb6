import { z } from 'zod'
import { command } from '../event'
import { spender } from './spender'

/**
 * Orders e-mail DMARC that was requested with a domain. If the credit is too low or there is no price, the order is stored
 * as failed with the reason, and can be retried.
 */
export const orderDmarc = command({
  id: 'orders.order-dmarc',
  service: 'orders',
  payload: z.object({
    resellerId: z.int(),
    domainId: z.int(),
    /** Its parts, lower case, A-labels. */
    domain: z.object({ name: z.string(), extension: z.string() }),
    ownerHandle: z.string(),
    /** The API key that ordered the domain. */
    spender: spender.optional(),
  }),
})
