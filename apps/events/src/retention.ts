import { outboxRetention } from '@nameyard/outbox/retention'
import { deletion, joined, type Deletion } from '@nameyard/persistence/retention'
import { sql, statement } from '@nameyard/persistence/statement'

/** How long events can be read, and the setting of that. */
export const EVENTS_DAYS = { days: 90, setting: { name: 'RETENTION_EVENTS_DAYS', least: 1 } } as const

/**
 * Deletes the oldest events. What stays of an account has no gap at any moment, so that a reader cannot miss an event
 * without being told: processes that delete at the same time wait for each other instead of skipping rows.
 */
const deleteOldEvents: Deletion = statement<{ before: Date; limit: number }, { deleted: number }>(
  'events.delete-old',
  ({ before, limit }) => sql`
    with past as (
      select account, sequence from account_event where recorded_at < ${before}
      order by recorded_at, account, sequence limit ${limit} for update),
    deleted as (
      delete from account_event where (account, sequence) in (select account, sequence from past) returning 1)
    select count(*)::integer as deleted from deleted`,
)

/** What happens to the rows of the tables of this service. */
export const eventsRetention = joined(outboxRetention, {
  rules: [
    {
      table: 'account_event',
      rows: 'account events, after they were added to the log',
      period: EVENTS_DAYS,
      clock: 'machine',
      reason: 'a reader that was away for a quarter of a year reads the objects again; events have personal data',
      deletion: deleteOldEvents,
    },
    {
      table: 'event_consumer',
      rows: 'consumers of events, after they were last used',
      // Longer than events: a program that comes back is told that it has missed some.
      period: { days: 180, setting: { name: 'RETENTION_EVENT_CONSUMERS_DAYS', least: 1 } },
      clock: 'machine',
      reason: 'a program that does not come back leaves its position behind',
      deletion: deletion('events.delete-unused-consumers', {
        table: 'event_consumer',
        key: ['account', 'name'],
        due: ({ before }) => sql`used_at < ${before}`,
        order: sql`used_at, account, name`,
      }),
    },
  ],
  ended: { arrival: 'when the event is in the log of its account' },
  kept: { account_log: 'the last number of the log of each account, one row for each' },
})
