import { z } from 'zod'
import { operation } from '../../operation'
import { wireDate } from '../../primitives/dates'
import { integer } from '../../primitives/scalars'
import { webhookId, webhookSecret } from './webhook'

/** Hours for which the former secret signs too. */
const OVERLAP_HOURS = 24

/** Replaces the secret of a webhook. */
export const rotateWebhookSecret = operation({
  id: 'webhooks.rotate-secret',
  service: 'events',
  effect: 'write',
  isSecret: true,
  isStrict: true,
  isForPeople: true,
  isDestructive: true,
  isIdempotent: false,
  method: 'POST',
  path: '/v1/webhooks/:id/rotate-secret',
  summary: 'Replace the secret of a webhook',
  description:
    'Use regularly, or when a secret may be known to others. Deliveries have the signatures of both secrets until the overlap ends, so that receivers can change without a gap. The new secret is shown only once. Free of charge. Cannot be undone.',
  params: z.object({ id: webhookId }),
  body: z.object({
    overlap_hours: integer({ min: 0, max: 168 })
      .prefault(OVERLAP_HOURS)
      .describe('Hours for which the former secret signs too: 24 by default; 0 if others know it; at most 168.'),
  }),
  result: z.object({
    secret: webhookSecret,
    former_secret_until: wireDate.describe('Until when the former secret signs too; unset if it does not.'),
  }),
  errors: ['webhook_not_found', 'webhook_is_legacy', 'webhooks_unavailable'],
  example: { overlap_hours: 24 },
})
