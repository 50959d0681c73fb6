import { z } from 'zod'
import { internalOperation } from '../operation'
import { personalData, subject } from '../privacy/personal-data'

/** Lists the domains of a customer with their histories, or the changes of domains that a contact person made. */
export const personalDataOfDomains = internalOperation({
  id: 'domains.personal-data',
  service: 'domains',
  audience: 'service',
  callers: ['customers'],
  effect: 'read',
  summary: 'List what is stored about a person',
  body: z.object({
    subject,
    /** The last number of the previous page of domains. */
    after: z.int().default(0),
  }),
  result: z.object({
    data: personalData,
    /** The last number of this page; null when it is the last one. */
    next: z.int().nullable(),
  }),
  errors: [],
})
