import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { handle } from '../primitives/scalars'

/** Deletes a customer that no live domain, certificate or other product, and no order under way uses. */
export const deleteCustomer = operation({
  id: 'customers.delete',
  service: 'customers',
  effect: 'write',
  method: 'DELETE',
  path: '/v1/customers/:handle',
  summary: 'Delete a customer',
  description:
    'Deletes a handle that no live domain, certificate or order uses; a used one is refused. Cannot be undone. ' +
    'Costs nothing.',
  params: z.object({ handle }),
  result: success,
  errors: ['customer_not_found', 'customer_in_use', 'customer_in_product', 'customer_in_order'],
})
