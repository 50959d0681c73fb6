import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { handle, text } from '../primitives/scalars'
import { customerAdditionalData, extensionAdditionalData } from './additional-data'
import { tag } from './customer'
import { address, phone } from './person'

/** Changes a customer; what is not sent stays. Names never change: another person is another customer. */
export const updateCustomer = operation({
  id: 'customers.update',
  service: 'customers',
  effect: 'write',
  method: 'PUT',
  path: '/v1/customers/:handle',
  summary: 'Update a customer',
  params: z.object({ handle }),
  body: z.object({
    address: address.partial().optional(),
    phone: phone.partial().optional(),
    fax: phone.partial().optional(),
    email: text.optional(),
    vat: text.optional(),
    locale: text.optional(),
    comments: text.optional(),
    tags: z.array(tag).optional(),
    additional_data: customerAdditionalData.optional(),
    extension_additional_data: z.array(extensionAdditionalData).optional(),
  }),
  result: success,
  errors: ['customer_not_found', 'phone_invalid', 'country_invalid', 'email_invalid'],
})
