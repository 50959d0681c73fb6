import { z } from 'zod'
import { internalOperation, type ServiceName } from '../operation'

/** Most messages in one answer, and in one question. */
export const MOST_MESSAGES = 1000

/**
 * Lists the events and commands that a service has staged for a request, oldest first. Published ones are stored for
 * `RETENTION_SENT_DAYS`. Every service handles it.
 */
export const findMessages = <Service extends ServiceName>(service: Service) =>
  internalOperation({
    id: `${service}.find-messages`,
    service,
    audience: 'operator',
    effect: 'read',
    summary: 'List the messages of a request',
    body: z.object({
      /** `X-Request-Id`. */
      request: z.string(),
    }),
    result: z.object({
      messages: z.array(
        z.object({
          messageId: z.uuid(),
          /** Id of the event or command. */
          message: z.string(),
          /** The service that a command is for; null for an event. */
          recipient: z.string().nullable(),
          routingKey: z.string(),
          /** When it was staged. ISO 8601. */
          at: z.iso.datetime(),
          /** When the broker had confirmed it. ISO 8601; null while it waits in the outbox. */
          publishedAt: z.iso.datetime().nullable(),
        }),
      ),
    }),
  })

/**
 * Says which of some messages a service has handled. A consumer that is safe to repeat by other means records nothing.
 * Every service handles it.
 */
export const findReceipts = <Service extends ServiceName>(service: Service) =>
  internalOperation({
    id: `${service}.find-receipts`,
    service,
    audience: 'operator',
    effect: 'read',
    summary: 'List who has handled messages',
    body: z.object({ messageIds: z.array(z.uuid()).max(MOST_MESSAGES) }),
    result: z.object({
      receipts: z.array(
        z.object({
          messageId: z.uuid(),
          consumer: z.string(),
          /** ISO 8601. */
          at: z.iso.datetime(),
        }),
      ),
    }),
  })
