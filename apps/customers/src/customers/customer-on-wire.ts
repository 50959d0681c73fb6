import type { WireCustomer } from '@nameyard/contracts/customers/customer'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { instant, isSet, jsonRows, list, mapped, number, text, words } from '@nameyard/persistence/json-rows'
import { verificationStates } from '../account-events/customer-events'
import type { EmailVerification } from '../email-verification/email-verification.store'
import { partyOnWire } from '../party/model/party-details'
import type { ShownCustomer } from './customer.store'

/** The wire form of a customer. The data for registries is included only on request. */
export function customerOnWire(row: ShownCustomer, withAdditionalData: boolean): WireCustomer {
  const wire: WireCustomer = {
    id: row.id,
    handle: row.handle,
    reseller_id: row.reseller_id,
    ...partyOnWire(row),
    email: row.email,
    email_verification_status: row.email_status && verificationStates[row.email_status],
    username: row.username,
    comments_last_changed_at: printDate(row.comments_changed_at),
    tags: row.tags.map((value) => ({ key: 'customer', value })),
    is_deleted: row.deleted_at !== null,
    deleted_at: printDate(row.deleted_at),
  }
  if (withAdditionalData) {
    wire.additional_data = row.additional_data
    wire.extension_additional_data = row.extension_additional_data
  }
  return wire
}

/** The same from the columns of a row, for lists: without the data for registries, and `inn`, which no customer has. */
export const customersAsJson = jsonRows<
  Omit<WireCustomer, 'additional_data' | 'extension_additional_data' | 'inn'>
>().of(
  {
    id: number('id'),
    handle: text('handle'),
    reseller_id: number('reseller_id'),
    company_name: text('company_name'),
    name: {
      first_name: text('first_name'),
      last_name: text('last_name'),
      prefix: text('prefix'),
      initials: text('initials'),
      full_name: words('first_name', 'prefix', 'last_name'),
    },
    address: {
      street: text('street'),
      number: text('house_number'),
      suffix: text('house_suffix'),
      zipcode: text('zipcode'),
      city: text('city'),
      state: text('state'),
      country: text('country'),
    },
    phone: {
      country_code: text('phone_country_code'),
      area_code: text('phone_area_code'),
      subscriber_number: text('phone_subscriber_number'),
    },
    fax: {
      country_code: text('fax_country_code'),
      area_code: text('fax_area_code'),
      subscriber_number: text('fax_subscriber_number'),
    },
    vat: text('vat'),
    locale: text('locale'),
    comments: text('comments'),
    email: text('email'),
    email_verification_status: mapped('email_status', (status) =>
      status === null ? null : verificationStates[status as EmailVerification['status']],
    ),
    username: text('username'),
    comments_last_changed_at: instant('comments_changed_at'),
    tags: list('tags', (value) => ({ key: 'customer', value })),
    is_deleted: isSet('deleted_at'),
    deleted_at: instant('deleted_at'),
  },
  ['id', 'total'],
)
