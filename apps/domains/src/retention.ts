import { outboxRetention } from '@nameyard/outbox/retention'
import { deletion, joined } from '@nameyard/persistence/retention'
import { sql } from '@nameyard/persistence/statement'

const deleted = { days: 730, setting: { name: 'RETENTION_DELETED_DAYS', least: 30 } } as const
const tombstones = { days: 90, setting: { name: 'RETENTION_TOMBSTONES_DAYS', least: 30 } } as const

/** Tables whose rows belong to a domain. */
const ofDomain = {
  domain_history: 'domain_id',
  lifecycle_violation: 'domain_id',
  registry_drift: 'domain_id',
  registry_operation: 'domain_id',
  transfer_authorization: 'domain_id',
}

/** Condition: no operation of the domain is open. */
const isSettled = sql`not exists (
  select from registry_operation o where o.domain_id = domain.id and o.state in ('held', 'submitted'))`

/** What happens to the rows of the tables of this service. */
export const domainsRetention = joined(outboxRetention, {
  rules: [
    {
      table: 'domain',
      rows: 'former domains with their history and operations, after they were purged, transferred away or removed',
      period: deleted,
      clock: 'platform',
      reason: 'registrars must show who a registrant was for two years (Data Retention Specification of the ICANN RAA)',
      deletion: deletion('domains.delete-former', {
        table: 'domain',
        key: ['id'],
        due: ({ before }) => sql`deleted_at < ${before} and ${isSettled}`,
        order: sql`deleted_at`,
        with: ofDomain,
      }),
    },
    {
      table: 'domain',
      rows: 'failed orders with their history and operations, after they failed',
      period: deleted,
      clock: 'platform',
      reason: 'shows why an order failed, and what became of its price',
      deletion: deletion('domains.delete-failed', {
        table: 'domain',
        key: ['id'],
        due: ({ before }) => sql`phase = 'failed' and deleted_at is null and changed_at < ${before} and ${isSettled}`,
        order: sql`changed_at`,
        with: ofDomain,
      }),
    },
    {
      table: 'refused_order',
      rows: 'identifiers of orders that may never be placed, after that was decided',
      period: tombstones,
      clock: 'platform',
      reason: 'a process that stopped for long must not place the order, whose credit was released',
      deletion: deletion('domains.delete-refused-orders', {
        table: 'refused_order',
        key: ['order_id'],
        due: ({ before }) => sql`refused_at < ${before}`,
        order: sql`refused_at`,
      }),
    },
    {
      table: 'portfolio_job',
      rows: 'adoptions of portfolios with their names, after they ended',
      period: tombstones,
      clock: 'platform',
      reason: 'shows what was adopted and why a name was not',
      deletion: deletion('domains.delete-portfolio-jobs', {
        table: 'portfolio_job',
        key: ['id'],
        due: ({ before }) => sql`ended_at < ${before}`,
        order: sql`ended_at`,
        with: { portfolio_name: 'job_id' },
      }),
    },
    {
      table: 'planned_maintenance',
      rows: 'maintenances that operators and registries have announced, after their end',
      period: tombstones,
      clock: 'platform',
      reason: 'to see later what accounts were told, and why orders had to wait',
      deletion: deletion('domains.delete-maintenances', {
        table: 'planned_maintenance',
        key: ['id'],
        due: ({ before }) => sql`ends_at < ${before}`,
        order: sql`ends_at, id`,
      }),
    },
  ],
  ended: {
    portfolio_name: 'with the job',
    domain_count_change: 'when the change is added to `domain_count`',
    domain_history: 'with the domain',
    lifecycle_violation: 'with the domain',
    registry_drift: 'when the registry shows what was wanted, or with the domain',
    registry_operation: 'with the domain: the operations of a domain are its history',
    transfer_authorization: 'with the domain',
  },
  kept: {
    account_setting: 'one row for each account',
    domain_count: 'counters of each account',
    extension_record: 'the rules of extensions; older ones explain older orders',
    extension_timing: 'one row for each extension',
    installation: 'one row',
    notice_position: 'a row for each notice before the expiry of domains',
    recovered_charge: 'what was charged after a backup was restored, or why it was not; few rows',
    registry_accounts: 'one row',
    registry_contract: 'which registry contracts were signed, and by whom',
    tld_rule: 'the rules of extensions; older ones explain older orders',
  },
})
