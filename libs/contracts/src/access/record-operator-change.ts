import { z } from 'zod'
import { command } from '../event'
import { operatorName } from './operator-name'

/** Writes into the audit log what an operator changed at another service; sent in the transaction that changed it. */
export const recordOperatorChange = command({
  id: 'access.record-operator-change',
  service: 'customers',
  payload: z.object({
    at: z.iso.datetime(),
    operator: operatorName,
    /** The account whose object was changed; null for what belongs to the platform. */
    resellerId: z.int().nullable(),
    /** Id of the operation in the contracts. */
    operation: z.string(),
    /** Kind and number of what was changed: `price list shipped-eur`. */
    subject: z.string(),
    changes: z.record(z.string(), z.object({ from: z.unknown().optional(), to: z.unknown() })),
  }),
})
