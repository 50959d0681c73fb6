import { z } from 'zod'
import { address, personName, phone } from '../customers/person'
import { descriptions } from '../customers/person-fields'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { flag, text } from '../primitives/scalars'
import { administrators } from '../roles'
import { addressLists, contactAdditionalData } from './contact'
import { contactId } from './contact-id'

/** Changes a contact. Absent fields stay as they are. */
export const updateContact = operation({
  id: 'contacts.update',
  service: 'customers',
  effect: 'write',
  roles: administrators,
  method: 'PUT',
  path: '/v1/contacts/:id',
  isForPeople: true,
  summary: 'Update a contact',
  description:
    "Use to change a person's data, API access or allowed addresses; absent fields stay as they are. To switch API access on, the token needs all rights. Only for administrators of the account. Free of charge. Undo with another update.",
  params: z.object({ id: contactId }),
  body: z.object({
    role: text
      .optional()
      .describe(
        'What the contact is for, and may do: tech, billing or readonly. The last administrator keeps its role.',
      ),
    type: text.optional().describe('Accepted without effect.'),
    auth_type: text
      .optional()
      .describe('How the contact logs in to the control panel; kept for clients, without effect on the API.'),
    company_name: text.optional().describe(descriptions.companyName),
    name: personName.partial().optional().describe('Name of the contact; absent parts stay as they are.'),
    address: address.partial().optional().describe('Postal address of the contact; absent parts stay as they are.'),
    phone: phone.partial().optional().describe('Telephone number of the contact; absent parts stay as they are.'),
    email: text.optional().describe('Address for mail to the contact.'),
    vat: text.optional().describe(descriptions.vat),
    inn: text.optional().describe(descriptions.inn),
    kpp: text.optional().describe(descriptions.kpp),
    locale: text.optional().describe(descriptions.locale),
    comments: text.optional().describe(descriptions.comments),
    is_active: flag
      .optional()
      .describe('Whether the contact may log in at all. Switching it off revokes the tokens of the contact.'),
    api_access_enabled: flag
      .optional()
      .describe(
        'Whether the contact may log in to the API. Switching it off revokes the tokens of the contact. To switch it on, the token needs all rights.',
      ),
    api_client_ip_list: addressLists
      .optional()
      .describe('Addresses from which the contact may use the API; replaces the list.'),
    rcp_client_ip_list: addressLists
      .optional()
      .describe('Addresses from which the contact may use the control panel; replaces the list.'),
    password_change_declined_at: text
      .optional()
      .describe('When the contact declined to change the password, as `YYYY-MM-DD HH:MM:SS` in UTC.'),
    additional_data: contactAdditionalData
      .optional()
      .describe('Further data about the person; absent fields stay as they are.'),
  }),
  result: success,
  refusesLimitedKeys: true,
  errors: [
    'key_limited',
    'contact_not_found',
    'contact_role_missing',
    'contact_role_invalid',
    'contact_is_last_admin',
    'email_invalid',
    'phone_invalid',
    'country_invalid',
    'address_list_invalid',
  ],
  example: { role: 'billing', api_access_enabled: true, api_client_ip_list: { allow: ['192.0.2.0/24'] } },
  schemas: { request: 'contactUpdateContactRequest', response: 'contactUpdateContactResponse' },
})
