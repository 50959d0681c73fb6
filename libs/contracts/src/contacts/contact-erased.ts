import { z } from 'zod'
import { event } from '../event'

/**
 * The data of a contact person were erased. Histories that name the person as who made a change show `deletedName` from
 * then on.
 */
export const contactErased = event({
  id: 'contacts.contact-erased',
  producer: 'customers',
  consumers: ['customers', 'dns', 'domains'],
  payload: z.object({
    resellerId: z.int(),
    contactId: z.int(),
    username: z.string(),
    /** What stands in place of the username. */
    deletedName: z.string(),
    /** A username may be given to another person afterwards. */
    erasedAt: z.iso.datetime(),
  }),
})
