import { z } from 'zod'
import { operation } from '../operation'
import { wireDate } from '../primitives/dates'
import { page, results } from '../primitives/page'
import { resourceId } from '../primitives/scalars'
import { registryOperationObstacle, registryOperationState } from '../registry/describe-operations'
import { registryOperationKind } from '../registry/submit-operation'

const domainOperation = z
  .object({
    id: z.uuid(),
    kind: registryOperationKind,
    purpose: z
      .string()
      .meta({ description: 'What it is for: `renew`, or `look` when the registry is only looked at.' }),
    cause: z.enum(['order', 'timer', 'message', 'transition']).meta({ description: 'What made us ask the registry.' }),
    state: registryOperationState.meta({
      description:
        'How far it is. `unknown`: a command was sent and its answer is missing; `reconciling`: the registry is being asked what became of it.',
    }),
    attempts: z.int().meta({ description: 'How often it was tried.' }),
    submitted_at: wireDate,
    pending_at: wireDate.meta({ description: 'Since when the registry keeps it pending (1001).' }),
    settled_at: wireDate,
    next_look_at: wireDate.meta({ description: 'When it is looked at next, unless something happens before.' }),
    waits_for: registryOperationObstacle.optional(),
    reason: z
      .object({
        code: z.int().optional().meta({ description: 'Code of the catalogue of errors.' }),
        registry_code: z.int().optional().meta({ description: 'Result code of the registry, RFC 5730 section 3.' }),
        text: z.string(),
      })
      .optional()
      .meta({ description: 'Why it ended as it did, or why it waits.' }),
  })
  .meta({ id: 'DomainOperation' })

/** Lists what was asked of the registry for a domain, the latest first, and how far each operation is. */
export const listOperations = operation({
  id: 'domains.list-operations',
  service: 'domains',
  effect: 'read',
  method: 'GET',
  path: '/v1/domains/:id/operations',
  summary: 'List what was asked of the registry for a domain',
  description:
    'Use to find out why a domain is not what it should be: what was asked of the registry, how far it is and what it waits for.',
  params: z.object({ id: resourceId }),
  query: z.object(page({ max: 500 })),
  result: results(domainOperation),
  errors: ['domain_not_found'],
})
