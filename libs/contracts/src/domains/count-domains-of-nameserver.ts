import { z } from 'zod'
import { internalOperation } from '../operation'

/** Counts the domains of an account that are delegated to a name server, and returns the first names. */
export const countDomainsOfNameserver = internalOperation({
  id: 'domains.count-of-nameserver',
  service: 'domains',
  audience: 'service',
  callers: ['dns'],
  effect: 'read',
  summary: 'Count the domains of a nameserver',
  body: z.object({
    resellerId: z.int(),
    /** Host name in lower case and A-labels. */
    name: z.string(),
  }),
  result: z.object({
    count: z.int(),
    /** At most three names, in alphabetical order. */
    domains: z.array(z.string()),
  }),
  errors: [],
})
