import { deletion, type Retention } from '@nameyard/persistence/retention'
import { sql } from '@nameyard/persistence/statement'

const consumed = {
  period: { days: 14, setting: { name: 'RETENTION_INBOX_DAYS', least: 7 } },
  clock: 'machine',
  reason: 'a broker that comes back from an outage delivers a message again; after that no copy is left',
} as const

const published = {
  period: { days: 2, setting: { name: 'RETENTION_SENT_DAYS', least: 1 } },
  clock: 'machine',
  reason: 'a broker that lost its disk gets them again; they have the data of orders and mails',
} as const

/** What happens to the rows of the tables of every service with an outbox. */
export const outboxRetention: Retention = {
  rules: [
    {
      table: 'inbox',
      rows: 'messages, after the last one of their month was consumed',
      ...consumed,
      // Identifiers begin with their time. A message may be consumed long after that.
      partitions: { each: 'month', id: 'message_id', since: 'taken_at' },
    },
    {
      table: 'inbox_default',
      rows: 'messages whose identifier is in no month of `inbox`, after they were consumed',
      ...consumed,
      deletion: deletion('outbox.delete-consumed', {
        table: 'inbox_default',
        key: ['message_id', 'consumer'],
        due: ({ before }) => sql`taken_at < ${before}`,
        order: sql`taken_at`,
      }),
    },
    {
      table: 'sent',
      rows: 'published messages, after the last one of their day was confirmed by the broker',
      ...published,
      partitions: { each: 'day', id: 'message_id', since: 'sent_at' },
    },
    {
      table: 'sent_default',
      rows: 'published messages whose identifier is in no day of `sent`, after they were confirmed',
      ...published,
      deletion: deletion('outbox.delete-sent', {
        table: 'sent_default',
        key: ['message_id'],
        due: ({ before }) => sql`sent_at < ${before}`,
        order: sql`sent_at`,
      }),
    },
    {
      table: 'idempotency',
      rows: 'requests and their answers, after they began',
      period: { days: 2, setting: { name: 'RETENTION_REQUESTS_DAYS', least: 2 } },
      clock: 'machine',
      reason: 'clients may repeat a request with its `Idempotency-Key` for a day; answers have personal data',
      deletion: deletion('outbox.delete-requests', {
        table: 'idempotency',
        key: ['reseller_id', 'key'],
        due: ({ before }) => sql`created_at < ${before} and coalesce(running_until, '-infinity') <= now()`,
        order: sql`created_at`,
      }),
    },
    {
      table: 'event_chains',
      rows: 'the last account event of each object, after it was recorded',
      period: { days: 90 },
      clock: 'machine',
      reason: 'the log has had the event for long, so that the next one need not name it',
      deletion: deletion('outbox.delete-event-chains', {
        table: 'event_chains',
        key: ['object'],
        due: ({ before }) => sql`recorded_at < ${before}`,
        order: sql`recorded_at`,
      }),
    },
  ],
  ended: { outbox: 'when the broker has confirmed the message' },
  kept: {
    broker: 'which broker has what was published; one row',
    schema_migration: 'which migrations were applied; a row for each',
  },
}
