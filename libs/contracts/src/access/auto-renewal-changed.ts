import { z } from 'zod'
import { event } from '../event'

/** The default for automatic renewal of an account's domains was changed. */
export const autoRenewalChanged = event({
  id: 'access.auto-renewal-changed',
  producer: 'customers',
  consumers: ['domains'],
  payload: z.object({
    resellerId: z.int(),
    isEnabled: z.boolean(),
    /** Counts these changes of the account; the highest is the newest. */
    version: z.int(),
    changedAt: z.iso.datetime(),
  }),
})
