import { z } from 'zod'
import { address, personName, phone } from '../customers/person'
import { operation } from '../operation'
import { flag, text, unlessBlank } from '../primitives/scalars'
import { contactAdditionalData } from './contact'
import { about } from '../customers/about-people'

/** Adds a person to the reseller, with a login. */
export const createContact = operation({
  id: 'contacts.create',
  service: 'customers',
  effect: 'write',
  method: 'POST',
  path: '/v1/contacts',
  summary: 'Create a contact',
  description:
    'Use to let another person act for the account. API access is off until it is switched on, which takes a token with every right. Costs nothing; deleted again with contacts.delete.',
  body: z.object({
    role: text
      .optional()
      .describe('What the contact is for: tech or billing. Required; administrators are made by the operator.'),
    username: text.describe('Name with which the contact will log in; must be free on the whole platform.'),
    password: text.optional().describe('Password of the new login. Without one the contact cannot log in.'),
    company_name: text.optional().describe(about.companyName),
    name: personName,
    address,
    phone,
    email: text.describe('Address for mail to the contact.'),
    vat: text.optional().describe(about.vat),
    inn: text.optional().describe(about.inn),
    kpp: text.optional().describe(about.kpp),
    locale: unlessBlank.describe(about.locale),
    comments: text.optional().describe(about.comments),
    is_active: flag.optional().describe('Whether the contact may log in at all; true by default.'),
    api_access_enabled: flag
      .optional()
      .describe(
        'Whether the contact may log in to the API; false by default. Switching it on takes a token with every right.',
      ),
    additional_data: contactAdditionalData.optional().describe('Further facts about the person.'),
  }),
  result: z.object({
    id: z.int().describe('Number of the new contact.'),
    token: z.string().optional().describe('Never given: the contact logs in to get one.'),
  }),
  errors: [
    'contact_role_missing',
    'contact_role_invalid',
    'username_unavailable',
    'username_invalid',
    'password_invalid',
    'email_invalid',
    'phone_invalid',
    'country_invalid',
  ],
})
