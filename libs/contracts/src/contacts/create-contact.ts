import { z } from 'zod'
import { address, personName, phone, personExample } from '../customers/person'
import { descriptions } from '../customers/person-fields'
import { operation } from '../operation'
import { flag, text, unlessBlank } from '../primitives/scalars'
import { administrators } from '../roles'
import { contactAdditionalData } from './contact'

/** Adds a contact person with a login to the account. */
export const createContact = operation({
  id: 'contacts.create',
  service: 'customers',
  effect: 'write',
  roles: administrators,
  method: 'POST',
  path: '/v1/contacts',
  isForPeople: true,
  summary: 'Create a contact',
  description:
    'Use to let another person act for the account. API access is off by default; to switch it on, the token needs all rights. Only for administrators of the account. Free of charge. Undo with contacts.delete.',
  body: z.object({
    role: text
      .optional()
      .describe(
        'What the contact is for, and may do: tech, billing or readonly. Required. Only the operator creates administrators.',
      ),
    username: text.describe('User name for the login; unique on the whole platform.'),
    password: text.optional().describe('Password of the new login. Without one the contact cannot log in.'),
    company_name: text.optional().describe(descriptions.companyName),
    name: personName,
    address,
    phone,
    email: text.describe('Address for mail to the contact.'),
    vat: text.optional().describe(descriptions.vat),
    inn: text.optional().describe(descriptions.inn),
    kpp: text.optional().describe(descriptions.kpp),
    locale: unlessBlank.describe(descriptions.locale),
    comments: text.optional().describe(descriptions.comments),
    is_active: flag.optional().describe('Whether the contact may log in at all; true by default.'),
    api_access_enabled: flag
      .optional()
      .describe(
        'Whether the contact may log in to the API; false by default. To switch it on, the token needs all rights.',
      ),
    additional_data: contactAdditionalData.optional().describe('Further data about the person.'),
  }),
  result: z.object({
    id: z.int().describe('Number of the new contact.'),
    token: z.string().optional().describe('Always absent: the contact logs in to get a token.'),
  }),
  refusesLimitedKeys: true,
  errors: [
    'key_limited',
    'contact_role_missing',
    'contact_role_invalid',
    'username_unavailable',
    'username_invalid',
    'password_invalid',
    'email_invalid',
    'phone_invalid',
    'country_invalid',
  ],
  example: { role: 'tech', username: 'ada', password: 'correct horse battery', ...personExample },
  schemas: { request: 'contactCreateContactRequest', response: 'contactCreateContactResponse' },
})
