import { z } from 'zod'
import { event } from '../event'
import { registryOperationKind } from './submit-operation'

/**
 * A registry operation failed with 2104 (billing failure, RFC 5730 section 3): our balance at the registry is too low. The
 * worker retries it later and when an operator resumes the account. The settled event follows.
 */
export const registryOperationUnpaid = event({
  id: 'registry.operation-unpaid',
  producer: 'registry-worker',
  consumers: ['domains'],
  payload: z.object({
    operationId: z.uuid(),
    resellerId: z.int(),
    kind: registryOperationKind,
    object: z.string(),
    unpaidAt: z.iso.datetime(),
  }),
})
