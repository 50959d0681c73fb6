import { customer } from '../../customers/customer'
import { getCustomer } from '../../customers/get-customer'
import { accountEvent } from '../account-event'
import { changedFields } from './contact-events'

/** A customer as `GET /v1/customers/{handle}` shows it, without everything about the person: a customer can be erased, an event not. */
export const customerState = customer
  .pick({
    id: true,
    handle: true,
    reseller_id: true,
    email_verification_status: true,
    is_deleted: true,
    deleted_at: true,
  })
  .extend({ changed: changedFields })

const ofCustomer = { producer: 'customers', version: 1, read: getCustomer, state: customerState } as const

export const customerCreated = accountEvent({
  ...ofCustomer,
  type: 'customer.created',
  summary: 'A customer was created, by the account or from a contact that a registry has.',
})

export const customerChanged = accountEvent({
  ...ofCustomer,
  type: 'customer.changed',
  summary: 'Data or tags of a customer were changed. `changed` names the fields.',
})

export const customerDeleted = accountEvent({
  ...ofCustomer,
  type: 'customer.deleted',
  summary: 'A customer was deleted. Its data are erased at once, or when no duty keeps them any more.',
})

export const customerDataErased = accountEvent({
  ...ofCustomer,
  type: 'customer.erased',
  summary: 'The data of a customer that was deleted before were erased, because no duty keeps them any more.',
})

export const customerVerificationStarted = accountEvent({
  ...ofCustomer,
  type: 'customer.verification-started',
  summary:
    'A mail that verifies the address of a customer is sent, for the first time or again. It is told of the customer for whom it was started. Others with the same address share it.',
})

export const customerVerified = accountEvent({
  ...ofCustomer,
  type: 'customer.verified',
  summary: 'The address of a customer was verified. Domains that were suspended for it are not any more.',
})

export const customerVerificationFailed = accountEvent({
  ...ofCustomer,
  type: 'customer.verification-failed',
  summary: 'The mail that verifies the address of a customer could not be delivered.',
  notice: { severity: 'warning', text: 'The mail that verifies the address of {handle} could not be delivered.' },
})

export const customerVerificationExpired = accountEvent({
  ...ofCustomer,
  type: 'customer.verification-expired',
  summary: 'The address of a customer was not verified in time. Its domains are suspended until it is.',
  notice: {
    severity: 'critical',
    text: 'The address of {handle} was not verified in time. Domains with this registrant are suspended.',
  },
})
