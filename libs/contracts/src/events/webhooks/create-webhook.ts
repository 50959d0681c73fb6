import { z } from 'zod'
import { operation } from '../../operation'
import { webhook, webhookFields, webhookSecret } from './webhook'

/** Creates a webhook: an address to which the events of the account are sent from now on. */
export const createWebhook = operation({
  id: 'webhooks.create',
  service: 'events',
  effect: 'write',
  isSecret: true,
  // An ignored filter would send events that its creator did not want to send.
  isStrict: true,
  isForPeople: true,
  method: 'POST',
  path: '/v1/webhooks',
  summary: 'Create a webhook',
  description:
    'Use to get the events of the account sent to your server, instead of asking for them. Each event is a POST with the event as events.list shows it, signed as Standard Webhooks say. It begins with the next event. It sends what its creator may read, as long as the creator may read it. The secret is shown only once. Free of charge. Undo with webhooks.delete.',
  body: z.object({
    url: webhookFields.url,
    types: webhookFields.types.optional(),
    description: webhookFields.description.optional(),
  }),
  result: webhook.extend({ secret: webhookSecret }),
  errors: ['webhook_url_refused', 'webhook_limit_reached', 'webhooks_unavailable', 'access_denied'],
  example: { url: 'https://hooks.example.com/nameyard', types: ['domain.*'] },
})
