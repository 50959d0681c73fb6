import { z } from 'zod'
import { address, personName, phone } from '../customers/person'
import { wireDate } from '../primitives/dates'
import { texts } from '../primitives/texts'

/** Addresses and CIDR ranges that a contact person may, or may not, come from. */
export const addressLists = z
  .object({
    allow: z.array(z.string().max(64)).max(1000).optional(),
    deny: z.array(z.string().max(64)).max(1000).optional(),
  })
  .meta({ id: 'AddressLists' })

export const contactAdditionalData = z
  .object(texts('birth_city', 'birth_date', 'social_security_number'))
  .meta({ id: 'ContactAdditionalData' })

/** A contact: a person who acts for the reseller, with a login of its own. */
export const contact = z
  .object({
    id: z.int(),
    reseller_id: z.int(),
    username: z.string(),
    role: z.string(),
    company_name: z.string().optional(),
    name: personName,
    address: address.optional(),
    phone: phone.optional(),
    email: z.string(),
    vat: z.string().optional(),
    locale: z.string().optional(),
    comments: z.string().optional(),
    is_active: z.boolean(),
    api_access_enabled: z.boolean(),
    api_client_ip_list: addressLists,
    rcp_client_ip_list: addressLists.optional(),
    auth_type: z.string().optional(),
    secret_key: z.string().optional(),
    hash_changed_at: wireDate.optional(),
    last_api_call_at: wireDate.optional(),
    last_login_at: wireDate.optional(),
    password_changed_at: wireDate.optional(),
    password_change_declined_at: wireDate.optional(),
    additional_data: contactAdditionalData.optional(),
  })
  .meta({ id: 'Contact' })
