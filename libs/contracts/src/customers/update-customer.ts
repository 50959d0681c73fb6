import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { handle, text, unlessBlank } from '../primitives/scalars'
import { customerAdditionalData, extensionAdditionalData } from './additional-data'
import { tagsGiven } from './customer'
import { detailErrors } from './customer-errors'
import { address, personName, phone } from './person'
import { about } from './about-people'

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
  params: z.object({ handle: handle }),
  body: z.object({
    name: personName
      .partial()
      .optional()
      .describe(
        'Cannot be changed: another person is another customer. Accepted, and answered with a warning when it differs.',
      ),
    company_name: text
      .optional()
      .describe(
        'Cannot be changed: another company is another customer. Accepted, and answered with a warning when it differs.',
      ),
    address: address.partial().optional().describe('Postal address of the customer; parts that are absent stay.'),
    phone: phone.partial().optional().describe('Telephone number of the customer; parts that are absent stay.'),
    fax: phone.partial().optional().describe(about.fax),
    email: text
      .optional()
      .describe(
        'New e-mail address of the customer. Where registrants must confirm their address, a mail is sent to it.',
      ),
    vat: text.optional().describe(about.vat),
    locale: unlessBlank.describe(about.locale),
    comments: text.optional().describe(about.comments),
    tags: tagsGiven.describe(
      'Labels of your own on the customer; replaces the list. An entry without a value is left out.',
    ),
    additional_data: customerAdditionalData
      .optional()
      .describe('Facts that registries ask for, whatever the extension; those that are absent stay.'),
    extension_additional_data: z
      .array(extensionAdditionalData)
      .optional()
      .describe('Facts that single extensions ask for; extensions and facts that are absent stay.'),
  }),
  result: success,
  errors: ['customer_not_found', ...detailErrors],
})
