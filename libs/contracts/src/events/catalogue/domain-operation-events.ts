import { domain } from '../../domains/domain'
import { domainOperation, listOperations } from '../../domains/list-operations'
import { accountEvent } from '../account-event'

/**
 * An operation of a domain as `GET /v1/domains/{id}/operations` shows it, with the name of the domain. Left out is what
 * only the registry worker knows: how often it has tried, and when it looks again.
 */
export const domainOperationState = domainOperation
  .omit({ attempts: true, next_look_at: true })
  .extend({ domain: domain.shape.domain })

/**
 * The purposes of which no event of the domain tells people that they failed. What the platform does by itself, it tries again,
 * and tells its operators.
 */
const toldAlone = ['update', 'host', 'cancel', 'approve', 'reject'] as const

const ofOperation = { producer: 'domains', version: 1, read: listOperations, state: domainOperationState } as const

export const domainOperationPending = accountEvent({
  ...ofOperation,
  type: 'domain-operation.pending',
  summary:
    'A registry has accepted an operation of a domain and has not carried it out yet (1001, RFC 5730): another registrar or a review at the registry decides.',
})

export const domainOperationDone = accountEvent({
  ...ofOperation,
  type: 'domain-operation.done',
  summary: 'A registry has carried out an operation of a domain.',
})

export const domainOperationFailed = accountEvent({
  ...ofOperation,
  type: 'domain-operation.failed',
  summary:
    'An operation of a domain was not carried out. `state` says whether its registry has refused it or it has failed, and `reason` why.',
  notice: {
    severity: 'warning',
    text: 'What was ordered for {domain.name}.{domain.extension} was not carried out: {kind}.',
    only: toldAlone.map((purpose) => ({ purpose, cause: 'order' })),
  },
})
