import { everyRight } from '@nameyard/contracts/rights'
import { createClient } from '@nameyard/sdk/client'
import { person } from '../src/reseller'
import { startInProcess, type Ask, type HttpResponse, type InProcess } from './in-process'

let platform: InProcess
let admin: Ask
/** A token of a contact who is no administrator. */
let technician: Ask

const password = 'correct horse battery'

beforeAll(async () => {
  platform = await startInProcess({ gateway: { GATEWAY_TRUSTED_PROXIES: '127.0.0.1' } })
  admin = await platform.open('keeper')
  const contact = { ...person, username: 'technician', password, role: 'tech', api_access_enabled: true }
  await admin('POST', '/v1/contacts', { body: contact })
  const { json } = await platform.ask('POST', '/v1/auth/login', { body: { username: 'technician', password } })
  technician = withKey(json.data.token as string)
})
afterAll(() => platform?.close())

/** Sends requests with a token or key, from an address. */
function withKey(key: string, from = '192.0.2.7'): Ask {
  return (method, path, sent = {}) => {
    const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': from, ...sent.headers }
    return platform.ask(method, path, { ...sent, headers })
  }
}

const create = (given: object = {}, ask = admin): Promise<HttpResponse> =>
  ask('POST', '/v1/keys', {
    body: { name: 'export', scope: everyRight, ...given },
  })

async function newKey(given: object = {}): Promise<{ id: number; key: string }> {
  const { status, json, text } = await create(given)
  if (status !== 200) throw new Error(text)
  return json.data as unknown as { id: number; key: string }
}

/** Waits until a key is refused, and returns after how many milliseconds the last request was sent that was served. */
async function lastServed(ask: Ask): Promise<number> {
  const start = performance.now()
  for (let served = 0; ; await new Promise((resolve) => setTimeout(resolve, 20))) {
    const sent = performance.now() - start
    if ((await ask('GET', '/v1/contacts')).status === 401) return served
    served = sent
    if (served > 5_000) throw new Error('the key still works')
  }
}

it('a key works wherever a login token does, with its own scope', async () => {
  const { key } = await newKey({ scope: ['read'] })
  expect(key).toMatch(/^ny_live_[\dA-Za-z]{36}$/)
  const ask = withKey(key)
  expect((await ask('GET', '/v1/auth/token')).json.data).toMatchObject({ username: 'keeper', scope: ['read'] })
  expect(await ask('GET', '/v1/domains')).toMatchObject({ status: 200 })
  expect(await ask('POST', '/v1/customers', { body: person })).toMatchObject({ status: 403, json: { code: 4002 } })
})

it('the SDK takes a key as its token', async () => {
  const { key } = await newKey()
  const client = createClient({ baseUrl: platform.url, token: key })
  const { results } = await client.keys.list({ limit: 1 })
  expect(results).toMatchObject([{ name: 'export', hint: key.slice(-4) }])
})

it.each(['', 'x', 'KEY'])('a changed key (%p) is refused like an unknown token', async (change) => {
  const { key } = await newKey()
  const changed = change === 'KEY' ? key.toUpperCase() : change === '' ? key.slice(0, -1) : `${key.slice(0, -1)}_`
  expect(await withKey(changed)('GET', '/v1/contacts')).toMatchObject({ status: 401, json: { code: 196 } })
})

it('a rotated key and a revoked key stop within a second', async () => {
  const { id, key } = await newKey()
  expect(await withKey(key)('GET', '/v1/contacts')).toMatchObject({ status: 200 })
  const { json } = await admin('POST', `/v1/keys/${id}/rotate`)
  expect(await lastServed(withKey(key))).toBeLessThan(1000)
  const next = withKey(json.data.key as string)
  expect(await next('GET', '/v1/contacts')).toMatchObject({ status: 200 })
  expect(await admin('DELETE', `/v1/keys/${id}`)).toMatchObject({ status: 200, json: { data: { success: true } } })
  expect(await lastServed(next)).toBeLessThan(1000)
})

it('a key with addresses works from them and from nowhere else', async () => {
  const { key } = await newKey({ allow: ['192.0.2.0/24'] })
  expect(await withKey(key, '192.0.2.200')('GET', '/v1/contacts')).toMatchObject({ status: 200 })
  expect(await withKey(key, '198.51.100.1')('GET', '/v1/contacts')).toMatchObject({
    status: 403,
    json: { code: 10005 },
  })
})

it('a key that hands out keys gives no more rights than it has, and one with limits gives none', async () => {
  const refused = { status: 403, json: { code: 4002 } }
  const maker = withKey((await newKey({ scope: ['read', 'write'] })).key)
  expect(await create({ scope: ['read'] }, maker)).toMatchObject({ status: 200 })
  expect(await create({ scope: ['purchase'] }, maker)).toMatchObject(refused)
  const { id } = await newKey()
  expect(await maker('POST', `/v1/keys/${id}/rotate`)).toMatchObject(refused)
  const limits = [{ allow: ['192.0.2.7'] }, { expires_at: '2099-01-01' }, { unused_days: 5 }]
  for (const limit of limits) {
    const limited = withKey((await newKey(limit)).key)
    expect(await create({ scope: ['read'] }, limited)).toMatchObject(refused)
    expect(await limited('GET', '/v1/keys')).toMatchObject(refused)
    expect(await limited('POST', `/v1/keys/${id}/rotate`)).toMatchObject(refused)
    expect(await limited('DELETE', `/v1/keys/${id}`)).toMatchObject(refused)
    const contact = { ...person, username: 'made-by-a-key', password, role: 'tech' }
    expect(await limited('POST', '/v1/contacts', { body: contact })).toMatchObject(refused)
    expect(await limited('PUT', '/v1/contacts/1', { body: { comments: 'x' } })).toMatchObject(refused)
    expect(await limited('DELETE', '/v1/contacts/1')).toMatchObject(refused)
  }
})

it('a token that is bound to an address gives no key that works elsewhere', async () => {
  const credentials = { username: 'keeper', password, ip: '192.0.2.0/24' }
  const { json } = await platform.ask('POST', '/v1/auth/login', { body: credentials })
  const bound = withKey(json.data.token as string)
  expect(await create({}, bound)).toMatchObject({ status: 403, json: { code: 4002 } })
  expect(await create({ allow: ['192.0.2.9'] }, bound)).toMatchObject({ status: 200 })
  const { id } = await newKey()
  expect(await bound('POST', `/v1/keys/${id}/rotate`)).toMatchObject({ status: 403, json: { code: 4002 } })
})

it('only administrators of the account manage keys', async () => {
  const refused = { status: 403, json: { code: 4002, desc: 'The role tech may not do this: admin may.' } }
  const { id } = await newKey()
  expect(await create({}, technician)).toMatchObject(refused)
  expect(await technician('GET', '/v1/keys')).toMatchObject(refused)
  expect(await technician('POST', `/v1/keys/${id}/rotate`)).toMatchObject(refused)
  expect(await technician('DELETE', `/v1/keys/${id}`)).toMatchObject(refused)
})

it('a field that the operation does not know is refused: it may be meant as a limit', async () => {
  for (const limit of ['domain', 'zone', 'records', 'spend', 'spend_per_year']) {
    const { status, json } = await create({ [limit]: ['example.com'] })
    expect([status, json.desc]).toEqual([400, `${limit}: is unknown.`])
  }
})

it('bad input is refused with its field', async () => {
  for (const [given, desc] of [
    [{ name: undefined }, 'name'],
    [{ scope: ['everything'] }, 'scope'],
    [{ scope: [] }, 'scope'],
    [{ allow: ['here'] }, 'here'],
    [{ unused_days: -1 }, 'unused_days'],
    [{ expires_at: '2020-01-01' }, 'expires_at'],
  ] as const) {
    const { status, json } = await create(given)
    expect([status, json.desc]).toEqual([400, expect.stringContaining(desc)])
  }
  expect(await admin('DELETE', '/v1/keys/999999')).toMatchObject({ status: 404, json: { code: 98 } })
  expect(await admin('POST', '/v1/keys/999999/rotate')).toMatchObject({ status: 404, json: { code: 98 } })
})

it('tries every success, refusal and query field of the operations of keys', async () => {
  expect(await admin('GET', '/v1/keys?limit=1&offset=1')).toMatchObject({ status: 200 })
  expect(platform.exercised.untried('keys')).toEqual([])
})
