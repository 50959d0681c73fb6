import { createHash, createHmac } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Client } from 'pg'
import { applications } from '@nameyard/embedded/platform/applications'
import { migrateAll } from '@nameyard/embedded/platform/migrations'
import { migrate } from '@nameyard/persistence/migrate'
import { testDatabase } from '@nameyard/testing/database'
import { temporaryFolder } from '../src/platform'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** What was there before the migrations goes on after them: accounts, passwords, tokens and links. */

let platform: InProcess

const linkSecret = 'the link secret of before the upgrade'
const tokens = { full: 'f'.repeat(32), reading: 'a'.repeat(32), billing: 'b'.repeat(32) }
const zoneLink = 'z'.repeat(43)
const nonce = Buffer.alloc(16, 7)
const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** The hash of `battery1`, with another cost than today's. */
const passwordHash = '$argon2id$v=19$m=65536,p=4,t=3$4rLA+8Ym5M6qeCkh2qvGBg$TCUpOEM+SDVo+A2ayUlyhfj51DfAapplPu1UICAXS1I'

/** Rows as they were written before. */
async function fill(client: Client): Promise<void> {
  await client.query('set search_path to customers')
  await client.query(`insert into reseller (company_name, currency, created_at) values ('Old Hosting', 'EUR', now())`)
  await client.query(
    `insert into contact (reseller_id, username, password_hash, email, role, api_access_enabled, created_at)
     values (1001, 'old-boss', $1, 'boss@example.com', 'admin', true, now()),
       (1001, 'old-billing', $1, 'billing@example.com', 'billing', true, now())`,
    [passwordHash],
  )
  await client.query(
    `insert into token (hash, contact_id, scope, created_at, expires_at) select hash, contact, scope, now(), now() + interval '1 day'
     from (values ($1::bytea, 10001, '{read,write,purchase}'::text[]), ($2, 10001, '{read}'), ($3, 10002, '{read,write,purchase}'))
       as given (hash, contact, scope)`,
    [hashOf(tokens.full), hashOf(tokens.reading), hashOf(tokens.billing)],
  )
  await client.query(
    `insert into email_verification (reseller_id, address, email, handle, language, tag, status, link_nonce, started_at,
       deadline_at, mails, mails_since)
     values (1001, 'ada@example.com', 'ada@example.com', 'AJ100001-NL', 'en', '', 'in progress', $1, now(),
       now() + interval '1 day', 1, now())`,
    [nonce],
  )
  await client.query('set search_path to dns')
  await client.query(
    `insert into zone (reseller_id, name, type, provider, version, published_version, attempts, next_attempt_at,
       created_at, updated_at) values (1001, 'old-zone.com', 'master', 'openprovider', 7, 7, 0, now(), now(), now())`,
  )
  await client.query(
    `insert into zone_link (hash, zone_id, contact_id, username, created_at, expires_at)
     values ($1, 1000001, 10001, 'old-boss', now(), now() + interval '1 day')`,
    [hashOf(zoneLink)],
  )
}

/** The token of a verification link, as mails have it. */
function verificationLink(): string {
  const body = Buffer.alloc(26)
  body.writeUInt32BE(1001, 0)
  body.writeUIntBE(Math.floor(Date.now() / 1000) + 3600, 4, 6)
  nonce.copy(body, 10)
  const signature = createHmac('sha256', linkSecret).update('nameyard e-mail verification 1\n').update(body).digest()
  return Buffer.concat([body, signature]).toString('base64url')
}

/** A folder with the baseline alone. */
function baselineOf(folder: string): string {
  const copy = join(temporaryFolder(), basename(folder))
  mkdirSync(copy)
  for (const file of readdirSync(folder).filter((name) => name.endsWith('0001_baseline.sql'))) {
    copyFileSync(join(folder, file), join(copy, file))
  }
  return copy
}

beforeAll(async () => {
  const prepared = await testDatabase()
  for (const { name, migrations } of applications.filter((each) => each.migrations.length > 0)) {
    await migrate(prepared.url, { service: name, folders: migrations.map(baselineOf) })
  }
  const client = new Client({ connectionString: prepared.url })
  await client.connect()
  await fill(client).finally(() => client.end())
  await migrateAll(prepared.url)
  platform = await startInProcess({ prepared, customers: { LINK_SECRET: linkSecret } })
})
afterAll(() => platform?.close())

const using = (token: string): Ask => {
  const headers = { authorization: `Bearer ${token}` }
  return (method, path, sent = {}) => platform.ask(method, path, { ...sent, headers })
}

it('tokens of before work, and those with every right gained transfer-codes', async () => {
  const full = using(tokens.full)
  expect(await full('GET', '/v1/auth/token')).toMatchObject({
    status: 200,
    json: { data: { username: 'old-boss', scope: ['read', 'write', 'purchase', 'transfer-codes'] } },
  })
  expect(await full('POST', '/v1/tags', { body: { key: 'customer', value: 'kept' } })).toMatchObject({ status: 200 })
  const reading = using(tokens.reading)
  expect(await reading('GET', '/v1/auth/token')).toMatchObject({ json: { data: { scope: ['read'] } } })
  expect(await reading('POST', '/v1/tags', { body: { key: 'customer', value: 'none' } })).toMatchObject({ status: 403 })
})

it('people of before keep their short password, need no second factor, and can add one', async () => {
  const credentials = { username: 'old-boss', password: 'battery1' }
  const { status, json } = await platform.ask('POST', '/v1/auth/login', { body: credentials })
  expect(status).toBe(200)
  const own = using(json.data.token as unknown as string)
  expect(await own('GET', '/v1/auth/factors')).toMatchObject({ json: { data: { total: 0, is_required: false } } })
  const app = { name: 'phone', password: 'battery1' }
  expect(await own('POST', '/v1/auth/factors/totp', { body: app })).toMatchObject({ status: 200 })
  expect(await own('POST', '/v1/auth/factors/passkeys', { body: app })).toMatchObject({ status: 200 })
})

it('contacts of before that are no administrators keep what they could do', async () => {
  const billing = using(tokens.billing)
  expect(await billing('POST', '/v1/tags', { body: { key: 'customer', value: 'billing' } })).toMatchObject({
    status: 200,
  })
})

it('links of before work', async () => {
  const zone = await fetch(`${platform.url}/zone/${zoneLink}`)
  expect(zone.status).toBe(200)
  expect(await zone.text()).toContain('old-zone.com')
  const verify = `${platform.url}/verify/${verificationLink()}`
  expect(await (await fetch(verify)).text()).toContain('ada@example.com')
  const confirmed = await fetch(verify, { method: 'POST', body: new URLSearchParams() })
  expect(confirmed.status).toBe(200)
  expect((await fetch(verify)).status).toBe(404)
})
