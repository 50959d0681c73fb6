import { z } from 'zod'
import { operation } from '../operation'
import { wireDate } from '../primitives/dates'
import { page, results } from '../primitives/page'
import { registryOperationObstacle, registryOperationState } from '../registry/describe-operations'
import { registryOperationKind } from '../registry/submit-operation'
import { domainId } from './about-domains'

const domainOperation = z
  .object({
    id: z.uuid().describe('Id of the operation (UUID).'),
    kind: registryOperationKind.describe('What the registry is asked for, such as domain.create or domain.renew.'),
    purpose: z.string().describe('What it is for: `renew`, or `look` when the registry is only looked at.'),
    cause: z
      .enum(['order', 'timer', 'message', 'transition'])
      .describe(
        'What made the platform ask the registry: an order, a timer, a message of the registry, or another operation.',
      ),
    state: registryOperationState.describe(
      'How far it is. `unknown`: a command was sent and its answer is missing. `reconciling`: the registry is being asked what became of it.',
    ),
    attempts: z.int().describe('How often it was tried.'),
    submitted_at: wireDate.describe('When it was asked for.'),
    pending_at: wireDate.describe('Since when the registry keeps it pending (1001).'),
    settled_at: wireDate.describe('When it ended.'),
    next_look_at: wireDate.describe('When it is looked at next, unless something happens before.'),
    waits_for: registryOperationObstacle
      .optional()
      .describe(
        'What it waits for: an answer of the registry, an earlier operation, the authorization of the registrant, the account or the money at the registry, a free session, a pause after a fault, or its turn.',
      ),
    reason: z
      .object({
        code: z.int().optional().describe('Code of the catalogue of errors.'),
        registry_code: z.int().optional().describe('Result code of the registry (RFC 5730 section 3), such as 2303.'),
        text: z.string().describe('The reason in words.'),
      })
      .optional()
      .describe('Why it ended as it did, or why it waits.'),
  })
  .meta({ id: 'DomainOperation', description: 'Something that the registry was asked for.' })

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
  params: z.object({ id: domainId }),
  query: z.object(page({ max: 500 })),
  result: results(domainOperation),
  errors: ['domain_not_found'],
})
