import { z } from 'zod'
import { internalOperation } from '../operation'

/** Counts the live domains of an account that are delegated to a nameserver, and names the first of them. */
export const countDomainsOfNameserver = internalOperation({
  id: 'domains.count-of-nameserver',
  service: 'domains',
  audience: 'service',
  effect: 'read',
  summary: 'Count the domains of a nameserver',
  body: z.object({
    resellerId: z.int(),
    /** Host name in lower case and A-labels. */
    name: z.string(),
  }),
  result: z.object({
    count: z.int(),
    /** Three of them at most, in the order of their names. */
    domains: z.array(z.string()),
  }),
  errors: [],
})
