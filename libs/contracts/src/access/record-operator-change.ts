import { z } from 'zod'
import { command } from '../event'
import { operatorName } from '../primitives/operator-name'

/** Adds a change that an operator made at another service to the audit log. Sent in the transaction of the change. */
export const recordOperatorChange = command({
  id: 'access.record-operator-change',
  service: 'customers',
  payload: z.object({
    at: z.iso.datetime(),
    operator: operatorName,
    /** The account whose object was changed; null for objects of the platform. */
    resellerId: z.int().nullable(),
    /** Id of the operation in the contracts. */
    operation: z.string(),
    /** Kind and number of what was changed: `price list shipped-eur`. */
    subject: z.string(),
    changes: z.record(z.string(), z.object({ from: z.unknown().optional(), to: z.unknown() })),
  }),
})
