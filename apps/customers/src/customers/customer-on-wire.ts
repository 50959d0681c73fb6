import type { WireCustomer } from '@nameyard/contracts/customers/customer'
import { printDate } from '@nameyard/contracts/primitives/dates'
import type { EmailVerification } from '../email-verification/email-verification.store'
import { partyOnWire } from '../party/model/party-details'
import type { ShownCustomer } from './customer.store'

const verificationStates = {
  'not verified': null,
  'in progress': 'REQ',
  verified: 'ACT',
  failed: 'FAI',
} as const satisfies Record<EmailVerification['status'], WireCustomer['email_verification_status']>

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
