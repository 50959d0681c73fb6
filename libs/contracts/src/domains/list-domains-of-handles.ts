import { z } from 'zod'
import { internalOperation } from '../operation'
import { integer } from '../primitives/scalars'

/** Lists the domains of an account that use any of the given customers in any role, by number. */
export const listDomainsOfHandles = internalOperation({
  id: 'domains.of-handles',
  service: 'domains',
  audience: 'service',
  callers: ['customers'],
  effect: 'read',
  summary: 'List the domains that use customers',
  body: z.object({
    resellerId: z.int(),
    handles: z.array(z.string()).max(1000),
    /** The last number of the previous page. */
    after: integer({ min: 0 }).prefault(0),
    limit: integer({ min: 1, max: 1000 }).prefault(1000),
  }),
  result: z.object({
    domains: z.array(
      z.object({
        domainId: z.int(),
        name: z.string(),
        registrantHandle: z.string(),
        /** The given customers that the domain uses. */
        handles: z.array(z.string()),
      }),
    ),
  }),
  errors: [],
})
