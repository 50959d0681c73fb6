import { z } from 'zod'
import { internalOperation } from '../operation'

/** Asks the registries whether names are free. Returns the results in the order of the request. */
export const checkNames = internalOperation({
  id: 'registry.check',
  service: 'registry-worker',
  audience: 'service',
  callers: ['domains'],
  effect: 'read',
  summary: 'Ask the registries whether names are free',
  body: z.object({
    names: z.array(z.string()).min(1),
    /** Token for names that a registry reserves (RFC 8495 section 3.1.1). A secret: anyone who knows it can use it. */
    allocationToken: z.string().optional(),
    /** Names for which to check trademark claims, too (RFC 8334 section 3.1.1). */
    claims: z.array(z.string()).optional(),
    /** The installations that the question has passed, this one at the end. */
    passed: z.array(z.string()).optional(),
  }),
  result: z.object({
    results: z.array(
      z.object({
        name: z.string(),
        available: z.boolean(),
        reason: z.string().optional(),
        premium: z.object({ currency: z.string(), create: z.number() }).optional(),
        /** Key of the trademark claims at the clearinghouse; absent without claims. */
        claimKey: z.string().optional(),
      }),
    ),
  }),
  errors: ['extension_invalid', 'registry_refused', 'registry_failed', 'registry_unavailable'],
})
