import { z } from 'zod'
import { internalOperation } from '../operation'
import { operatorName } from '../primitives/operator-name'
import { personalData } from './personal-data'

/** Everything that the platform has about a customer or a contact person, also of a deleted one whose data are still kept. */
export const exportPerson = internalOperation({
  id: 'privacy.export',
  service: 'customers',
  audience: 'operator',
  effect: 'read',
  summary: 'Export all data of a person',
  body: z.object({
    operator: operatorName,
    /** Either of the two. */
    handle: z.string().min(1).max(255).optional(),
    username: z.string().min(1).max(255).optional(),
  }),
  result: z.object({ exportedAt: z.string(), data: personalData }),
  errors: ['customer_not_found', 'person_not_found'],
})
