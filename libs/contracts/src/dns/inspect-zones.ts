import { z } from 'zod'
import { internalOperation } from '../operation'

/** Lists zones of all accounts for an operator: those of an account, those that are kept, or all that a name has had. */
export const inspectZones = internalOperation({
  id: 'zones.inspect',
  service: 'dns',
  audience: 'operator',
  effect: 'read',
  summary: 'List zones of all accounts',
  body: z.object({
    /** Whole name in Unicode or A-labels: all zones of the name, deleted ones included. */
    name: z.string().trim().min(1).max(255).optional(),
    resellerId: z.int().optional(),
    /** Only zones that are published although another account holds their name. */
    isKept: z.boolean().default(false),
    limit: z.int().min(1).max(1000).default(100),
  }),
  result: z.object({
    zones: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        /** 0 for a kept zone. */
        resellerId: z.int(),
        state: z.enum(['live', 'kept', 'deleted']),
        /** The former account of a kept zone. */
        keptFor: z.int().nullable(),
        endsAt: z.iso.datetime().nullable(),
        version: z.number(),
        /** The account that holds the name as a domain, or by a decision of an operator. */
        holder: z.int().nullable(),
      }),
    ),
  }),
  errors: ['zone_not_found'],
})
