import { z } from 'zod'
import { event } from '../event'

/**
 * A domain is not what it was: its registrant, its nameservers, its status or its presence changed. Whoever keeps a copy ignores a
 * version older than the one it has.
 */
export const domainChanged = event({
  id: 'domain.changed',
  producer: 'domains',
  payload: z.object({
    id: z.int(),
    resellerId: z.int(),
    /** In lower case and A-labels. */
    name: z.string(),
    /** Status as resellers see it. */
    status: z.string(),
    ownerHandle: z.string(),
    /** Whether the domain is still one of the account's: neither failed nor gone. */
    isHeld: z.boolean(),
    version: z.int(),
    changedAt: z.iso.datetime(),
  }),
})
