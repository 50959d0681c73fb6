import { z } from 'zod'
import { command } from '../event'

/**
 * Deletes the zone of a domain that left the account. A zone that was created after that is kept. The zone can be
 * restored. Idempotent.
 */
export const cleanUpZone = command({
  id: 'dns.clean-up-zone',
  service: 'dns',
  payload: z.object({
    resellerId: z.int(),
    /** The apex: the whole name of the domain in A-labels. */
    name: z.string(),
    /** When the domain left the account, or its order failed. */
    endedAt: z.iso.datetime(),
    /** Zones that existed before this instant are kept: another owner of the name may use them. */
    begunAt: z.iso.datetime().optional(),
  }),
})
