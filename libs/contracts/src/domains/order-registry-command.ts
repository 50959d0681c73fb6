import { z } from 'zod'
import { internalOperation } from '../operation'
import { operatorName } from '../primitives/operator-name'
import { domainStatus } from './domain'

/**
 * Orders a command that only the registry of a domain has, such as a deletion on a day. Nothing is charged or refunded here.
 * Afterwards the domain follows the state that the registry shows.
 */
export const orderRegistryCommand = internalOperation({
  id: 'domains.order-registry-command',
  service: 'domains',
  audience: 'operator',
  effect: 'write',
  summary: 'Order a command that only the registry of a domain has',
  body: z.object({
    operator: operatorName,
    /** Whole name, in Unicode or in A-labels. */
    name: z.string().trim().min(1).max(255),
    /** Name of the command, as `registry.list-commands` returns it. */
    command: z.string().trim().min(1).max(64),
    /** What the command needs, by its schema. */
    data: z.record(z.string(), z.json()),
    /** Kept in the audit log. */
    reason: z.string().trim().min(1).max(1000),
  }),
  result: z.object({
    /** In A-labels. */
    name: z.string(),
    resellerId: z.int(),
    operationId: z.uuid(),
    /** False if the registry has not answered yet: the operation goes on. */
    isDone: z.boolean(),
    /** Status that resellers see now. */
    status: domainStatus,
  }),
  errors: [
    'domain_not_found',
    'domain_status_prohibits',
    'registry_refused',
    'domain_unknown_to_registry',
    'domain_elsewhere',
    'registry_unavailable',
  ],
})
