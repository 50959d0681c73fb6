/** A table that grows with the business, with the values of its columns for the row `n` where the type does not say them. */
export interface BigTable {
  readonly service: string
  readonly table: string
  /** SQL expressions of `n`, by column. */
  readonly values: Readonly<Record<string, string>>
}

const at = `now() - n * interval '1 second'`

/** Identifiers of messages begin with their time in milliseconds (UUID version 7). */
const messageId = `(lpad(to_hex((extract(epoch from now()) * 1000)::bigint - n), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid`

/** The big tables of the baselines. Later ones begin empty, so nobody waits for their migrations. */
export const bigTables: readonly BigTable[] = [
  { service: 'customers', table: 'customer', values: { handle: `'AA' || n || '-NL'`, country: `'NL'` } },
  { service: 'customers', table: 'token', values: {} },
  { service: 'customers', table: 'audit_log', values: { reseller_id: '1 + n % 1000' } },
  { service: 'customers', table: 'email_verification', values: { status: `'verified'`, deadline_at: at } },
  { service: 'customers', table: 'email_verification_domain', values: {} },
  { service: 'customers', table: 'inbox', values: { message_id: messageId } },
  { service: 'customers', table: 'idempotency', values: {} },
  { service: 'dns', table: 'zone', values: { type: `'master'`, provider: `'openprovider'`, published_version: '1' } },
  { service: 'dns', table: 'zone_change', values: { zone_id: '1 + n / 10', version: '1 + n % 10' } },
  { service: 'dns', table: 'zone_link', values: {} },
  {
    service: 'domains',
    table: 'domain',
    values: {
      name: `'a' || n || '.com'`,
      label: `'a' || n`,
      extension: `'com'`,
      phase: `'active'`,
      name_servers: `'[]'`,
    },
  },
  {
    service: 'domains',
    table: 'registry_operation',
    values: { state: `'done'`, settled_at: at, domain_id: '1 + n / 2', kind: `'domain.create'` },
  },
  { service: 'domains', table: 'inbox', values: { message_id: messageId } },
  {
    service: 'orders',
    table: 'reservation',
    values: { state: `'captured'`, reserved_at: at, settled_at: at, amount: '1' },
  },
  { service: 'orders', table: 'ssl_link', values: {} },
  { service: 'orders', table: 'dmarc_link', values: {} },
  { service: 'orders', table: 'inbox', values: { message_id: messageId } },
  {
    service: 'registry-worker',
    table: 'operation',
    values: { state: `'done'`, settled_at: at, kind: `'domain.create'` },
  },
  { service: 'registry-worker', table: 'registry_transaction', values: { state: `'answered'` } },
  { service: 'registry-worker', table: 'poll_message', values: {} },
  { service: 'registry-worker', table: 'timer_setting', values: {} },
]
