import { z } from 'zod'
import { command } from '../event'

/** Brings the nameservers to what the zone says now; publishing twice changes nothing. */
export const publishZone = command({
  id: 'dns.publish-zone',
  service: 'dns',
  payload: z.object({
    zoneId: z.int(),
    /** The apex, without the final dot. */
    name: z.string(),
    /** Version of the zone when this was asked; a newer published version makes it void. */
    version: z.int(),
  }),
})
