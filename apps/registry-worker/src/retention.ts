import { outboxRetention } from '@nameyard/outbox/retention'
import { deletion, joined } from '@nameyard/persistence/retention'
import { sql } from '@nameyard/persistence/statement'

/** What happens to the rows of the tables of this service. */
export const registryWorkerRetention = joined(outboxRetention, {
  rules: [
    {
      table: 'operation',
      rows: 'operations with their commands and answers (journal, transcripts), after they ended',
      period: { days: 365, setting: { name: 'RETENTION_TRANSCRIPTS_DAYS', least: 30 } },
      clock: 'platform',
      reason: 'evidence in disputes with a registry',
      // Keeps an operation that another one waits behind, and one whose lifted statuses were not set again.
      deletion: deletion('operations.delete-ended', {
        table: 'operation',
        key: ['id'],
        due: ({ before }) => sql`settled_at < ${before} and state in ('done', 'refused', 'failed')
          and not exists (select from operation next where next.after = operation.id and next.state = 'queued')
          and not exists (select from lifted_status l where l.operation_id = operation.id)`,
        order: sql`settled_at`,
        with: { registry_transaction: 'operation_id' },
      }),
    },
    {
      table: 'poll_message',
      rows: 'messages from the queues of registries, after they were received',
      period: { days: 365, setting: { name: 'RETENTION_POLL_MESSAGES_DAYS', least: 30 } },
      clock: 'platform',
      reason: 'evidence in disputes with a registry; a message that was not acknowledged comes again',
      deletion: deletion('poll-messages.delete-old', {
        table: 'poll_message',
        key: ['account', 'message_id'],
        due: ({ before }) => sql`received_at < ${before}`,
        order: sql`received_at`,
      }),
    },
    {
      table: 'maintenance',
      rows: 'maintenances that registries have announced, after their end',
      period: { days: 90, setting: { name: 'RETENTION_MAINTENANCES_DAYS', least: 1 } },
      clock: 'platform',
      reason: 'to see later why orders had to wait',
      deletion: deletion('maintenances.delete-ended', {
        table: 'maintenance',
        key: ['account', 'id'],
        due: ({ before }) => sql`end_at < ${before}`,
        order: sql`end_at`,
      }),
    },
    {
      table: 'timer_setting',
      rows: 'versions of domains without timers, after they were set',
      period: { days: 90, setting: { name: 'RETENTION_TOMBSTONES_DAYS', least: 30 } },
      clock: 'machine',
      reason: 'an older message about the domain that arrives late must set no timers',
      deletion: deletion('timers.delete-settings', {
        table: 'timer_setting',
        key: ['domain_id'],
        due: ({ before }) => sql`set_at < ${before} and not exists (
          select from timer where timer.domain_id = timer_setting.domain_id)`,
        order: sql`set_at`,
      }),
    },
  ],
  ended: {
    alarm: 'when an operator resumes the account',
    kept_host: 'when the host is deleted at the registry',
    domain_term: 'when the registry shows that the domain is not ours any more',
    lifted_status: 'when the statuses are set again',
    registry_transaction: 'with the operation',
    timer: 'when the timer fires or is replaced',
    worker_lease: 'a week after the lease has ended, when a worker starts',
  },
  kept: {
    added_account: 'one row for each account that an operator has added',
    assigned_contact: 'identifiers without personal data, until the contact is deleted at its registry',
    extension: 'the rules of extensions that operators have set',
    rate_bucket: 'one row for each limit of an account at a registry',
    registry_account: 'one row for each account at a registry',
    sponsored_domain: 'one row for each name that is not at the first account of its extension',
    sandbox_clock: 'one row',
    sandbox_extension: 'one row for each extension that the sandbox registry serves for an operator',
  },
})
