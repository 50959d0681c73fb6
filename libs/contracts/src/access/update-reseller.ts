import { z } from 'zod'
import { nameErrors, particularErrors } from '../customers/customer-errors'
import { address, personName, phone, personExample } from '../customers/person'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { notificationsGiven } from './notifications-settings'
import { resellerId } from './reseller-id'
import { resellerProfile } from './reseller-profile'

/** Refusals of account details that customers do not have. */
export const profileErrors = ['inn_invalid', 'kpp_invalid', 'website_invalid'] as const

/** Changes the details of the account. Absent fields stay as they are, also within objects. */
export const updateReseller = operation({
  id: 'resellers.update',
  service: 'customers',
  effect: 'write',
  roles: ['admin', 'billing'],
  fieldsForPeople: ['notifications_settings'],
  method: 'PUT',
  path: '/v1/resellers/:id',
  summary: 'Update your account',
  description:
    'Use to correct the name, address or tax numbers of your account. Absent fields stay as they are. The id is that of resellers.get. Free of charge. Undo with another update.',
  params: z.object({ id: resellerId }),
  body: resellerProfile
    .extend({
      name: personName
        .partial()
        .describe('Name of the person responsible for the account; absent parts stay as they are.'),
      address: address.partial().describe('Postal address of the account; absent parts stay as they are.'),
      phone: phone.partial().describe('Telephone number of the account; absent parts stay as they are.'),
      notifications_settings: notificationsGiven.describe(
        'Which notifications the account gets. Administrators and technical people change it.',
      ),
    })
    .partial(),
  result: success,
  errors: [
    'reseller_not_found',
    ...nameErrors,
    ...particularErrors,
    ...profileErrors,
    'webhook_test_failed',
    'webhook_limit_reached',
    'webhooks_unavailable',
    'access_denied',
    'person_needed',
  ],
  example: {
    company_name: 'Example BV',
    address: personExample.address,
    phone: personExample.phone,
    vat: 'NL123456782B12',
  },
  schemas: { request: 'resellerUpdateResellerRequest', response: 'resellerUpdateResellerResponse' },
})
