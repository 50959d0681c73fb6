import { z } from 'zod'
import { operation } from '../operation'
import { flag, resourceId } from '../primitives/scalars'
import { contact } from './contact'

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
  params: z.object({ id: resourceId }),
  query: z.object({ with_additional_data: flag.prefault(false) }),
  result: contact,
  errors: ['contact_not_found'],
})
