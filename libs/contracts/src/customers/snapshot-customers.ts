import { z } from 'zod'
import { internalOperation } from '../operation'
import { contactSnapshot } from '../registry/contact-snapshot'

/** Copies customers as a registry will learn them; handles that the account does not have are left out. */
export const snapshotCustomers = internalOperation({
  id: 'customers.snapshots',
  service: 'customers',
  audience: 'service',
  effect: 'read',
  summary: 'Copy customers for a registry operation',
  body: z.object({ resellerId: z.int(), handles: z.array(z.string()).max(10) }),
  result: z.object({ snapshots: z.array(contactSnapshot) }),
  errors: [],
})
