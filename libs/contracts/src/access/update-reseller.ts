import { z } from 'zod'
import { nameErrors, particularErrors } from '../customers/customer-errors'
import { address, personName, phone } from '../customers/person'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { flag, resourceId } from '../primitives/scalars'
import { resellerProfile } from './reseller-profile'

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
  params: z.object({ id: resourceId }),
  body: resellerProfile
    .extend({
      name: personName.partial(),
      address: address.partial(),
      phone: phone.partial(),
      notifications_settings: z
        .object({ is_webhook_enabled: flag.optional() })
        .meta({ description: 'Webhooks are not offered here: refused when they are asked for.' }),
    })
    .partial(),
  result: success,
  errors: ['reseller_not_found', ...nameErrors, ...particularErrors, ...profileErrors],
})
