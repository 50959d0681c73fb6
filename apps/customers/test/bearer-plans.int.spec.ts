import { createHash } from 'node:crypto'
import { DataSource } from 'typeorm'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { findBearers } from '../src/access/token.store'
import { service } from '../src/service'
import { ExplainingDatabase } from './explaining-database'

let database: TestDatabase
let source: DataSource

beforeAll(async () => {
  database = await testDatabase(service)
  source = await new DataSource({
    type: 'postgres',
    url: database.url,
    entities: [],
    installExtensions: false,
    extra: { options: '-c search_path=customers' },
  }).initialize()
  await source.query(
    `insert into reseller (company_name, currency, created_at)
     select 'r' || n, 'EUR', now() from generate_series(1, 1000) n`,
  )
  await source.query(
    `insert into contact (reseller_id, username, email, role, api_access_enabled, created_at)
     select 1001 + n % 1000, 'user' || n, n || '@example.com', 'admin', true, now() from generate_series(1, 10000) n`,
  )
  await source.query(
    `insert into token (hash, contact_id, scope, created_at, expires_at)
     select sha256(('token' || n)::bytea), 10000 + n % 5000 + 1, '{read}', now(), now() + interval '1 day'
     from generate_series(1, 30000) n`,
  )
  await source.query(
    `insert into api_key (hash, hint, contact_id, name, scope, allowed_from, unused_days, created_at)
     select sha256(('key' || n)::bytea), 'hint', 10000 + n % 5000 + 1, 'n', '{read,write}', '{}', 0, now()
     from generate_series(1, 30000) n`,
  )
  await source.query('analyze')
})

afterAll(async () => {
  await source?.destroy()
  await database?.drop()
})

it('finds tokens and API keys together with one statement, by index', async () => {
  const secrets = ['token7', 'key8', 'unknown', 'token9']
  const explaining = new ExplainingDatabase(source)
  const rows: { position: number; scope: string[] }[] = await explaining.read(findBearers, {
    hashes: secrets.map((secret) => createHash('sha256').update(secret).digest('hex')),
    addresses: secrets.map(() => '192.0.2.7'),
    now: new Date(),
    resellerIds: [],
    requests: [],
    perSecond: 100,
    burst: 1000,
  })
  const scopes = new Map(rows.map(({ position, scope }) => [position, scope]))
  expect(scopes).toEqual(
    new Map([
      [1, ['read']],
      [2, ['read', 'write']],
      [4, ['read']],
    ]),
  )
  expect(explaining.plans).toHaveLength(1)
  expect(explaining.plans[0]).toContain('api_key_hash')
  expect(explaining.plans[0]).not.toMatch(/Seq Scan on (token|api_key|contact)/)
})
