import { z } from 'zod'
import { operation } from '../operation'
import { refusedAs } from '../primitives/refused-as'
import { text, unlessBlank } from '../primitives/scalars'
import { customerAdditionalData, extensionAdditionalData } from './additional-data'
import { tagsGiven } from './customer'
import { detailErrors, nameErrors } from './customer-errors'
import { address, personName, phone, personExample } from './person'
import { descriptions } from './person-fields'

/** Creates a customer and gives it a handle. */
export const createCustomer = operation({
  id: 'customers.create',
  service: 'customers',
  effect: 'write',
  method: 'POST',
  path: '/v1/customers',
  summary: 'Create a customer',
  description:
    'Use before you order a domain for a new registrant. Returns the handle that orders use. Free of charge. Delete an unused customer with customers.delete.',
  body: z.object({
    company_name: text.optional().describe(descriptions.companyName),
    name: personName,
    address,
    phone,
    fax: phone.partial().optional().describe(descriptions.fax),
    email: refusedAs(text, { missing: 'email_missing' }).describe(descriptions.registrantEmail),
    username: unlessBlank.describe('Accepted from existing clients; customers do not log in.'),
    vat: text.optional().describe(descriptions.vat),
    locale: unlessBlank.describe(descriptions.locale),
    comments: text.optional().describe(descriptions.comments),
    tags: tagsGiven.describe(
      'Labels of your own on the customer; new tags are added to the list of tags. An entry without a value is left out.',
    ),
    additional_data: customerAdditionalData.optional().describe(descriptions.facts),
    extension_additional_data: z.array(extensionAdditionalData).optional().describe(descriptions.factsOfExtensions),
  }),
  result: z.object({
    handle: z.string().describe('Handle of the new customer, such as AT123456-NL; use it in orders as owner_handle.'),
  }),
  errors: [...nameErrors, ...detailErrors],
  example: { company_name: 'Example BV', ...personExample, locale: 'en_GB' },
  schemas: { request: 'customerCreateCustomerRequest', response: 'customerCreateCustomerResponse' },
})
