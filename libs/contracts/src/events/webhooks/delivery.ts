import { z } from 'zod'
import { wireDate } from '../../primitives/dates'
import { integer } from '../../primitives/scalars'

export const deliveryId = integer({ min: 1, max: Number.MAX_SAFE_INTEGER }).describe(
  'Number of the delivery, as returned by webhooks.list-deliveries.',
)

/** The states of a delivery. */
export const deliveryStatuses = ['waiting', 'accepted', 'failed'] as const

const attempt = z
  .object({
    at: wireDate.describe('When the request was sent.'),
    url: z.string().describe('Address to which it was sent.'),
    status: z.int().nullable().describe('HTTP status of the answer; null without an answer.'),
    answer: z.string().describe('The first characters of the answer; empty without one.'),
    problem: z.string().describe('Why it was not accepted; empty if it was.'),
    duration_ms: z.int().describe('Milliseconds from the request to the answer or the failure.'),
  })
  .meta({ id: 'WebhookAttempt', description: 'A request to a webhook, and its answer.' })

/** A delivery of an event to a webhook. */
export const delivery = z
  .object({
    id: z.int().describe('Number of the delivery.'),
    event: z.string().describe('Id of the event: `webhook-id` of each request.'),
    type: z.string().describe('Type of the event.'),
    subject: z.string().describe('The object of the event.'),
    sequence: z.int().describe('Place of the event in the log of the account; 0 for a test event.'),
    status: z
      .enum(deliveryStatuses)
      .describe('`waiting` for its next attempt, `accepted`, or `failed` if there is no further attempt.'),
    reason: z.string().describe('Why there is no further attempt; empty otherwise.'),
    created_at: wireDate.describe('When the event was taken for delivery.'),
    next_attempt_at: wireDate.describe('When it is tried next; unset if it is not.'),
    attempt_count: z.int().describe('Number of all attempts.'),
    attempts: z.array(attempt).describe('The last attempts, newest first; at most 30.'),
    body: z
      .unknown()
      .describe('The event as it is sent; null if the log does not have it any more, or you may not read it.'),
  })
  .meta({ id: 'WebhookDelivery', description: 'The delivery of an event to a webhook.' })
