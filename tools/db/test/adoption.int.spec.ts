import { copyFileSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { applications } from '@nameyard/embedded/platform/applications'
import { migrateAll } from '@nameyard/embedded/platform/migrations'
import { migrate } from '@nameyard/persistence/migrate'
import { printSchema } from '@nameyard/persistence/print-schema'
import { schemaOf } from '@nameyard/persistence/schema-name'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'

const stored = applications.filter(({ migrations }) => migrations.length > 0)
const root = join(__dirname, '../../..')

/** Rows as the code of commit 55e1257 wrote them, in tables that later migrations change and in others. */
const ROWS = [
  `insert into customers.reseller (company_name, currency, created_at) values ('Example Hosting', 'EUR', now())`,
  `insert into customers.contact (reseller_id, username, email, role, created_at)
   values (1001, 'ada', 'ada@example.com', 'admin', now())`,
  `insert into customers.customer (reseller_id, handle, username, first_name, prefix, initials, last_name, company_name,
     email, street, house_number, house_suffix, zipcode, city, state, country, phone_country_code, phone_area_code,
     phone_subscriber_number, fax_country_code, fax_area_code, fax_subscriber_number, vat, locale, comments,
     additional_data, extension_additional_data, created_at, updated_at, first_name_folded, last_name_folded,
     company_name_folded, email_folded, comments_folded)
   select 1001, 'AJ' || n || '-NL', 'ada', 'Ada', case when n % 2 = 0 then 'Van' else '' end, 'A.B.', 'Jansen', '', 'ada@example.com', 'Keizersgracht',
     '1', '', '1015 CJ', 'Amsterdam', '', 'NL', '+31', '20', '5551234', '', '', '', '', 'en_GB', '', '{}', '[]', now(),
     now(), 'ada', 'jansen', '', 'ada@example.com', ''
   from generate_series(1, 12000) n`,
  `insert into customers.idempotency (reseller_id, key, request, correlation_id, created_at)
   values (1001, 'k', 'r', 'c', now())`,
  `insert into domains.domain (reseller_id, name, label, extension, phase, type, period_years, autorenew, owner_handle,
     admin_handle, tech_handle, billing_handle, reseller_handle, ns_group, name_servers, auth_code, is_locked, comments,
     ordered_at, changed_at, version)
   select 1001, label || '.com', label, 'com', phase, 'new', 1, 'on', 'AJ1-NL', 'AJ1-NL', 'AJ1-NL', 'AJ1-NL', '',
     'dns-openprovider', '[]', 'secret', false, '', now(), now(), 3
   from (values ('hello', 'active'), ('bye', 'dying')) as given (label, phase)`,
  `insert into domains.registry_operation (operation_id, domain_id, kind, state, submitted_at)
   values ('00000000-0000-4000-8000-000000000001', 1000001, 'create', 'done', now())`,
  `insert into dns.zone (reseller_id, name, type, provider, version, published_version, attempts, next_attempt_at,
     created_at, updated_at) values (1001, 'hello.com', 'master', 'openprovider', 7, 7, 0, now(), now(), now())`,
  `insert into dns.record (zone_id, owner, type, ttl, prio, value, rdata, created_at, updated_at)
   values (1000001, 'www.hello.com', 'A', 3600, 0, '192.0.2.10', '\\xc000020a', now(), now())`,
  `insert into dns.nameserver (reseller_id, name, ip, ip6, created_at, updated_at)
   values (1001, 'ns1.hello.com', '192.0.2.1', '2001:db8::1', now(), now())`,
  `insert into orders.ledger_account (reseller_id, currency, opened_at) values (1001, 'EUR', now())`,
  `with moved as (insert into orders.ledger_transaction (reseller_id, kind, key, moved_at)
     values (1001, 'top-up', 'first payment', now()) returning id)
   insert into orders.ledger_entry (transaction_id, reseller_id, account, amount)
   select id, 1001, account, amount from moved, (values ('available', 10000), ('deposits', -10000)) e (account, amount)`,
  `insert into registry_worker.operation (id, reseller_id, kind, account, object, intent, state, run_at, attempts,
     absences, correlation_id, submitted_at)
   values ('00000000-0000-4000-8000-000000000001', 1001, 'domain:create', 'sandbox', 'hello.com', '{}', 'done', now(),
     1, 0, 'c', now())`,
  `insert into sandbox_registry.fault (kind, remaining, code) values ('inject-code', 1, 2400)`,
  `insert into sandbox_registry.session_policy (server_id, max_frame_octets, idle_seconds, absolute_seconds, max_sessions,
     max_login_attempts, max_check_objects, reused_cltrid) values ('sandbox', 1000, 60, 600, 10, 3, 5, 'allowed')`,
]

/** A database at commit 55e1257, which each test clones. */
let template: TestDatabase
let url: string
let client: Client

/** A folder with the baseline alone, without the list of migrations that it replaces. */
function baselineOf(folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'baseline-'))
  for (const file of readdirSync(folder).filter((name) => name.endsWith('0001_baseline.sql'))) {
    copyFileSync(join(folder, file), join(copy, file))
  }
  return copy
}

const replacedIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.replaces'))
    .flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/^([0-9a-f]{64}) {2}(\S+)$/gm)])

async function connected<T>(databaseUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const connection = new Client({ connectionString: databaseUrl })
  await connection.connect()
  try {
    return await work(connection)
  } finally {
    await connection.end()
  }
}

/** The services of that commit. Later ones have no schema in its database. */
const old = stored.filter(({ migrations }) => replacedIn(migrations.at(-1)!).length > 0)

beforeAll(async () => {
  template = await testDatabase()
  for (const { name, migrations } of old) {
    await migrate(template.url, { service: name, folders: migrations.map(baselineOf) })
  }
  await connected(template.url, async (connection) => {
    for (const { name, migrations } of old) {
      const table = `${schemaOf(name).schema}.schema_migration`
      await connection.query(`delete from ${table}`)
      for (const [, checksum, migration] of migrations.flatMap(replacedIn)) {
        await connection.query(`insert into ${table} (name, checksum) values ($1, $2)`, [migration, checksum])
      }
    }
  })
})

afterAll(() => template?.drop())

const nameOf = (databaseUrl: string) => new URL(databaseUrl).pathname.slice(1)
const onServer = (sql: string) => connected(process.env.TEST_DATABASE_URL!, (connection) => connection.query(sql))

beforeEach(async () => {
  url = `${template.url}_clone`
  await onServer(`create database ${nameOf(url)} template ${nameOf(template.url)} strategy file_copy`)
  client = new Client({ connectionString: url })
  await client.connect()
})

afterEach(async () => {
  await client?.end()
  await onServer(`drop database if exists ${nameOf(url)} with (force)`)
})

describe('a database at commit 55e1257', () => {
  it('is adopted with its rows and becomes equal to the goldens', async () => {
    for (const row of ROWS) {
      // Triggers name their tables without the schema.
      await client.query(`set search_path to ${/into (\w+)\./.exec(row)![1]}`)
      await client.query(row)
    }
    await client.query('reset search_path')
    const applied = await migrateAll(url)
    expect(applied).not.toContain('customers/0001_baseline.sql')
    expect(applied).toContain('customers/0007_customer_by_full_name.sql')
    for (const { name } of stored) {
      const { schema } = schemaOf(name)
      const golden = readFileSync(join(root, `tools/db/golden/${schema}.sql`), 'utf8')
      expect(await printSchema(client, schema)).toBe(golden)
    }
    const one = async (sql: string) => (await client.query(sql)).rows[0]
    expect(
      await one(`select count(*)::int as customers, count(*) filter (where full_name_folded = 'ada van jansen')::int as van,
        count(*) filter (where full_name_folded = 'ada jansen')::int as bare, min(initials_folded) as initials
        from customers.customer`),
    ).toEqual({ customers: 12_000, van: 6_000, bare: 6_000, initials: 'a.b.' })
    expect(
      (await client.query('select name, phase, version, registry_refusal from domains.domain order by id')).rows,
    ).toEqual([
      { name: 'hello.com', phase: 'active', version: 3, registry_refusal: null },
      { name: 'bye.com', phase: 'pendingDelete', version: 3, registry_refusal: null },
    ])
    expect(await one('select registry_state, host(ip) as ip from dns.nameserver')).toEqual({
      registry_state: 'none',
      ip: '192.0.2.1',
    })
    expect(await one('select available, deposits from orders.ledger_account')).toEqual({
      available: '10000',
      deposits: '-10000',
    })
    expect(await one('select withheld_extensions from sandbox_registry.session_policy')).toEqual({
      withheld_extensions: [],
    })
    expect(await migrateAll(url)).toEqual([])
  })
})

describe('a database in another state is refused unchanged', () => {
  it.each([
    [
      'without one migration of the list',
      `delete from orders.schema_migration where name = '0104_ledger_transaction.sql'`,
      'The schema orders cannot be migrated: it lacks migration 0104_ledger_transaction.sql. Only an empty database or one at exactly commit 55e1257 can be migrated: bring this one to that state with its code',
    ],
    [
      'with a migration that is not in the list',
      `insert into dns.schema_migration values ('0422_nameserver_registry.sql', 'x')`,
      'it has migration 0422_nameserver_registry.sql, which commit 55e1257 does not have',
    ],
    [
      'with a migration of other contents',
      `update domains.schema_migration set checksum = 'x' where name = '0001_domain.sql'`,
      'migration 0001_domain.sql had other contents when it was applied',
    ],
    [
      'with an extra column',
      'alter table customers.customer add column shoe_size integer',
      'it has "customers.customer: shoe_size integer", which commit 55e1257 does not have',
    ],
    [
      'with a column of another type',
      'alter table dns.record alter column prio type bigint',
      'it has "dns.record: prio bigint not null", which commit 55e1257 does not have',
    ],
    [
      'with a column of another collation',
      'alter table domains.domain alter column label type text collate "default"',
      'it has "domains.domain: label text not null", which commit 55e1257 does not have',
    ],
    [
      'without an index',
      'drop index dns.zone_by_name',
      'it lacks "CREATE INDEX zone_by_name ON dns.zone USING btree (name, version);"',
    ],
    [
      'with a function of other contents',
      `create or replace function customers.fill_search_texts() returns trigger language plpgsql as
       'begin return new; end'`,
      'it has "CREATE OR REPLACE FUNCTION customers.fill_search_texts()',
    ],
    [
      'without any record of migrations',
      'delete from registry_worker.schema_migration',
      'it has the table alarm, but no list of applied migrations',
    ],
  ])('%s', async (_, change, finding) => {
    await client.query(change)
    const state = async () => ({
      migrations: (await client.query('select * from sandbox_registry.schema_migration order by name')).rows,
      schemas: (await client.query('select nspname from pg_namespace order by 1')).rows,
    })
    const before = await state()
    await expect(migrateAll(url)).rejects.toThrow(finding)
    expect(await state()).toEqual(before)
  })
})
