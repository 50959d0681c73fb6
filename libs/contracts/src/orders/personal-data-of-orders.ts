import { z } from 'zod'
import { internalOperation } from '../operation'
import { personalData, subject } from '../privacy/personal-data'

/** Lists the certificates and e-mail DMARC orders of a customer. */
export const personalDataOfOrders = internalOperation({
  id: 'orders.personal-data',
  service: 'orders',
  audience: 'service',
  callers: ['customers'],
  effect: 'read',
  summary: 'List what is stored about a person',
  body: z.object({ subject }),
  result: z.object({ data: personalData }),
  errors: [],
})
