import type { z } from 'zod'
import type { contact } from '@nameyard/contracts/contacts/contact'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { addressOnWire, nameOnWire, phoneOnWire } from '../party/model/party-details'
import type { Contact } from './contact.store'

/** The wire form of a contact, without the password. Extra data is included only on request. */
export function contactOnWire(row: Contact, withAdditionalData: boolean): z.input<typeof contact> {
  return {
    id: row.id,
    reseller_id: row.reseller_id,
    username: row.username,
    role: row.role,
    company_name: row.company_name,
    name: nameOnWire(row),
    address: addressOnWire(row),
    phone: phoneOnWire(row),
    email: row.email,
    vat: row.vat,
    locale: row.locale,
    comments: row.comments,
    is_active: row.is_active,
    api_access_enabled: row.api_access_enabled,
    api_client_ip_list: { allow: [...row.api_allowed_from], deny: [...row.api_denied_from] },
    rcp_client_ip_list: { allow: [...row.panel_allowed_from], deny: [...row.panel_denied_from] },
    auth_type: row.auth_type,
    last_api_call_at: printDate(row.last_api_call_at),
    last_login_at: printDate(row.last_login_at),
    hash_changed_at: printDate(row.password_changed_at),
    password_changed_at: printDate(row.password_changed_at),
    password_change_declined_at: printDate(row.password_change_declined_at),
    ...(withAdditionalData && { additional_data: row.additional_data }),
  }
}
