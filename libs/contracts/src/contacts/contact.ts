import { z } from 'zod'
import { address, personName, phone } from '../customers/person'
import { descriptions } from '../customers/person-fields'
import { wireDate } from '../primitives/dates'
import { texts } from '../primitives/texts'

/** Addresses and CIDR ranges that a contact person may or may not use. */
export const addressLists = z
  .object({
    allow: z
      .array(z.string().max(64))
      .max(1000)
      .optional()
      .describe('Allowed addresses and CIDR ranges; an empty list allows all. At most 1000 entries.'),
    deny: z
      .array(z.string().max(64))
      .max(1000)
      .optional()
      .describe('Refused addresses and CIDR ranges, even if the other list allows them. At most 1000 entries.'),
  })
  .meta({ id: 'AddressLists', description: 'IPv4 and IPv6 addresses and CIDR ranges, such as 192.0.2.0/24.' })

export const contactAdditionalData = z
  .object(
    texts({
      birth_city: 'Town in which the person was born.',
      birth_date: 'Day of birth as `YYYY-MM-DD`.',
      social_security_number: 'National identification number of the person.',
    }),
  )
  .meta({ id: 'ContactAdditionalData', description: 'Further data about the person.' })

/** A contact: a person who acts for the account, with a login of their own. */
export const contact = z
  .object({
    id: z.int().describe('Number of the contact.'),
    reseller_id: z.int().describe(descriptions.resellerId),
    username: z.string().describe('Name with which the contact logs in; unique on the platform.'),
    role: z.string().describe('What the contact is for, and may do: admin, tech, billing or readonly.'),
    company_name: z.string().optional().describe(descriptions.companyName),
    name: personName,
    address: address.optional(),
    phone: phone.optional(),
    email: z.string().describe('Address for mail to the contact.'),
    vat: z.string().optional().describe(descriptions.vat),
    locale: z.string().optional().describe(descriptions.locale),
    comments: z.string().optional().describe(descriptions.comments),
    is_active: z.boolean().describe('Whether the contact may log in at all.'),
    api_access_enabled: z
      .boolean()
      .describe('Whether the contact may log in to the API. Switching it off revokes the tokens of the contact.'),
    api_client_ip_list: addressLists.describe('Addresses from which the contact may use the API.'),
    rcp_client_ip_list: addressLists.optional().describe('Addresses from which the contact may use the control panel.'),
    auth_type: z
      .string()
      .optional()
      .describe('How the contact logs in to the control panel; kept for clients, without effect on the API.'),
    secret_key: z.string().optional().describe('Never shown: always absent or empty.'),
    hash_changed_at: wireDate.optional().describe('When the password hash was last changed.'),
    last_api_call_at: wireDate.optional().describe('When the contact last called the API.'),
    last_login_at: wireDate.optional().describe('When the contact last logged in.'),
    password_changed_at: wireDate.optional().describe('When the contact last changed the password.'),
    password_change_declined_at: wireDate.optional().describe('When the contact last declined to change the password.'),
    additional_data: contactAdditionalData
      .optional()
      .describe('Further data about the person; only with with_additional_data.'),
  })
  .meta({ id: 'Contact', description: 'A person who acts for the account, with a login of their own.' })
