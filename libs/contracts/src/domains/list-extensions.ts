import { z } from 'zod'
import { internalOperation } from '../operation'

/** Lists all extensions of the catalogue, sold or not. */
export const listExtensions = internalOperation({
  id: 'extensions.list',
  service: 'domains',
  audience: 'operator',
  effect: 'read',
  summary: 'List the extensions of the catalogue, sold or not',
  body: z.object({
    /** Absent: now. */
    at: z.iso.datetime().optional(),
  }),
  result: z.object({
    at: z.iso.datetime(),
    extensions: z.array(
      z.object({
        suffix: z.string(),
        account: z.string().optional(),
        dialect: z.string(),
        /** Why it is not sold; absent when it is. */
        obstacle: z.string().optional(),
        verified: z.boolean(),
        source: z.string(),
        isShipped: z.boolean(),
        effectiveFrom: z.iso.datetime(),
      }),
    ),
  }),
})
