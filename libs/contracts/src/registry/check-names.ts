import { z } from 'zod'
import { internalOperation } from '../operation'

/** Asks the registries whether names are free; answers in the order of the question. */
export const checkNames = internalOperation({
  id: 'registry.check',
  service: 'registry-worker',
  audience: 'service',
  effect: 'read',
  summary: 'Ask the registries whether names are free',
  body: z.object({ names: z.array(z.string()).min(1) }),
  result: z.object({
    results: z.array(
      z.object({
        name: z.string(),
        available: z.boolean(),
        reason: z.string().optional(),
        premium: z.object({ currency: z.string(), create: z.number() }).optional(),
      }),
    ),
  }),
  errors: ['extension_invalid', 'registry_unavailable'],
})
