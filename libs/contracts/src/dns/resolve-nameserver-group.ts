import { z } from 'zod'
import { internalOperation } from '../operation'

/** Returns the current name servers of a group, in order. */
export const resolveNameserverGroup = internalOperation({
  id: 'nameserver-groups.resolve',
  service: 'dns',
  audience: 'service',
  callers: ['domains'],
  effect: 'read',
  summary: 'Find the nameservers of a group',
  body: z.object({
    resellerId: z.int(),
    /** Name of the group, in any case. */
    group: z.string(),
  }),
  result: z.object({
    /** Name of the group as its account spells it. */
    group: z.string(),
    /** Its number. */
    groupId: z.int(),
    nameservers: z.array(z.object({ name: z.string(), ip: z.string().optional(), ip6: z.string().optional() })),
  }),
  errors: ['ns_group_not_found'],
})
