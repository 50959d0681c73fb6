import { z } from 'zod'
import { internalOperation } from '../operation'

/** Asks the registries whether names are free, to whom it says it is asked for; answers in the order of the question. */
export const checkNames = internalOperation({
  id: 'registry.check',
  service: 'registry-worker',
  audience: 'service',
  effect: 'read',
  summary: 'Ask the registries whether names are free',
  body: z.object({
    names: z.array(z.string()).min(1),
    /** Opens names that a registry keeps back (RFC 8495 section 3.1.1); whoever knows it can use it. */
    allocationToken: z.string().optional(),
    /** Names that the registry is asked about trademarks on as well (RFC 8334 section 3.1.1). */
    claims: z.array(z.string()).optional(),
  }),
  result: z.object({
    results: z.array(
      z.object({
        name: z.string(),
        available: z.boolean(),
        reason: z.string().optional(),
        premium: z.object({ currency: z.string(), create: z.number() }).optional(),
        /** Under which a clearinghouse tells of the trademarks on the name; absent where there is none. */
        claimKey: z.string().optional(),
      }),
    ),
  }),
  errors: ['extension_invalid', 'registry_refused', 'registry_failed', 'registry_unavailable'],
})
