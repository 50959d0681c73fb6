import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { administrators } from '../roles'
import { contactId } from './contact-id'

/** Deletes a contact person; the person's tokens stop working. */
export const deleteContact = operation({
  id: 'contacts.delete',
  service: 'customers',
  effect: 'write',
  roles: administrators,
  method: 'DELETE',
  path: '/v1/contacts/:id',
  isForPeople: true,
  summary: 'Delete a contact',
  description:
    'Deletes a contact and revokes all its tokens at once. The last administrator cannot be deleted. Only for administrators of the account. Cannot be undone. Free of charge.',
  params: z.object({ id: contactId }),
  result: success,
  refusesLimitedKeys: true,
  errors: ['key_limited', 'contact_not_found', 'contact_is_last_admin', 'contact_is_caller'],
  schemas: { response: 'contactDeleteContactResponse' },
})
