import { z } from 'zod'
import { operation } from '../operation'
import { wireDate } from '../primitives/dates'
import { domainName } from '../primitives/domain-name'
import { priceGroup } from '../primitives/money'
import { deleteStatuses, domainStatus } from './domain'
import { domainId, descriptions } from './domain-fields'

/** Events that can happen to a domain as time passes. */
export const timelineEvents = [
  'add_grace_ends',
  'transfer_lock_ends',
  'transfer_starts',
  'order_given_up',
  'transfer_completes',
  'renewal',
  'expiry',
  'soft_quarantine_ends',
  'quarantine_ends',
  'purge',
] as const

const next = z
  .object({
    at: wireDate.describe('When it happens.'),
    event: z.enum(timelineEvents).describe('What happens.'),
    description: z.string().describe('Description of the event in one sentence.'),
    status: domainStatus.describe('Status of the domain from then on.'),
    delete_status: z.enum(deleteStatuses).describe('State of the deletion from then on.'),
    is_certain: z.boolean().describe('False if an action or a payment can still prevent the event.'),
  })
  .meta({ id: 'TimelineEvent', description: 'A future event of the domain.' })

const action = z
  .object({
    operation: z.string().meta({ description: 'Id of the operation: `domains.renew`.' }),
    who: z.enum(['account', 'registrant', 'registrar']).meta({ description: 'Who can do it.' }),
    until: wireDate.optional().meta({ description: 'Until when it is possible; absent without a limit.' }),
    price: priceGroup.optional().meta({ description: 'Current price; for one year if the operation has a period.' }),
  })
  .meta({ id: 'TimelineAction', description: 'An operation that is possible now.' })

/** Returns the next events of a domain, and the operations that are possible now, by whom and at what price. */
export const getTimeline = operation({
  id: 'domains.get-timeline',
  service: 'domains',
  effect: 'read',
  method: 'GET',
  path: '/v1/domains/:id/timeline',
  admitsLimitedKeys: true,
  summary: 'Read the timeline of a domain',
  description:
    'Use to see what happens to a domain next and when, and which operations are still possible: by whom, until when and at what price.',
  params: z.object({ id: domainId }),
  result: z.object({
    id: z.int().describe('Number of the domain.'),
    domain: domainName.describe('Name of the domain in its two parts.'),
    status: domainStatus.describe(descriptions.status),
    delete_status: z.enum(deleteStatuses).describe('Current state of the deletion.'),
    as_of: wireDate.describe('When the timeline was computed.'),
    events: z.array(next).describe('Events that follow if nothing is done, earliest first.'),
    actions: z.array(action).describe('Operations that are possible now.'),
  }),
  errors: ['domain_not_found'],
})
