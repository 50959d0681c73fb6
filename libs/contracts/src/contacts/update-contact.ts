import { z } from 'zod'
import { address, personName, phone } from '../customers/person'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { flag, text } from '../primitives/scalars'
import { addressLists, contactAdditionalData } from './contact'
import { about } from '../customers/about-people'
import { contactId } from './contact-id'

/** Changes a contact; what is not sent stays. */
export const updateContact = operation({
  id: 'contacts.update',
  service: 'customers',
  effect: 'write',
  method: 'PUT',
  path: '/v1/contacts/:id',
  summary: 'Update a contact',
  description:
    "Use to change a person's data, API access or allowed addresses; what is not sent stays. Giving API access takes a token with every right. Costs nothing; undone by another update.",
  params: z.object({ id: contactId }),
  body: z.object({
    role: text.optional().describe('What the contact is for: tech or billing. The last administrator stays one.'),
    type: text.optional().describe('Accepted without effect.'),
    auth_type: text
      .optional()
      .describe('How the contact logs in to the control panel; kept for clients, without effect on the API.'),
    company_name: text.optional().describe(about.companyName),
    name: personName.partial().optional().describe('Name of the contact; parts that are absent stay.'),
    address: address.partial().optional().describe('Postal address of the contact; parts that are absent stay.'),
    phone: phone.partial().optional().describe('Telephone number of the contact; parts that are absent stay.'),
    email: text.optional().describe('Address for mail to the contact.'),
    vat: text.optional().describe(about.vat),
    inn: text.optional().describe(about.inn),
    kpp: text.optional().describe(about.kpp),
    locale: text.optional().describe(about.locale),
    comments: text.optional().describe(about.comments),
    is_active: flag.optional().describe('Whether the contact may log in at all. Switching it off ends its tokens.'),
    api_access_enabled: flag
      .optional()
      .describe(
        'Whether the contact may log in to the API. Switching it off ends its tokens; switching it on takes a token with every right.',
      ),
    api_client_ip_list: addressLists
      .optional()
      .describe('Where API calls of the contact may come from; replaces the list.'),
    rcp_client_ip_list: addressLists
      .optional()
      .describe('Where the contact may use the control panel from; replaces the list.'),
    password_change_declined_at: text
      .optional()
      .describe('When the contact declined to change the password, as `YYYY-MM-DD HH:MM:SS` in UTC.'),
    additional_data: contactAdditionalData
      .optional()
      .describe('Further facts about the person; those that are absent stay.'),
  }),
  result: success,
  errors: [
    'contact_not_found',
    'contact_role_missing',
    'contact_role_invalid',
    'contact_is_last_admin',
    'email_invalid',
    'phone_invalid',
    'country_invalid',
    'address_list_invalid',
  ],
})
