import { z } from 'zod'
import { operation } from '../operation'
import { flag, handle } from '../primitives/scalars'
import { customer } from './customer'

/** Reads one customer by its handle. */
export const getCustomer = operation({
  id: 'customers.get',
  service: 'customers',
  effect: 'read',
  method: 'GET',
  path: '/v1/customers/:handle',
  summary: 'Read a customer',
  description: 'Use when you know the handle.',
  params: z.object({ handle }),
  query: z.object({
    with_additional_data: flag
      .prefault(false)
      .describe('Also show additional_data and extension_additional_data; false by default.'),
  }),
  result: customer,
  errors: ['customer_not_found'],
  schemas: { response: 'customerGetCustomerResponse' },
})
