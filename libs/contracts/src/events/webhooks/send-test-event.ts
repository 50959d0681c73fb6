import { z } from 'zod'
import { operation } from '../../operation'
import { webhookId } from './webhook'

/** Sends a test event to a webhook. */
export const sendTestEvent = operation({
  id: 'webhooks.send-test',
  service: 'events',
  effect: 'write',
  isStrict: true,
  isForPeople: true,
  method: 'POST',
  path: '/v1/webhooks/:id/test',
  summary: 'Send a test event',
  description:
    'Use to see how your receiver handles an event of any type. The event has example data, `istest` and the sequence 0; it is not in the log. It is sent whatever the filter of the webhook, with the same retries. Its outcome is in webhooks.list-deliveries. Free of charge.',
  params: z.object({ id: webhookId }),
  body: z.object({
    type: z.string().max(64).describe('Type of the event, such as `domain.activated`.'),
  }),
  result: z.object({
    delivery: z.int().describe('Number under which webhooks.list-deliveries shows it.'),
    event: z.string().describe('Id of the event: `webhook-id` of the request.'),
  }),
  errors: ['webhook_not_found', 'webhook_not_active', 'webhook_tests_waiting'],
  example: { type: 'domain.activated' },
})
