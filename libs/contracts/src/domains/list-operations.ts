import { z } from 'zod'
import { operation } from '../operation'
import { wireDate } from '../primitives/dates'
import { page, results } from '../primitives/page'
import { registryOperationObstacle, registryOperationState } from '../registry/describe-operations'
import { registryOperationKind } from '../registry/submit-operation'
import { domainId } from './domain-fields'

/** A registry operation of a domain as resellers see it. */
export const domainOperation = z
  .object({
    id: z
      .uuid()
      .describe('Id of the operation (UUID).')
      .meta({ examples: ['0190a6f2-6c1e-7b3a-9d0b-2a4c6b1a7d10'] }),
    kind: registryOperationKind.describe('Kind of the registry operation, such as domain.create or domain.renew.'),
    purpose: z.string().describe('Purpose of the operation, such as `renew`, or `info` for a query of the registry.'),
    cause: z
      .enum(['order', 'timer', 'message', 'transition'])
      .describe('Cause of the operation: an order, a timer, a message of the registry, or another operation.'),
    state: registryOperationState.describe(
      'State of the operation. `unknown`: a command was sent, but the answer is missing. `reconciling`: the platform asks the registry for the result.',
    ),
    attempts: z.int().describe('How often the worker has tried.'),
    submitted_at: wireDate.describe('When the operation was submitted.'),
    pending_at: wireDate.describe('Since when it is pending at the registry (1001).'),
    settled_at: wireDate.describe('When the operation ended.'),
    next_look_at: wireDate.describe('When the worker next continues it, unless something happens before.'),
    waits_for: registryOperationObstacle
      .optional()
      .describe(
        'What the operation waits for: an answer of the registry, an earlier operation, the authorization of the registrant, the account or the money at the registry, a free session, a pause after a fault, or its turn.',
      ),
    reason: z
      .object({
        code: z.int().optional().describe('Code of the catalogue of errors.'),
        registry_code: z.int().optional().describe('Result code of the registry (RFC 5730 section 3), such as 2303.'),
        text: z.string().describe('The reason in words.'),
      })
      .optional()
      .describe('Why the operation failed, or why it waits.'),
  })
  .meta({ id: 'DomainOperation', description: 'An operation at the registry.' })

/** Lists the registry operations of a domain and their states, latest first. */
export const listOperations = operation({
  id: 'domains.list-operations',
  service: 'domains',
  effect: 'read',
  method: 'GET',
  path: '/v1/domains/:id/operations',
  admitsLimitedKeys: true,
  summary: 'List the registry operations of a domain',
  description:
    'Use to find out why a domain is not in the expected state: shows its registry operations, their states and what they wait for.',
  params: z.object({ id: domainId }),
  query: z.object(page({ max: 500 })),
  result: results(domainOperation),
  errors: ['domain_not_found'],
})
