import { z } from 'zod'
import { event } from '../event'

/** Zones were withdrawn or are about to be, mostly because another account became the holder of a domain. One event for each account that is told. */
export const zoneTaken = event({
  id: 'dns.zone-taken',
  producer: 'dns',
  consumers: ['customers'],
  payload: z.object({
    /** The account that is told. */
    resellerId: z.int(),
    /** The domain whose holder changed, or the claimed name. */
    domain: z.string(),
    /** The zones at the domain or below it; at most 50. */
    zones: z.array(z.string()),
    /**
     * `withdrawn`: the zones of this account were withdrawn. `claimed`: they were, because another account proved that it
     * controls the name. `removed`: an operator withdrew them. `ending`: they stay published until `endsAt` at most, and
     * this account can no longer open them. `inherited`: zones of another account stay published until this account, the
     * holder, creates its own.
     */
    news: z.enum(['withdrawn', 'claimed', 'removed', 'ending', 'inherited']),
    endsAt: z.iso.datetime().optional(),
    happenedAt: z.iso.datetime(),
  }),
})
