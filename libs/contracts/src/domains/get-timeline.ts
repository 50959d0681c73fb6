import { z } from 'zod'
import { operation } from '../operation'
import { wireDate } from '../primitives/dates'
import { domainName } from '../primitives/domain-name'
import { priceGroup } from '../primitives/money'
import { deleteStatuses, domainStatus } from './domain'
import { domainId, about } from './about-domains'

/** What can happen to a domain by the mere passing of time. */
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
    description: z.string().describe('The event in one sentence for people.'),
    status: domainStatus.describe('Status of the domain from then on.'),
    delete_status: z.enum(deleteStatuses).describe('How far a deletion is from then on.'),
    is_certain: z.boolean().describe('False for what an action or a payment can still prevent.'),
  })
  .meta({ id: 'TimelineEvent', description: 'Something that will happen to the domain by itself.' })

const action = z
  .object({
    operation: z.string().meta({ description: 'Id of the operation: `domains.renew`.' }),
    who: z.enum(['account', 'registrant', 'registrar']).meta({ description: 'Who may do it.' }),
    until: wireDate.optional().meta({ description: 'Until when; absent while there is no end to it.' }),
    price: priceGroup.optional().meta({ description: 'What it costs now, for one year where it has years.' }),
  })
  .meta({ id: 'TimelineAction', description: 'Something that may be done with the domain now.' })

/** Tells what happens to a domain next and when, and who may still do what, at what price. */
export const getTimeline = operation({
  id: 'domains.get-timeline',
  service: 'domains',
  effect: 'read',
  method: 'GET',
  path: '/v1/domains/:id/timeline',
  summary: 'Tell what happens to a domain next',
  description:
    'Use to see what happens to a domain next and when, and what may still be done, by whom, until when and at what price.',
  params: z.object({ id: domainId }),
  result: z.object({
    id: z.int().describe('Number of the domain.'),
    domain: domainName.describe('Name of the domain in its two parts.'),
    status: domainStatus.describe(about.status),
    delete_status: z.enum(deleteStatuses).describe('How far a deletion is now.'),
    as_of: wireDate.describe('When the timeline was made.'),
    events: z.array(next).describe('What happens if nothing is done; the earliest first.'),
    actions: z.array(action).describe('What may be done now.'),
  }),
  errors: ['domain_not_found'],
})
