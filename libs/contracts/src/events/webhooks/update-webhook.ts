import { z } from 'zod'
import { operation } from '../../operation'
import { word } from '../../primitives/scalars'
import { sequenceGiven } from '../event-fields'
import { webhook, webhookFields, webhookId } from './webhook'

/** Changes a webhook, pauses it, or lets it go on. */
export const updateWebhook = operation({
  id: 'webhooks.update',
  service: 'events',
  effect: 'write',
  isStrict: true,
  isForPeople: true,
  method: 'PUT',
  path: '/v1/webhooks/:id',
  summary: 'Change a webhook',
  description:
    'Use to change the address or the filter of a webhook, to pause it, or to let it go on after a pause or an end. Fields that are absent stay as they are. Who sets the address or lets it go on is the one with whose rights it reads from then on. Events of a pause are sent when it goes on. Free of charge. Can be changed back.',
  params: z.object({ id: webhookId }),
  body: z.object({
    url: webhookFields.url.optional(),
    types: webhookFields.types.optional(),
    description: webhookFields.description.optional(),
    status: word('active', 'paused')
      .optional()
      .describe('`paused` to send nothing until it goes on, `active` to let it go on.'),
    after: sequenceGiven
      .optional()
      .describe(
        'With status `active`: goes on with the events after this one, and gives up older ones. Needed if events that were not sent yet are gone.',
      ),
  }),
  result: webhook,
  errors: [
    'webhook_not_found',
    'webhook_is_legacy',
    'webhook_url_refused',
    'webhooks_unavailable',
    'access_denied',
    'events_expired',
    'events_unknown',
  ],
  example: { status: 'active' },
})
