import type { Retention } from '@nameyard/persistence/retention'

const TEST = 'a registry for tests, never one of real names: an operator drops its schema to start again'

const tables = [
  ...['audit', 'charge', 'clock', 'contact', 'domain', 'domain_contact', 'domain_host', 'domain_host_attribute'],
  ...[
    'domain_sec_dns',
    'fault',
    'grace',
    'host',
    'idn_table',
    'maintenance',
    'pending_action',
    'poll_message',
    'profile',
  ],
  ...['registrar', 'schema_migration', 'session_policy', 'special_name', 'text_record', 'tld', 'trademark', 'transfer'],
]

/** What happens to the rows of the tables of the sandbox registry. */
export const sandboxRetention: Retention = {
  rules: [],
  ended: {},
  kept: Object.fromEntries(tables.map((table) => [table, TEST])),
}
