import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { handle, text, unlessBlank } from '../primitives/scalars'
import { customerAdditionalData, extensionAdditionalData } from './additional-data'
import { tagsGiven } from './customer'
import { detailErrors } from './customer-errors'
import { address, personName, phone, personExample } from './person'
import { descriptions } from './person-fields'

/**
 * Changes a customer. Absent fields stay as they are, also within objects such as the address and the additional data.
 * Lists (tags, files) are replaced. Names cannot change, because another person is another customer. A request may
 * contain the name; a different name is answered with a warning.
 */
export const updateCustomer = operation({
  id: 'customers.update',
  service: 'customers',
  effect: 'write',
  method: 'PUT',
  path: '/v1/customers/:handle',
  summary: 'Update a customer',
  description:
    'Use to correct the data of a customer. Absent fields stay as they are. The registries of all domains that use the handle get the new data. To change the name of a registrant, use domains.trade. Free of charge. Undo with another update.',
  params: z.object({ handle: handle }),
  body: z.object({
    name: personName
      .partial()
      .optional()
      .describe(
        'Cannot be changed, because another person is another customer. A different name is ignored with a warning.',
      ),
    company_name: text
      .optional()
      .describe(
        'Cannot be changed, because another company is another customer. A different name is ignored with a warning.',
      ),
    address: address.partial().optional().describe('Postal address of the customer; absent parts stay as they are.'),
    phone: phone.partial().optional().describe('Telephone number of the customer; absent parts stay as they are.'),
    fax: phone.partial().optional().describe(descriptions.fax),
    email: text
      .optional()
      .describe(
        'New e-mail address of the customer. Where registrants must confirm their address, a mail is sent to it.',
      ),
    vat: text.optional().describe(descriptions.vat),
    locale: unlessBlank.describe(descriptions.locale),
    comments: text.optional().describe(descriptions.comments),
    tags: tagsGiven.describe(
      'Labels of your own on the customer; replaces the list. An entry without a value is left out.',
    ),
    additional_data: customerAdditionalData
      .optional()
      .describe('Data that registries ask for, for all extensions. Absent fields stay as they are.'),
    extension_additional_data: z
      .array(extensionAdditionalData)
      .optional()
      .describe('Data that single extensions ask for. Absent extensions and fields stay as they are.'),
  }),
  result: success,
  errors: ['customer_not_found', ...detailErrors],
  example: { email: 'ada@example.org', phone: personExample.phone },
  schemas: { request: 'customerUpdateCustomerRequest', response: 'customerUpdateCustomerResponse' },
})
