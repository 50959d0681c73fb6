import { z } from 'zod'
import { internalOperation } from '../operation'

/** Counts the domains of an account that use nameserver groups. */
export const countDomainsByGroups = internalOperation({
  id: 'domains.count-by-groups',
  service: 'domains',
  audience: 'service',
  callers: ['dns'],
  effect: 'read',
  summary: 'Count the domains of nameserver groups',
  body: z.object({
    resellerId: z.int(),
    /** Names as the groups are spelled; all groups of the account when absent. */
    groups: z.array(z.string()).max(1000).optional(),
  }),
  result: z.object({
    /** Groups without domains are left out. */
    counts: z.array(z.object({ group: z.string(), count: z.int() })),
  }),
  errors: [],
})
