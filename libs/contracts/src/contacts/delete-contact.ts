import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { contactId } from './contact-id'

/** Takes a person off the reseller; its tokens stop working. */
export const deleteContact = operation({
  id: 'contacts.delete',
  service: 'customers',
  effect: 'write',
  method: 'DELETE',
  path: '/v1/contacts/:id',
  summary: 'Delete a contact',
  description:
    "Takes a person's access away at once, tokens included. Cannot be undone; the last administrator cannot be deleted. Costs nothing.",
  params: z.object({ id: contactId }),
  result: success,
  errors: ['contact_not_found', 'contact_is_last_admin', 'contact_is_caller'],
})
