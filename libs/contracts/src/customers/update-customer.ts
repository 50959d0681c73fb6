import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { handle, text, unlessBlank } from '../primitives/scalars'
import { customerAdditionalData, extensionAdditionalData } from './additional-data'
import { tag } from './customer'
import { detailErrors } from './customer-errors'
import { address, personName, phone } from './person'

/**
 * Changes a customer; what is not sent stays, also within parts: a part of an address, one fact of the extra data, the
 * facts of one extension. Lists (tags, files) are replaced. Names never change, another person is another customer: they
 * may be sent along, and another name than the customer's is answered with a warning.
 */
export const updateCustomer = operation({
  id: 'customers.update',
  service: 'customers',
  effect: 'write',
  method: 'PUT',
  path: '/v1/customers/:handle',
  summary: 'Update a customer',
  description:
    'Use to correct a customer; what is not sent stays. Registries are told for the domains that use the handle. The name of a registrant may need domains.trade instead. Costs nothing; undone by another update.',
  params: z.object({ handle }),
  body: z.object({
    name: personName.partial().optional().meta({ description: 'Never changes; accepted as it is.' }),
    company_name: text.optional().meta({ description: 'Never changes; accepted as it is.' }),
    address: address.partial().optional(),
    phone: phone.partial().optional(),
    fax: phone.partial().optional(),
    email: text.optional(),
    vat: text.optional(),
    locale: unlessBlank.meta({ description: 'Such as en_GB.' }),
    comments: text.optional(),
    tags: z.array(tag).optional(),
    additional_data: customerAdditionalData.optional(),
    extension_additional_data: z.array(extensionAdditionalData).optional(),
  }),
  result: success,
  errors: ['customer_not_found', ...detailErrors],
})
