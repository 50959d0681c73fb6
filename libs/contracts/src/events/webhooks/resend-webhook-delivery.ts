import { z } from 'zod'
import { operation } from '../../operation'
import { success } from '../../primitives/page'
import { deliveryId } from './delivery'
import { webhookId } from './webhook'

/** Sends the event of a delivery again. */
export const resendWebhookDelivery = operation({
  id: 'webhooks.resend-delivery',
  service: 'events',
  effect: 'write',
  isForPeople: true,
  method: 'POST',
  path: '/v1/webhooks/:id/deliveries/:delivery/resend',
  summary: 'Send a delivery again',
  description:
    'Use when a receiver has lost an event, or to try a failed delivery at once. The same event is sent again with the same `webhook-id`, so that a receiver recognizes it, and tried for three days. Free of charge.',
  params: z.object({ id: webhookId, delivery: deliveryId }),
  result: success,
  errors: ['webhook_not_found', 'webhook_not_active', 'webhook_delivery_not_found', 'webhook_event_gone'],
})
