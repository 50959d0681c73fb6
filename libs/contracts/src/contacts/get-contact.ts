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
  summary: 'Read a contact',
  description:
    'Use when the number of a person of the account is known. Answers the person, their role and from where they may call.',
  params: z.object({ id: contactId }),
  query: z.object({
    with_additional_data: flag.prefault(false).describe('Show additional_data, too; false by default.'),
  }),
  result: contact,
  errors: ['contact_not_found'],
})
