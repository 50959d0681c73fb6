import { z } from 'zod'
import { command } from '../event'

/**
 * Orders e-mail DMARC for a domain that was ordered with it. What cannot be ordered, for want of credit or of a price, is
 * an order that has failed and says why: it can be retried.
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
  }),
})
