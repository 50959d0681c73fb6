import { z } from 'zod'
import { internalOperation } from '../operation'
import { wireDate } from '../primitives/dates'

/** Returns the state of the e-mail verification of the registrants of domains. Domains without an address are left out. */
export const verificationsOfDomains = internalOperation({
  id: 'email-verifications.of-domains',
  service: 'customers',
  audience: 'service',
  callers: ['domains'],
  effect: 'read',
  summary: 'Read the e-mail verification of registrants',
  body: z.object({ domainIds: z.array(z.int()).min(1).max(1000) }),
  result: z.object({
    verifications: z.array(
      z.object({
        domainId: z.int(),
        email: z.string(),
        status: z.string(),
        /** Why it failed. */
        description: z.string().optional(),
        /** While in progress: when it expires. */
        expirationDate: wireDate,
      }),
    ),
  }),
})
