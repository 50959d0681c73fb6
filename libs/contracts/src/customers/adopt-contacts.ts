import { z } from 'zod'
import { internalOperation } from '../operation'
import { registeredContact } from '../registry/read-domains'

/** Contacts per request. */
export const MOST_CONTACTS_ADOPTED = 200

/**
 * Makes customers of contacts that exist at a registry, and returns their handles. A contact of an account at a registry is
 * always the same customer of a reseller; so is a contact with exactly the data of a customer. Nobody is mailed.
 */
export const adoptContacts = internalOperation({
  id: 'customers.adopt-contacts',
  service: 'customers',
  audience: 'service',
  callers: ['domains'],
  effect: 'write',
  summary: 'Make customers of the contacts of a registry',
  body: z.object({
    resellerId: z.int(),
    /** Our name of the account at the registry. */
    account: z.string(),
    contacts: z.array(registeredContact).max(MOST_CONTACTS_ADOPTED),
  }),
  result: z.object({ handles: z.array(z.object({ id: z.string(), handle: z.string() })) }),
  errors: ['reseller_not_found'],
})
