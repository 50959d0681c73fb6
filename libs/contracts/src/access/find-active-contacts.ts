import { z } from 'zod'
import { internalOperation } from '../operation'
import { everyRole } from '../roles'

/**
 * Returns those of the contacts who may use the API now, and whose role may call the operation that makes a link. The link
 * ends when the contact who made it is not returned any more, or not with the stamp of
 * the link.
 */
export const findActiveContacts = internalOperation({
  id: 'access.find-active-contacts',
  service: 'customers',
  audience: 'service',
  callers: ['dns', 'orders'],
  effect: 'read',
  summary: 'Find the contacts who may use the API',
  body: z.object({
    contactIds: z.array(z.int()).max(10_000),
    /** The roles that the operation is open to. */
    roles: z.array(z.enum(everyRole)).default([...everyRole]),
  }),
  result: z.object({
    contacts: z.array(
      z.object({
        contactId: z.int(),
        resellerId: z.int(),
        /** An API key of the contact that is valid now: an entry of its own. */
        keyId: z.int().optional(),
        /** Changes with the password, and with the key. */
        stamp: z.string(),
      }),
    ),
  }),
})
