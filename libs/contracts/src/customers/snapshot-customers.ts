import { z } from 'zod'
import { internalOperation } from '../operation'
import { contactSnapshot } from '../registry/contact-snapshot'

/** Copies customers for a registry operation, in the terms of RFC 5733. Handles of other accounts are left out. */
export const snapshotCustomers = internalOperation({
  id: 'customers.snapshots',
  service: 'customers',
  audience: 'service',
  callers: ['domains', 'orders'],
  effect: 'read',
  summary: 'Copy customers for a registry operation',
  body: z.object({ resellerId: z.int(), handles: z.array(z.string()).max(10) }),
  result: z.object({ snapshots: z.array(contactSnapshot) }),
  errors: [],
})
