import { z } from 'zod'
import { operation } from '../operation'
import { wireDate } from '../primitives/dates'
import { domainName } from '../primitives/domain-name'
import { priceGroup } from '../primitives/money'
import { resourceId } from '../primitives/scalars'
import { deleteStatuses, domainStatus } from './domain'

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
    at: wireDate,
    event: z.enum(timelineEvents),
    description: z.string(),
    status: domainStatus.meta({ description: 'The status from then on.' }),
    delete_status: z.enum(deleteStatuses),
    is_certain: z.boolean().meta({ description: 'False for what somebody or a payment can still prevent.' }),
  })
  .meta({ id: 'TimelineEvent' })

const action = z
  .object({
    operation: z.string().meta({ description: 'Id of the operation: `domains.renew`.' }),
    who: z.enum(['account', 'registrant', 'registrar']).meta({ description: 'Who may do it.' }),
    until: wireDate.meta({ description: 'Until when; unset while there is no end to it.' }),
    price: priceGroup.optional().meta({ description: 'What it costs now, for one year where it has years.' }),
  })
  .meta({ id: 'TimelineAction' })

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
  params: z.object({ id: resourceId }),
  result: z.object({
    id: z.int(),
    domain: domainName,
    status: domainStatus,
    delete_status: z.enum(deleteStatuses),
    as_of: wireDate,
    events: z.array(next).meta({ description: 'The earliest first; what follows if nobody does anything.' }),
    actions: z.array(action),
  }),
  errors: ['domain_not_found'],
})
