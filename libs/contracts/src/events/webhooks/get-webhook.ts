import { z } from 'zod'
import { operation } from '../../operation'
import { webhook, webhookId } from './webhook'

/** Reads a webhook. */
export const getWebhook = operation({
  id: 'webhooks.get',
  service: 'events',
  effect: 'read',
  // The address of a webhook may have a secret of its own.
  roles: ['admin', 'tech'],
  isForPeople: true,
  method: 'GET',
  path: '/v1/webhooks/:id',
  summary: 'Read a webhook',
  description:
    'Use to see whether a webhook works, and why the platform paused or ended it. Never shows the secret. Free of charge.',
  params: z.object({ id: webhookId }),
  result: webhook,
  errors: ['webhook_not_found'],
})
