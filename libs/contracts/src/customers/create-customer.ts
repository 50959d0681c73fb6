import { z } from 'zod'
import { operation } from '../operation'
import { refusedAs } from '../primitives/refused-as'
import { text, unlessBlank } from '../primitives/scalars'
import { customerAdditionalData, extensionAdditionalData } from './additional-data'
import { tagsGiven } from './customer'
import { detailErrors, nameErrors } from './customer-errors'
import { address, personName, phone } from './person'
import { about } from './about-people'

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
    company_name: text.optional().describe(about.companyName),
    name: personName,
    address,
    phone,
    fax: phone.partial().optional().describe(about.fax),
    email: refusedAs(text, { missing: 'email_missing' }).describe(about.registrantEmail),
    username: unlessBlank.describe('Accepted from existing clients; customers do not log in.'),
    vat: text.optional().describe(about.vat),
    locale: unlessBlank.describe(about.locale),
    comments: text.optional().describe(about.comments),
    tags: tagsGiven.describe(
      'Labels of your own on the customer; a new one is added to the list of tags. An entry without a value is left out.',
    ),
    additional_data: customerAdditionalData.optional().describe(about.facts),
    extension_additional_data: z.array(extensionAdditionalData).optional().describe(about.factsOfExtensions),
  }),
  result: z.object({
    handle: z.string().describe('Handle of the new customer, such as AT123456-NL: name it in orders as owner_handle.'),
  }),
  errors: [...nameErrors, ...detailErrors],
})
