import { z } from 'zod'
import { errorName } from '../errors'
import { event } from '../event'
import { registryView } from './registry-view'
import { registryOperationKind } from './submit-operation'

/** Result of an operation: done, refused by the registry, or failed on our side. */
export const outcome = z.enum(['done', 'refused', 'failed'])

/** A registry operation ended; sent once for each operation, delivered at least once. */
export const registryOperationSettled = event({
  id: 'registry.operation-settled',
  producer: 'registry-worker',
  consumers: ['domains'],
  payload: z.object({
    operationId: z.uuid(),
    resellerId: z.int(),
    kind: registryOperationKind,
    object: z.string(),
    outcome,
    reason: z
      .object({
        refusal: errorName,
        /** Result code of RFC 5730 section 3, when the registry gave one. */
        code: z.int().optional(),
        text: z.string(),
        /** The refused object, if it is a contact or host of the domain and not the domain itself. */
        subject: z.string().optional(),
      })
      .optional(),
    /** State of the object at the registry. */
    registry: registryView,
    settledAt: z.iso.datetime(),
  }),
})
