import { z } from 'zod'
import { nameErrors, particularErrors } from '../customers/customer-errors'
import { address, personName, phone } from '../customers/person'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { flag } from '../primitives/scalars'
import { resellerProfile } from './reseller-profile'
import { resellerId } from './reseller-id'

/** What can be wrong with what an account says of itself and customers do not. */
export const profileErrors = ['inn_invalid', 'kpp_invalid', 'website_invalid'] as const

/** Changes what the account says of itself; what is not sent stays, also within parts. */
export const updateReseller = operation({
  id: 'resellers.update',
  service: 'customers',
  effect: 'write',
  method: 'PUT',
  path: '/v1/resellers/:id',
  summary: 'Update the own account',
  description:
    'Use to correct the name, address or tax numbers of the account; what is not sent stays. The id is that of resellers.get. Costs nothing; undone by another update.',
  params: z.object({ id: resellerId }),
  body: resellerProfile
    .extend({
      name: personName
        .partial()
        .describe('Name of the person who answers for the account; parts that are absent stay.'),
      address: address.partial().describe('Postal address of the account; parts that are absent stay.'),
      phone: phone.partial().describe('Telephone number of the account; parts that are absent stay.'),
      notifications_settings: z
        .object({ is_webhook_enabled: flag.optional().describe('Webhooks are not offered here: `true` is refused.') })
        .describe('Which notifications the account receives.'),
    })
    .partial(),
  result: success,
  errors: ['reseller_not_found', ...nameErrors, ...particularErrors, ...profileErrors],
})
