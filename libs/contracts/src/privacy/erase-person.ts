import { z } from 'zod'
import { internalOperation } from '../operation'
import { operatorName } from '../primitives/operator-name'

/**
 * Deletes a customer or a contact person and erases the data in all services: at once, or when the duty to keep the data of
 * a registrant ends. A customer that was deleted before is not an error.
 */
export const erasePerson = internalOperation({
  id: 'privacy.erase',
  service: 'customers',
  audience: 'operator',
  effect: 'write',
  summary: 'Erase the data of a person',
  body: z.object({
    operator: operatorName,
    /** Either of the two. */
    handle: z.string().min(1).max(255).optional(),
    username: z.string().min(1).max(255).optional(),
  }),
  result: z.object({
    /** When the data will be erased; null when they are erased. */
    keptUntil: z.iso.datetime().nullable(),
  }),
  errors: [
    'customer_not_found',
    'customer_in_use',
    'customer_in_product',
    'customer_in_order',
    'person_not_found',
    'contact_is_last_admin',
  ],
})
