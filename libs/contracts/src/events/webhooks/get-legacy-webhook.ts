import { z } from 'zod'
import { internalOperation } from '../../operation'

/** Returns the webhook of the notification settings of an account, without its key and secret. */
export const getLegacyWebhook = internalOperation({
  id: 'webhooks.get-legacy',
  service: 'events',
  audience: 'service',
  callers: ['orders'],
  effect: 'read',
  summary: 'Read the webhook of the notification settings',
  body: z.object({ resellerId: z.int() }),
  result: z.object({
    isEnabled: z.boolean(),
    /** Empty without a webhook. */
    host: z.string(),
  }),
})
