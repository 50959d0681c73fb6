import { z } from 'zod'
import { internalOperation } from '../operation'
import { wireDate } from '../primitives/dates'

/** Tells how far the verification of the registrant's address is for domains; one without an address is left out. */
export const verificationsOfDomains = internalOperation({
  id: 'email-verifications.of-domains',
  service: 'customers',
  audience: 'service',
  effect: 'read',
  summary: 'Tell how far the verification of registrants is',
  body: z.object({ domainIds: z.array(z.int()).min(1).max(1000) }),
  result: z.object({
    verifications: z.array(
      z.object({
        domainId: z.int(),
        email: z.string(),
        status: z.string(),
        /** Why it failed. */
        description: z.string().optional(),
        /** While in progress: when it fails. */
        expirationDate: wireDate,
      }),
    ),
  }),
})
