import { z } from 'zod'
import { operation } from '../operation'
import { refusedAs } from '../primitives/refused-as'
import { text, unlessBlank } from '../primitives/scalars'
import { customerAdditionalData, extensionAdditionalData } from './additional-data'
import { tag } from './customer'
import { detailErrors, nameErrors } from './customer-errors'
import { address, personName, phone } from './person'

/** Makes a customer and gives it a handle. */
export const createCustomer = operation({
  id: 'customers.create',
  service: 'customers',
  effect: 'write',
  method: 'POST',
  path: '/v1/customers',
  summary: 'Create a customer',
  description:
    'Use before a domain is ordered for somebody new: orders name their registrant by the handle that this answers. Costs nothing; an unused one is deleted with customers.delete.',
  body: z.object({
    company_name: text.optional().meta({ description: 'Empty or absent for an individual.' }),
    name: personName,
    address,
    phone,
    fax: phone.partial().optional(),
    email: refusedAs(text, { missing: 'email_missing' }),
    username: unlessBlank,
    vat: text.optional(),
    locale: unlessBlank.meta({ description: 'Such as en_GB.' }),
    comments: text.optional(),
    tags: z.array(tag).optional(),
    additional_data: customerAdditionalData.optional(),
    extension_additional_data: z.array(extensionAdditionalData).optional(),
  }),
  result: z.object({ handle: z.string() }),
  errors: [...nameErrors, ...detailErrors],
})
