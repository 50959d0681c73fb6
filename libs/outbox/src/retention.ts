import { deletion, type Retention } from '@nameyard/persistence/retention'
import { sql, type Placeholder } from '@nameyard/persistence/statement'

/** The smallest identifier of a message (UUID version 7, RFC 9562 section 5.7) that is made at an instant. */
const firstIdOf = (instant: Placeholder) =>
  sql`rpad(lpad(to_hex((extract(epoch from ${instant}::timestamptz) * 1000)::bigint), 12, '0'), 32, '0')::uuid`

/** What happens to the rows of the tables of every service with an outbox. */
export const outboxRetention: Retention = {
  rules: [
    {
      table: 'inbox',
      rows: 'messages, after they were consumed',
      period: { days: 14, setting: { name: 'RETENTION_INBOX_DAYS', least: 7 } },
      clock: 'machine',
      reason: 'a broker that comes back from an outage delivers a message again; after that no copy is left',
      // Identifiers begin with their time, so the primary key finds old ones. A message may be consumed long after that.
      deletion: deletion('outbox.delete-consumed', {
        table: 'inbox',
        key: ['message_id', 'consumer'],
        due: ({ before }) => sql`message_id < ${firstIdOf(before)} and taken_at < ${before}`,
        order: sql`message_id, consumer`,
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
  ],
  ended: { outbox: 'when the broker has confirmed the message' },
  kept: { schema_migration: 'which migrations were applied; a row for each' },
}
