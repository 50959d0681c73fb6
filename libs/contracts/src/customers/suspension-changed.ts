import { z } from 'zod'
import { event } from '../event'

/** The deadline to verify a registrant's e-mail address passed for a domain, or the address was verified after all. */
export const suspensionChanged = event({
  id: 'verification.suspension-changed',
  producer: 'customers',
  payload: z.object({
    resellerId: z.int(),
    domainId: z.int(),
    /** In lower case and A-labels. */
    name: z.string(),
    isSuspended: z.boolean(),
    /** Counts what was told of the domain: the highest is the newest. */
    version: z.int(),
    changedAt: z.iso.datetime(),
  }),
})
