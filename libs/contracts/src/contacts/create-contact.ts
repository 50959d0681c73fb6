import { z } from 'zod'
import { address, personName, phone } from '../customers/person'
import { operation } from '../operation'
import { flag, text, unlessBlank } from '../primitives/scalars'
import { contactAdditionalData } from './contact'

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
    role: text.optional().meta({ description: 'tech or billing.' }),
    username: text,
    password: text.optional(),
    company_name: text.optional(),
    name: personName,
    address,
    phone,
    email: text,
    vat: text.optional(),
    inn: text.optional(),
    kpp: text.optional(),
    locale: unlessBlank.meta({ description: 'Such as en_GB.' }),
    comments: text.optional(),
    is_active: flag.optional(),
    api_access_enabled: flag.optional(),
    additional_data: contactAdditionalData.optional(),
  }),
  result: z.object({ id: z.int(), token: z.string().optional() }),
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
