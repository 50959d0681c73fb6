import { z } from 'zod'
import { command } from '../event'

/** Publishes the current version of a zone on the name servers. Idempotent. */
export const publishZone = command({
  id: 'dns.publish-zone',
  service: 'dns',
  payload: z.object({
    zoneId: z.int(),
    /** The apex, without the final dot. */
    name: z.string(),
    /** Version of the zone when this was sent; obsolete once a newer version is published. */
    version: z.int(),
  }),
})
