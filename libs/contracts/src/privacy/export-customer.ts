import { z } from 'zod'
import { operation } from '../operation'
import { handle } from '../primitives/scalars'
import { administrators } from '../roles'
import { personalData } from './personal-data'

/** Everything that the platform has about a customer, in one document. */
export const exportCustomer = operation({
  id: 'customers.export',
  service: 'customers',
  effect: 'read',
  roles: administrators,
  method: 'POST',
  path: '/v1/customers/:handle/export',
  summary: 'Export the data of a customer',
  description:
    'Returns all that the platform has about a person as one JSON document: the customer, the verification of the address, ' +
    'domains with their history, commands at registries, certificates and e-mail DMARC. Use when the person asks for a copy ' +
    '(GDPR, articles 15 and 20). Only for administrators of the account. Has no secrets. Free of charge.',
  params: z.object({ handle }),
  result: z.object({
    handle,
    exported_at: z.string().describe('The time of the export, in UTC.'),
    data: personalData.describe('Rows about the person, by what they are, such as `domains`.'),
  }),
  errors: ['customer_not_found'],
  schemas: { response: 'customerExportCustomerResponse' },
})
