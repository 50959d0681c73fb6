import { z } from 'zod'
import { internalOperation } from '../operation'

/** Returns the addresses of an account's name servers. Unknown names are left out. */
export const findNameservers = internalOperation({
  id: 'nameservers.find',
  service: 'dns',
  audience: 'service',
  callers: ['domains'],
  effect: 'read',
  summary: 'Find the addresses of nameservers of an account',
  body: z.object({
    resellerId: z.int(),
    /** Host names in lower case and A-labels. */
    names: z.array(z.string()),
  }),
  result: z.object({
    nameservers: z.array(z.object({ name: z.string(), ip: z.string().optional(), ip6: z.string().optional() })),
  }),
  errors: [],
})
