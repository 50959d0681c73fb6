import type { Client } from 'pg'

/** SQL of the values of a row; `n` numbers the rows, from 1. Columns that are left out get any value that is allowed. */
export type Values = Readonly<Record<string, string>>

/** Rows to insert: those of a table, and those of other tables that belong to them. */
export type Rows = readonly (readonly [table: string, values: Values])[]

/** Rows of a rule that ended at an instant; `id` is SQL of a number that is different for each row. */
export interface RetentionCase {
  /** Rows that all others refer to. */
  readonly prepared?: Rows
  readonly ended: (at: string, id: string) => Rows
  /** Rows of the table that ended as early, and why each is still needed. */
  readonly needed?: (at: string, id: string) => Readonly<Record<string, Rows>>
}

/** An identifier that is not of UUID version 7. */
const OF_NO_MONTH = `('f' || substr(gen_random_uuid()::text, 2))::uuid`

const reseller: Rows = [['reseller', { id: '1' }]]
const contact: Rows = [...reseller, ['contact', { id: '1', reseller_id: '1', role: `'admin'` }]]
const domainOf = (id: string, values: Values): Rows[number] => [
  'domain',
  { id, name: `'d' || ${id} || '.example'`, label: `'d' || ${id}`, extension: `'example'`, ...values },
]
const historyOf = (id: string, state = `'done'`): Rows => [
  ['registry_operation', { domain_id: id, state }],
  ['domain_history', { domain_id: id }],
  ['lifecycle_violation', { domain_id: id }],
  ['registry_drift', { domain_id: id }],
  ['transfer_authorization', { domain_id: id }],
]
const operationId = (id: string) => `md5((${id})::text)::uuid`
const zoneOf = (id: string, values: Values = {}): Rows[number] => [
  'zone',
  {
    id,
    name: `'z' || ${id} || '.example'`,
    type: `'master'`,
    provider: `'openprovider'`,
    version: '3',
    published_version: '3',
    ...values,
  },
]

/** A case for each deletion, by the name of its statement. */
export const cases: Readonly<Record<string, RetentionCase>> = {
  'outbox.delete-consumed': {
    ended: (at) => [['inbox_default', { message_id: OF_NO_MONTH, taken_at: at }]],
  },
  'events.delete-old': {
    ended: (at, id) => [['account_event', { account: '1', sequence: id, recorded_at: at }]],
  },
  'broadcasts.delete-old': {
    ended: (at) => [['broadcast', { id: 'gen_random_uuid()', ended_at: at }]],
  },
  'events.delete-unused-consumers': {
    ended: (at, id) => [['event_consumer', { account: '1', name: `'c' || ${id}`, used_at: at }]],
  },
  'delivery.delete-old': {
    ended: (at, id) => [['webhook_delivery', { webhook: id, settled_at: at }]],
    needed: (_, id) => ({
      'a delivery that will be tried again': [['webhook_delivery', { webhook: id, settled_at: 'null' }]],
    }),
  },
  'outbox.delete-sent': {
    ended: (at) => [['sent_default', { message_id: OF_NO_MONTH, sent_at: at }]],
  },
  'outbox.delete-event-chains': {
    ended: (at, id) => [['event_chains', { object: `'domains/' || ${id}`, recorded_at: at }]],
  },
  'outbox.delete-requests': {
    ended: (at, id) => [['idempotency', { key: `'k' || ${id}`, created_at: at }]],
    needed: (at, id) => ({
      'a request that is still carried out': [
        ['idempotency', { key: `'k' || ${id}`, created_at: at, running_until: `now() + interval '3 s'` }],
      ],
    }),
  },
  'access.delete-changes': {
    ended: (at) => [['access_change', { reseller_id: '1', forget_at: at }]],
  },
  'login.delete-networks': {
    prepared: contact,
    ended: (at, id) => [['login_network', { contact_id: '1', network: `'n' || ${id}`, last_login_at: at }]],
  },
  'login.delete-failures': {
    ended: (at, id) => [['login_failure', { subject: `'s' || ${id}`, forget_at: at }]],
  },
  'password_reset.delete-expired': {
    prepared: contact,
    ended: (at) => [['password_reset', { contact_id: '1', expires_at: at }]],
  },
  'approval.delete-expired': {
    prepared: [...contact, ['api_key', { id: '1', contact_id: '1' }]],
    ended: (at) => [['approval', { key_id: '1', state: `'pending'`, expires_at: at }]],
  },
  'oauth_state.delete-expired': {
    ended: (at, id) => [['oauth_state', { hash: `('x' || ${id})::bytea`, expires_at: at }]],
  },
  'passkey_challenge.delete-expired': {
    ended: (at, id) => [['passkey_challenge', { hash: `('x' || ${id})::bytea`, expires_at: at }]],
  },
  'contact.delete-deleted': {
    prepared: reseller,
    ended: (at, id) => [
      ['contact', { id, reseller_id: '1', role: `'tech'`, deleted_at: at }],
      ['api_key', { contact_id: id }],
      ['token', { contact_id: id }],
      ['login_network', { contact_id: id }],
      ['password_reset', { contact_id: id }],
      ['passkey_challenge', { hash: `('x' || ${id})::bytea`, contact_id: id }],
    ],
  },
  'customer.delete-deleted': {
    prepared: [...reseller, ['tag', { id: '1', reseller_id: '1' }]],
    ended: (at, id) => [
      ['customer', { id, reseller_id: '1', handle: `'H' || ${id}`, deleted_at: at }],
      ['customer_tag', { customer_id: id, tag_id: '1' }],
      ['adopted_contact', { reseller_id: '1', account: `'a'`, registry_id: `'c' || ${id}`, customer_id: id }],
    ],
  },
  'email_verification.delete-old': {
    prepared: reseller,
    ended: (at, id) => [['email_verification', { ...verification(at, id), verified_at: at }]],
    needed: (at, id) => ({
      'a verification of an address that a domain uses': [
        ['email_verification', verification(at, id)],
        ['email_verification_domain', { domain_id: id, verification_id: id }],
      ],
      'a verification that is in progress': [
        ['email_verification', { ...verification(at, `${id} + 1`), status: `'in progress'` }],
      ],
      'an address that was verified lately': [
        ['email_verification', { ...verification(at, `${id} + 2`), verified_at: `${at} + interval '30 days'` }],
      ],
    }),
  },
  'expiry_mail.delete-old': {
    ended: (at, id) => [
      ['expiry_mail', { notice_id: `md5((${id})::text)::uuid`, recipient: `'H' || ${id}`, sent_at: at }],
    ],
  },
  'sent_mail.delete-old': {
    ended: (at, id) => [['sent_mail', { message_id: `'m' || ${id}`, sent_at: at }]],
    needed: (at, id) => ({
      'a mail that a policy demands': [
        ['sent_mail', { message_id: `'m' || ${id}`, sent_at: at, policy: `'data-reminder'` }],
      ],
    }),
  },
  'sent_mail.delete-demanded': {
    ended: (at, id) => [['sent_mail', { message_id: `'m' || ${id}`, sent_at: at, policy: `'data-reminder'` }]],
  },
  'email_verification.delete-domains': {
    prepared: [...reseller, ['email_verification', verification('now()', '1')]],
    ended: (at, id) => [['email_verification_domain', { domain_id: id, placed_at: at }]],
    needed: (at, id) => ({
      'a domain that is held': [['email_verification_domain', { domain_id: id, placed_at: at, verification_id: '1' }]],
    }),
  },
  'domains.delete-former': {
    ended: (at, id) => [domainOf(id, { phase: `'purged'`, deleted_at: at }), ...historyOf(id)],
    needed: (at, id) => ({
      'a domain with an open operation': [
        domainOf(id, { phase: `'purged'`, deleted_at: at }),
        ['registry_operation', { domain_id: id, state: `'submitted'` }],
      ],
      'a live domain with old operations': [
        domainOf(`${id} + 1`, { phase: `'active'`, changed_at: at }),
        ...historyOf(`${id} + 1`),
      ],
    }),
  },
  'domains.delete-failed': {
    ended: (at, id) => [domainOf(id, { phase: `'failed'`, changed_at: at }), ...historyOf(id)],
    needed: (at, id) => ({
      'an order that has not failed': [domainOf(id, { phase: `'create.queued'`, changed_at: at })],
      'a failed order that is placed again': [
        domainOf(`${id} + 1`, { phase: `'failed'`, changed_at: at }),
        ['registry_operation', { domain_id: `${id} + 1`, state: `'held'` }],
      ],
    }),
  },
  'domains.delete-refused-orders': {
    ended: (at) => [['refused_order', { refused_at: at }]],
  },
  'domains.delete-maintenances': {
    ended: (at) => [['planned_maintenance', { ends_at: at }]],
  },
  'domains.delete-portfolio-jobs': {
    ended: (at, id) => [
      ['portfolio_job', { id: operationId(id), list: `'l' || ${id}`, ended_at: at }],
      ['portfolio_name', { job_id: operationId(id), name: `'n' || ${id}` }],
    ],
    needed: (_at, id) => ({
      'a job that has not ended': [['portfolio_job', { id: operationId(id), list: `'l' || ${id}`, ended_at: 'null' }]],
    }),
  },
  'operations.delete-ended': {
    ended: (at, id) => [
      ['operation', { id: operationId(id), state: `'done'`, settled_at: at }],
      ['registry_transaction', { operation_id: operationId(id) }],
    ],
    needed: (at, id) => ({
      'an operation whose result is not known': [
        ['operation', { id: operationId(id), state: `'unknown'`, submitted_at: at }],
      ],
      'an operation that another one waits behind': [
        ['operation', { id: operationId(`${id} + 1`), state: `'done'`, settled_at: at }],
        ['operation', { state: `'queued'`, after: operationId(`${id} + 1`) }],
      ],
      'an operation that has to set statuses again': [
        ['operation', { id: operationId(`${id} + 2`), state: `'failed'`, settled_at: at }],
        ['lifted_status', { operation_id: operationId(`${id} + 2`) }],
      ],
    }),
  },
  'poll-messages.delete-old': {
    ended: (at, id) => [['poll_message', { message_id: `'m' || ${id}`, received_at: at }]],
  },
  'maintenances.delete-ended': {
    ended: (at, id) => [['maintenance', { id: `'m' || ${id}`, end_at: at }]],
  },
  'timers.delete-settings': {
    ended: (at, id) => [['timer_setting', { domain_id: id, set_at: at }]],
    needed: (at, id) => ({
      'the version of a domain with timers': [
        ['timer_setting', { domain_id: id, set_at: at }],
        ['timer', { domain_id: id }],
      ],
    }),
  },
  'dns.delete-deleted-zones': {
    ended: (at, id) => [
      zoneOf(id, { deleted_at: at }),
      ['zone_change', { zone_id: id }],
      ['zone_key', { zone_id: id }],
      ['zone_link', { zone_id: id }],
      ['zone_transfer', { zone_id: id }],
    ],
    needed: (at, id) => ({
      'a deleted zone that a name server may serve': [zoneOf(id, { deleted_at: at, published_version: '2' })],
      'a deleted zone whose DS may be in the parent zone': [
        zoneOf(`${id} + 1`, { deleted_at: at }),
        ['zone_key', { zone_id: `${id} + 1`, next_attempt_at: 'now()' }],
      ],
      'a zone that was not changed for years': [zoneOf(`${id} + 2`, { created_at: at, updated_at: at })],
    }),
  },
  'dns.delete-old-changes': {
    prepared: [zoneOf('1')],
    ended: (at, id) => [['zone_change', { zone_id: '1', version: id, changed_at: at }]],
    needed: (at, id) => ({
      'the newest version of a zone': [zoneOf('2'), ['zone_change', { zone_id: '2', version: id, changed_at: at }]],
    }),
  },
  'dns.delete-expired-links': {
    prepared: [zoneOf('1')],
    ended: (at) => [['zone_link', { zone_id: '1', expires_at: at }]],
  },
  'dns.delete-expired-proofs': {
    ended: (at, id) => [['zone_proof', { name: `'n' || ${id}`, expires_at: at }]],
  },
  'dns.delete-ended-proved-names': {
    ended: (at, id) => [['proved_name', { name: `'n' || ${id}`, ends_at: at }]],
  },
  'dns.delete-ended-holders': {
    ended: (at, id) => [['holder', { name: `'n' || ${id}`, changed_at: at }]],
    needed: (at) => ({ 'a name with a holder': [['holder', { name: `'held'`, changed_at: at, reseller_id: '1' }]] }),
  },
  'dns.delete-deleted-nameservers': {
    ended: (at) => [['nameserver', { deleted_at: at, ip: `'192.0.2.1'` }]],
    needed: () => ({ 'a nameserver of an account': [['nameserver', { ip: `'192.0.2.1'` }]] }),
  },
  'dns.delete-deleted-groups': {
    ended: (at, id) => [
      ['ns_group', { id, deleted_at: at }],
      ['ns_group_member', { group_id: id }],
    ],
    needed: () => ({ 'a group of an account': [['ns_group', {}]] }),
  },
  'dmarc.delete-expired-links': {
    prepared: [['dmarc_order', { id: '1' }]],
    ended: (at) => [['dmarc_link', { dmarc_order_id: '1', expires_at: at }]],
  },
  'dmarc.delete-mails': {
    prepared: [['dmarc_order', { id: '1' }]],
    ended: (at) => [['dmarc_mail', { dmarc_order_id: '1', received_at: at }]],
  },
  'dmarc.delete-reports': {
    prepared: [['dmarc_order', { id: '1' }]],
    ended: (at, id) => [
      ['dmarc_report', { id, dmarc_order_id: '1', received_at: at }],
      ['dmarc_row', { dmarc_report_id: id, source: `'192.0.2.1'` }],
    ],
  },
  'ssl.delete-expired-links': {
    prepared: [['ssl_order', { id: '1', status: `'REQ'`, work: `'nothing'` }]],
    ended: (at) => [['ssl_link', { ssl_order_id: '1', expires_at: at }]],
  },
  'ssl.delete-expired-certificates': {
    ended: (at, id) => [['ca_certificate', { serial: `'s' || ${id}`, expires_at: at }]],
    needed: (at) => ({
      'a revoked certificate that has not expired': [
        ['ca_certificate', { expires_at: `${at} + interval '30 days'`, issued_at: at, revoked_at: at }],
      ],
    }),
  },
}

function verification(at: string, id: string): Values {
  const address = `'a' || (${id})::text`
  return {
    ...{ id, reseller_id: '1', address, status: `'verified'`, started_at: at },
    deadline_at: at,
  }
}

interface Column {
  readonly name: string
  readonly type: string
}

const ANY: Readonly<Record<string, string>> = {
  bytea: `decode(md5(random()::text), 'hex')`,
  bool: 'false',
  int2: 'n',
  int4: 'n',
  int8: 'n',
  jsonb: `'{}'`,
  text: `md5(random()::text)`,
  _text: `'{}'`,
  _timestamptz: `'{}'`,
  timestamptz: `timestamptz '2020-01-01'`,
  uuid: 'gen_random_uuid()',
}

/** Inserts as many rows. */
export async function insert(client: Client, table: string, values: Values, rows: number): Promise<void> {
  const { rows: required } = await client.query<Column>(
    `select column_name as name, udt_name as type from information_schema.columns
     where table_schema = current_schema() and table_name = $1 and is_nullable = 'NO' and column_default is null
       and is_identity = 'NO'`,
    [table],
  )
  const given: Record<string, string> = { ...values }
  for (const { name, type } of required) given[name] ??= ANY[type]!
  await client.query(
    `insert into ${table} (${Object.keys(given).join(', ')}) overriding system value
     select ${Object.values(given).join(', ')} from generate_series(1, ${rows}) n`,
  )
}
