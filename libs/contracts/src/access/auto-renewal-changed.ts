import { z } from 'zod'
import { event } from '../event'

/** It was changed whether the domains of an account renew by themselves that follow its setting. */
export const autoRenewalChanged = event({
  id: 'access.auto-renewal-changed',
  producer: 'customers',
  payload: z.object({
    resellerId: z.int(),
    isEnabled: z.boolean(),
    /** Counts the changes of the account: the highest is the newest. */
    version: z.int(),
    changedAt: z.iso.datetime(),
  }),
})
