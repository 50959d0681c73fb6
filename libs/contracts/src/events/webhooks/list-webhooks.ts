import { z } from 'zod'
import { operation } from '../../operation'
import { webhook } from './webhook'

/** Lists the webhooks of the account. */
export const listWebhooks = operation({
  id: 'webhooks.list',
  service: 'events',
  effect: 'read',
  // The address of a webhook may have a secret of its own.
  roles: ['admin', 'tech'],
  isForPeople: true,
  method: 'GET',
  path: '/v1/webhooks',
  summary: 'List webhooks',
  description:
    'Use to see to which addresses the events of the account are sent, and whether they are accepted. Newest first. Free of charge.',
  result: z.object({ results: z.array(webhook).describe('All webhooks of the account; an empty list without one.') }),
})
