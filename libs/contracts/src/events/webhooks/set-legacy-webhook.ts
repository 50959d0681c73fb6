import { z } from 'zod'
import { internalOperation } from '../../operation'
import { success } from '../../primitives/page'

/**
 * Sets the webhook of the older form, which `PUT /v1/resellers/{id}` describes: an account has at most one. A new address or
 * key is stored only after a test request was answered with 200. Absent and empty texts stay as they are.
 */
export const setLegacyWebhook = internalOperation({
  id: 'webhooks.set-legacy',
  service: 'events',
  audience: 'service',
  callers: ['customers'],
  effect: 'write',
  summary: 'Set the webhook of the notification settings',
  body: z.object({
    isEnabled: z.boolean(),
    host: z.string(),
    apiKey: z.string(),
    signatureSecret: z.string(),
  }),
  result: success,
  errors: [
    'webhook_test_failed',
    'webhook_limit_reached',
    'webhooks_unavailable',
    'access_denied',
    'role_insufficient',
    'person_needed',
  ],
})
