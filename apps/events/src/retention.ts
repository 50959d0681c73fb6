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
    noticed as (delete from notice where (account, sequence) in (select account, sequence from past)),
    deleted as (
      delete from account_event where (account, sequence) in (select account, sequence from past) returning 1)
    select count(*)::integer as deleted from deleted`,
)

/** How long deliveries to webhooks can be looked at after they have ended, and the setting of that. */
const DELIVERIES_DAYS = { days: 30, setting: { name: 'RETENTION_WEBHOOK_DELIVERIES_DAYS', least: 1 } } as const

const deleteOldDeliveries = deletion('delivery.delete-old', {
  table: 'webhook_delivery',
  key: ['id'],
  due: ({ before }) => sql`settled_at < ${before}`,
  order: sql`settled_at, id`,
  with: { webhook_attempt: 'delivery' },
})

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
      table: 'broadcast',
      rows: 'events for many accounts, after each account has its own',
      period: EVENTS_DAYS,
      clock: 'machine',
      reason: 'the next one about the same object waits until it has ended',
      deletion: deletion('broadcasts.delete-old', {
        table: 'broadcast',
        key: ['id'],
        due: ({ before }) => sql`ended_at < ${before}`,
        order: sql`ended_at`,
      }),
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
    {
      table: 'webhook_delivery',
      rows: 'deliveries to webhooks, after the last attempt',
      period: DELIVERIES_DAYS,
      clock: 'machine',
      reason: 'a reseller looks for what a receiver has missed within a month; answers may have personal data',
      deletion: deleteOldDeliveries,
    },
  ],
  ended: {
    arrival: 'when the event is in the log of its account',
    notice: 'with its event',
    webhook: 'when its account deletes it',
    webhook_attempt: 'with its delivery',
  },
  kept: { account_log: 'the last number of the log of each account, one row for each' },
})
