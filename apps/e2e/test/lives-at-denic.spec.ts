import { createHash } from 'node:crypto'
import { Client } from 'pg'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

const DAY = 86_400
const domain = { name: 'life', extension: 'de' }

let platform: InProcess
let sql: Client
let ask: Ask
let [owner, heir] = ['', '']
let id: number
let expires: string

beforeAll(async () => {
  platform = await startInProcess({ hasSandboxClock: true })
  sql = new Client({ connectionString: platform.databaseUrl })
  await sql.connect()
})
afterAll(async () => {
  await sql?.end()
  await platform?.close()
})

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the result type depends on the operation
async function done(method: string, path: string, body?: object): Promise<any> {
  const { status, json, text } = await ask(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}
const shown = () => done('GET', `/v1/domains/${id}`)
const atRegistry = () => platform.sandbox.domain('life.de')
const requests = (command: string) => platform.sandbox.requests('life.de', command)
const yearsLater = (date: string, years: number) => `${Number(date.slice(0, 4)) + years}${date.slice(4)}`
const daysFrom = (date: string, days: number) =>
  new Date(Date.parse(`${date.replace(' ', 'T')}Z`) + days * DAY * 1000).toISOString()

async function advance(goal: object): Promise<void> {
  let moved = await done('POST', '/v1/sandbox/clock/advance', goal)
  while (!moved.is_done) moved = await done('POST', '/v1/sandbox/clock/advance', { until: moved.until })
}

test('a .de is checked, and registered by CREATE for a year', async () => {
  ask = await platform.open('citizen', '1000')
  const customer = async (email: string) => (await done('POST', '/v1/customers', { ...person, email })).handle
  owner = await customer('owner@example.com')
  heir = await customer('heir@example.com')
  const { results } = await done('POST', '/v1/domains/check', { domains: [domain] })
  expect(results).toMatchObject([{ status: 'free' }])
  const placed = await done('POST', '/v1/domains', { ...order('life.de', owner), autorenew: 'on' })
  id = placed.id
  expires = placed.expiration_date
  expect(placed.status).toBe('ACT')
  expect(expires).toBe(yearsLater((await shown()).creation_date, 1))
  expect(await atRegistry()).toMatchObject({ sponsor: 'DENIC-1000001' })
  expect((await requests('domain:create'))[0]).toMatch(
    /^Version: 5.0\nAction: CREATE\nDomain: life.de\nHolder: DENIC-1000001-NY/,
  )
})

test('it gets other nameservers by UPDATE, and another holder by CHHOLDER', async () => {
  const name_servers = [{ name: 'ns1.other.example' }, { name: 'ns2.other.example' }]
  await done('PUT', `/v1/domains/${id}`, { name_servers })
  expect((await requests('domain:update')).at(-1)).toContain('Nserver: ns2.other.example')
  await done('PUT', `/v1/domains/${id}`, { owner_handle: heir })
  expect(await requests('domain:chholder')).toHaveLength(1)
  expect(await shown()).toMatchObject({ status: 'ACT', owner_handle: heir, expiration_date: expires })
})

test('its auth code is reset, and the registry has the hash of it', async () => {
  const { auth_code: code } = await done('POST', `/v1/domains/${id}/authcode/reset`, {})
  expect(code).toHaveLength(16)
  expect(await done('GET', `/v1/domains/${id}/authcode`)).toMatchObject({ auth_code: code })
  const hash = createHash('sha256').update(code).digest('hex')
  expect((await requests('domain:create-authinfo1')).at(-1)).toContain(`Authinfohash: ${hash}`)
})

test('it is renewed without a request', async () => {
  await advance({ seconds: 366 * DAY })
  expires = yearsLater(expires, 1)
  expect(await shown()).toMatchObject({ status: 'ACT', expiration_date: expires })
  const charged = await platform.sandbox.charges('life.de')
  expect(charged.filter((each) => each.includes('renew'))).toHaveLength(1)
})

test('it enters quarantine when autorenew is off, and is restored', async () => {
  await done('PUT', `/v1/domains/${id}`, { autorenew: 'off' })
  await advance({ until: daysFrom(expires, -3) })
  expect(await shown()).toMatchObject({ status: 'ACT' })
  const charged = await platform.sandbox.charges('life.de')
  await advance({ seconds: 3 * DAY })
  expect(await shown()).toMatchObject({ status: 'DEL', delete_status: 'quarantine', expiration_date: expires })
  expect(await platform.sandbox.charges('life.de')).toEqual(charged)
  await done('POST', `/v1/domains/${id}/restore`, {})
  await advance({ seconds: 3 * DAY })
  expires = yearsLater(expires, 1)
  expect(await shown()).toMatchObject({ status: 'ACT', delete_status: 'none', expiration_date: expires })
  expect(await requests('domain:restore')).toHaveLength(1)
})

test('it is deleted, and free again after thirty days', async () => {
  await done('DELETE', `/v1/domains/${id}`)
  await advance({ seconds: 29 * DAY })
  expect(await shown()).toMatchObject({ status: 'DEL', delete_status: 'quarantine' })
  await advance({ seconds: 3 * DAY })
  expect(await done('GET', `/v1/domains/${id}?is_deleted=1`)).toMatchObject({ delete_status: 'deleted' })
  const { results } = await done('POST', '/v1/domains/check', { domains: [domain] })
  expect(results).toMatchObject([{ status: 'free' }])
})

test('another one is given back to the registry', async () => {
  const { id: other } = await done('POST', '/v1/domains', order('back.de', owner))
  await done('DELETE', `/v1/domains/${other}?type=pushtoregistry`)
  expect(await platform.sandbox.requests('back.de', 'domain:transit')).toHaveLength(1)
  expect(await platform.sandbox.domain('back.de')).toMatchObject({ sponsor: 'bystander' })
  expect(await done('GET', `/v1/domains/${other}?is_deleted=1`)).toMatchObject({
    status: 'DEL',
    delete_status: 'deleted',
    removal_reason: 'owner',
  })
})

test('none of it causes an unknown transition of a domain', async () => {
  const { rows } = await sql.query('select phase, event, domain, registry from domains.lifecycle_violation')
  expect(rows).toEqual([])
})
