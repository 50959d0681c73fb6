import { z } from 'zod'
import { operation } from '../operation'
import { flag } from '../primitives/scalars'
import { contact } from './contact'
import { contactId } from './contact-id'

/** Reads one contact by its number. */
export const getContact = operation({
  id: 'contacts.get',
  service: 'customers',
  effect: 'read',
  method: 'GET',
  path: '/v1/contacts/:id',
  isForPeople: true,
  summary: 'Read a contact',
  description:
    'Use when you know the number of a contact. Returns the person, the role and the addresses that may use the API.',
  params: z.object({ id: contactId }),
  query: z.object({
    with_additional_data: flag.prefault(false).describe('Also show additional_data; false by default.'),
  }),
  result: contact,
  errors: ['contact_not_found'],
  schemas: { response: 'contactGetContactResponse' },
})
