import { z } from 'zod'
import { event } from '../event'
import { registryView } from './registry-view'
import { registryOperationKind } from './submit-operation'

/**
 * The registry accepted an operation with 1001 (action pending, RFC 5730 section 3): a transfer that the losing registrar
 * may refuse, a create that is reviewed. The settled event follows.
 */
export const registryOperationPending = event({
  id: 'registry.operation-pending',
  producer: 'registry-worker',
  consumers: ['domains'],
  payload: z.object({
    operationId: z.uuid(),
    resellerId: z.int(),
    kind: registryOperationKind,
    object: z.string(),
    registry: registryView,
    pendingAt: z.iso.datetime(),
  }),
})
