import { z } from 'zod'
import { event } from '../event'
import { registryOperationKind } from './submit-operation'

/**
 * The registry wants to see money before it carries an operation out (result code 2104, RFC 5730 section 3). It is tried
 * again after a while and when an operator resumes the account; its settlement follows.
 */
export const registryOperationUnpaid = event({
  id: 'registry.operation-unpaid',
  producer: 'registry-worker',
  payload: z.object({
    operationId: z.uuid(),
    resellerId: z.int(),
    kind: registryOperationKind,
    object: z.string(),
    unpaidAt: z.iso.datetime(),
  }),
})
