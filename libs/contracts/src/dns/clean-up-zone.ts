import { z } from 'zod'
import { command } from '../event'

/**
 * Takes away the zone that a domain has left behind. A zone that was made after the domain had ended is not the domain's
 * and stays. The zone can be restored; cleaning up twice changes nothing.
 */
export const cleanUpZone = command({
  id: 'dns.clean-up-zone',
  service: 'dns',
  payload: z.object({
    resellerId: z.int(),
    /** The apex: the whole name of the domain in A-labels. */
    name: z.string(),
    /** When the domain was gone, or its order had failed. */
    endedAt: z.iso.datetime(),
    /** A zone that was there before is not the domain's: the name is somebody else's, and answered from it. */
    begunAt: z.iso.datetime().optional(),
  }),
})
