import { z } from 'zod'
import { operation } from '../../operation'
import { integer, word } from '../../primitives/scalars'
import { delivery, deliveryId, deliveryStatuses } from './delivery'
import { webhookId } from './webhook'

/** Lists the deliveries of a webhook. */
export const listWebhookDeliveries = operation({
  id: 'webhooks.list-deliveries',
  service: 'events',
  effect: 'read',
  // The address of a webhook may have a secret of its own.
  roles: ['admin', 'tech'],
  isForPeople: true,
  method: 'GET',
  path: '/v1/webhooks/:id/deliveries',
  summary: 'List deliveries of a webhook',
  description:
    'Use to find out which events a receiver got, what it answered, and what is tried again. Newest first. Deliveries stay for 30 days after they ended, or as long as the operator has set. Free of charge.',
  params: z.object({ id: webhookId }),
  query: z.object({
    status: word(...deliveryStatuses)
      .optional()
      .describe('Only deliveries with this status.'),
    type: z.string().max(64).optional().describe('Only deliveries of events of this type.'),
    event: z.string().max(64).optional().describe('Only deliveries of the event with this id.'),
    before: deliveryId.optional().describe('The `next_before` of the page before: continues the list.'),
    limit: integer({ min: 1, max: 100 })
      .prefault(20)
      .describe('Number of deliveries on a page, 1 to 100; 20 by default.'),
  }),
  result: z.object({
    results: z.array(delivery).describe('The deliveries of this page; an empty list when nothing matches.'),
    next_before: z.int().nullable().describe('The `before` of the next page; null on the last page.'),
  }),
  errors: ['webhook_not_found'],
})
