import type { ServiceName } from '@nameyard/contracts/operation'
import { findMessages, findReceipts, MOST_MESSAGES } from '@nameyard/contracts/operators/find-messages'
import { writtenAt } from '@nameyard/messaging/meter'
import type { MessagingServer } from '@nameyard/messaging/server'
import { route } from '@nameyard/messaging/topology'
import type { Database } from '@nameyard/persistence/database'
import { raw, sql, statement } from '@nameyard/persistence/statement'

interface Row {
  readonly messageId: string
  readonly message: string
  readonly recipient: string | null
  readonly createdAt: Date | null
  readonly sentAt: Date | null
}

/** The outbox has few rows, so it has no index for this. */
const messagesOf = statement<{ request: string }, Row>(
  'outbox.messages-of-request',
  ({ request }) => sql`
    select message_id as "messageId", message, recipient, created_at as "createdAt", null::timestamptz as "sentAt"
    from outbox where correlation_id = ${request}
    union all
    select message_id, message, recipient, null, sent_at from sent where correlation_id = ${request}
    order by 1 limit ${raw(String(MOST_MESSAGES))}`,
)

const receiptsOf = statement<{ messageIds: readonly string[] }, { messageId: string; consumer: string; takenAt: Date }>(
  'inbox.receipts',
  ({ messageIds }) => sql`
    select message_id as "messageId", consumer, taken_at as "takenAt" from inbox
    where message_id = any(${messageIds}::uuid[]) order by taken_at`,
)

/** Lets operators see the messages of a request in a service. Call it before the service listens. */
export function showMessages(service: ServiceName, server: MessagingServer, database: Database): void {
  server.answer(findMessages(service), async ({ request }) => ({
    messages: (await database.read(messagesOf, { request })).map(
      ({ messageId, message, recipient, createdAt, sentAt }) => ({
        ...{ messageId, message, recipient },
        routingKey: route(
          recipient === null ? { kind: 'event', id: message } : { kind: 'command', id: message, service: recipient },
        ).key,
        at: new Date(writtenAt(messageId) ?? createdAt ?? sentAt ?? 0).toISOString(),
        publishedAt: sentAt?.toISOString() ?? null,
      }),
    ),
  }))
  server.answer(findReceipts(service), async ({ messageIds }) => ({
    receipts: (await database.read(receiptsOf, { messageIds })).map(({ takenAt, ...receipt }) => ({
      ...receipt,
      at: takenAt.toISOString(),
    })),
  }))
}
