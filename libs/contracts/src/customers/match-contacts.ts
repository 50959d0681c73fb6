import { z } from 'zod'
import { internalOperation } from '../operation'
import { registeredContact } from '../registry/read-domains'
import { MOST_CONTACTS_ADOPTED } from './adopt-contacts'

/**
 * Finds the customers, of any account, that contacts of a registry are: those that were made of the contact, and those with
 * exactly its data. Changes nothing.
 */
export const matchContacts = internalOperation({
  id: 'customers.match-contacts',
  service: 'customers',
  audience: 'service',
  callers: ['domains'],
  effect: 'read',
  summary: 'Find the customers that contacts of a registry are',
  body: z.object({
    /** Our name of the account at the registry. */
    account: z.string(),
    contacts: z.array(registeredContact).max(MOST_CONTACTS_ADOPTED),
  }),
  result: z.object({
    /** `id` is the identifier of the contact at the registry. */
    matches: z.array(z.object({ id: z.string(), resellerId: z.int(), handle: z.string() })),
  }),
  errors: [],
})
