import { z } from 'zod'
import { internalOperation } from '../operation'

/** Lists the changes of zones that a request has made, oldest first, and when name servers answered them. */
export const findZoneChanges = internalOperation({
  id: 'zones.find-changes',
  service: 'dns',
  audience: 'operator',
  effect: 'read',
  summary: 'List what a request has changed in zones',
  body: z.object({
    /** `X-Request-Id`. */
    request: z.string(),
  }),
  result: z.object({
    changes: z.array(
      z.object({
        zone: z.string(),
        resellerId: z.int(),
        version: z.number(),
        /** ISO 8601. */
        at: z.iso.datetime(),
        /** Id of the operation, or the name of an automatic change of the platform. */
        source: z.string(),
        /** Numbers of records. */
        added: z.int(),
        removed: z.int(),
        /** The publication of this version or of the next one that was published. Null while there is none. */
        published: z
          .object({
            version: z.number(),
            at: z.iso.datetime(),
            /** When each name server answered it. Empty if none is asked. */
            servers: z.array(z.object({ server: z.string(), at: z.iso.datetime() })),
          })
          .nullable(),
        /** What it waits for while it is not published. */
        waits: z.array(z.object({ server: z.string(), problem: z.string() })),
      }),
    ),
  }),
})
