import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { handle } from '../primitives/scalars'

/** Deletes a customer that no active domain, certificate, other product or pending order uses. */
export const deleteCustomer = operation({
  id: 'customers.delete',
  service: 'customers',
  effect: 'write',
  method: 'DELETE',
  path: '/v1/customers/:handle',
  summary: 'Delete a customer',
  description:
    'Deletes a customer. Refused while an active domain, a certificate or a pending order uses the handle. Cannot be undone. ' +
    'Free of charge.',
  params: z.object({ handle }),
  result: success,
  errors: ['customer_not_found', 'customer_in_use', 'customer_in_product', 'customer_in_order'],
  schemas: { response: 'customerDeleteCustomerResponse' },
})
