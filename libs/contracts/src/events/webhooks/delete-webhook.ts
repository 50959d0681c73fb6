import { z } from 'zod'
import { operation } from '../../operation'
import { success } from '../../primitives/page'
import { webhookId } from './webhook'

/** Deletes a webhook. */
export const deleteWebhook = operation({
  id: 'webhooks.delete',
  service: 'events',
  effect: 'write',
  isForPeople: true,
  method: 'DELETE',
  path: '/v1/webhooks/:id',
  summary: 'Delete a webhook',
  description:
    'Use when a receiver is not needed any more. Nothing more is sent, and its deliveries are forgotten. To stop for a while, pause it with webhooks.update. Free of charge. Cannot be undone.',
  params: z.object({ id: webhookId }),
  result: success,
  errors: ['webhook_not_found'],
})
