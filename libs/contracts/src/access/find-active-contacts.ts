import { z } from 'zod'
import { internalOperation } from '../operation'

/**
 * Returns those of the contacts who may use the API now. A link ends when the contact who made it is not returned any
 * more, or has another stamp.
 */
export const findActiveContacts = internalOperation({
  id: 'access.find-active-contacts',
  service: 'customers',
  audience: 'service',
  callers: ['dns'],
  effect: 'read',
  summary: 'Find the contacts who may use the API',
  body: z.object({ contactIds: z.array(z.int()).max(10_000) }),
  result: z.object({
    contacts: z.array(
      z.object({
        contactId: z.int(),
        resellerId: z.int(),
        /** Changes with the password. */
        stamp: z.string(),
      }),
    ),
  }),
})
