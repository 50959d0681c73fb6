import { z } from 'zod'
import { address, personName, phone } from '../customers/person'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { flag, resourceId, text } from '../primitives/scalars'
import { addressLists, contactAdditionalData } from './contact'

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
  params: z.object({ id: resourceId }),
  body: z.object({
    role: text.optional(),
    type: text.optional().meta({ description: 'Accepted without effect.' }),
    auth_type: text.optional(),
    company_name: text.optional(),
    name: personName.partial().optional(),
    address: address.partial().optional(),
    phone: phone.partial().optional(),
    email: text.optional(),
    vat: text.optional(),
    inn: text.optional(),
    kpp: text.optional(),
    locale: text.optional(),
    comments: text.optional(),
    is_active: flag.optional(),
    api_access_enabled: flag.optional(),
    api_client_ip_list: addressLists.optional().meta({ description: 'Where API calls may come from.' }),
    rcp_client_ip_list: addressLists.optional().meta({ description: 'Where the control panel may be used from.' }),
    password_change_declined_at: text.optional(),
    additional_data: contactAdditionalData.optional(),
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
