import { z } from 'zod'
import { event } from '../event'

/** The e-mail verification of a domain's registrant expired, or the address was verified later. */
export const suspensionChanged = event({
  id: 'verification.suspension-changed',
  producer: 'customers',
  consumers: ['domains'],
  payload: z.object({
    resellerId: z.int(),
    domainId: z.int(),
    /** In lower case and A-labels. */
    name: z.string(),
    isSuspended: z.boolean(),
    /** Counts these events of the domain; the highest is the newest. */
    version: z.int(),
    changedAt: z.iso.datetime(),
  }),
})
