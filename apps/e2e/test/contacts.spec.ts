import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Controller } from '@nestjs/common'
import { createReseller } from '@nameyard/contracts/access/create-reseller'
import { listDomainsOfHandles } from '@nameyard/contracts/domains/list-domains-of-handles'
import { service as customers } from '@nameyard/customers/service'
import { service as gateway } from '@nameyard/gateway/service'
import { Handles } from '@nameyard/messaging/handles'
import { loadConfig } from '@nameyard/runtime/load-config'
import { createLog } from '@nameyard/runtime/log'
import type { Running } from '@nameyard/runtime/service'
import { testBroker } from '@nameyard/testing/broker'
import { SettableClock } from '@nameyard/testing/clock'
import { testDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { testParty } from '@nameyard/testing/party'
import * as fc from 'fast-check'
import type { Envelope } from '../src/https-client'

/** Nobody has a domain here. */
@Controller()
class OwnerOfDomains {
  @Handles(listDomainsOfHandles)
  async execute() {
    return { domains: [] }
  }
}

const clock = new SettableClock()
const closing: (() => Promise<unknown>)[] = []
let url: string
let mails: string

beforeAll(async () => {
  const [database, broker] = await Promise.all([testDatabase(customers), testBroker()])
  closing.push(
    () => database.drop(),
    () => broker.drop(),
  )
  mails = await mkdtemp(join(tmpdir(), 'nameyard-mail-'))
  closing.push(() => rm(mails, { recursive: true, force: true }))
  const surroundings = { clock, log: createLog('test', 'silent') }
  const settings = { DATABASE_URL: database.url, AMQP_URL: broker.url, GATEWAY_HTTP_PORT: '0', MAIL_FOLDER: mails }
  const owner = await customers.start(loadConfig(customers.config, settings), surroundings)
  const edge = (await gateway.start(loadConfig(gateway.config, settings), surroundings)) as Running & {
    httpPort: number
  }
  const domains = await testParty('domains', { url: broker.url, clock, controllers: [OwnerOfDomains] })
  url = `http://127.0.0.1:${edge.httpPort}`
  closing.push(
    () => owner.close(),
    () => edge.close(),
    () => domains.close(),
  )
  const contact = { username: 'boss', password: 'correct horse', email: 'boss@example.com' }
  await domains.rpc.call(createReseller, { company: 'Example', currency: 'EUR', contact }, domains.call())
})

afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})

async function ask(method: string, path: string, body?: object, token?: string) {
  const response = await fetch(new URL(path, url), {
    method,
    headers: { ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const json = JSON.parse(text) as Envelope
  if (response.status !== 200) expect(text.length).toBeLessThanOrEqual(120)
  return { status: response.status, json, text }
}

const logIn = async (username: string, password: string) =>
  ask('POST', '/v1/auth/login', { username, password }).then(({ json }) => json.data.token as string)

const person = {
  name: { first_name: 'Ada', last_name: 'Jansen' },
  address: { street: 'Keizersgracht', number: '1', zipcode: '1015 CJ', city: 'Amsterdam', country: 'NL' },
  phone: { country_code: '+31', area_code: '20', subscriber_number: '5551234' },
  email: 'ada@example.com',
}

describe('contacts at the door', () => {
  let boss: string
  beforeAll(async () => void (boss = await logIn('boss', 'correct horse')))
  const answered = async (method: string, path: string, body?: object) => {
    const { status, json } = await ask(method, path, body, boss)
    return [status, json.code]
  }

  it('are made, listed, read, changed and deleted', async () => {
    const contact = { ...person, role: 'tech', username: 'ada', password: 'battery staple', id: '7', unknown: null }
    const created = await ask('POST', '/v1/contacts', contact, boss)
    expect(created).toMatchObject({ status: 200, json: { code: 0, data: { id: expect.any(Number) } } })
    const { id } = created.json.data
    const read = (await ask('GET', `/v1beta/contacts/${id}/?with_additional_data=1`, undefined, boss)).json.data
    expect(read).toMatchObject({ ...person, id, role: 'tech', api_access_enabled: false })
    const listed = await ask('GET', '/v1/contacts?order=DESC&username_pattern=a*&limit=1', undefined, boss)
    expect(listed.json.data).toMatchObject({ results: [{ id }], total: 1 })
    const change = { id, api_access_enabled: 1, phone: null, comments: 'new' }
    expect((await ask('PUT', `/v1/contacts/${id}`, change, boss)).json.data).toEqual({ success: true })
    const token = await logIn('ada', 'battery staple')
    expect((await ask('GET', '/v1/contacts', undefined, token)).json.data.total).toBe(2)
    expect((await ask('DELETE', `/v1/contacts/${id}`, undefined, boss)).json.data).toEqual({ success: true })
    // The edge believes a verdict for less than a second.
    await eventually(
      async () => (await ask('GET', '/v1/contacts', undefined, token)).status === 401,
      'the end of the token',
    )
    expect(await answered('GET', `/v1/contacts/${id}`)).toEqual([404, 193])
  })

  it('are refused by the codes of the catalogue', async () => {
    const contact = { ...person, role: 'tech', username: 'bob', password: 'battery staple' }
    const create = (change: object) => answered('POST', '/v1/contacts', { ...contact, ...change })
    expect(await create({ role: undefined })).toEqual([400, 170])
    expect(await create({ role: 'owner' })).toEqual([400, 172])
    expect(await create({ username: '' })).toEqual([400, 190])
    expect(await create({ username: 'boss' })).toEqual([409, 191])
    expect(await create({ password: 'short' })).toEqual([400, 5006])
    expect(await create({ email: 'bob' })).toEqual([400, 146])
    expect(await create({ address: { ...person.address, country: 'XX' } })).toEqual([400, 121])
    expect(await create({ phone: { ...person.phone, subscriber_number: '1' } })).toEqual([400, 136])
    expect(await create({ name: { first_name: 'Bob' } })).toEqual([400, 806])
    const { json } = await ask('GET', '/v1/contacts?role=admin', undefined, boss)
    const own = json.data.results[0].id
    expect(await answered('DELETE', `/v1/contacts/${own}`)).toEqual([422, 5005])
    expect(await answered('PUT', `/v1/contacts/${own}`, { role: 'tech' })).toEqual([422, 5004])
    const lists = { api_client_ip_list: { allow: ['192.0.2.0/33'] } }
    expect(await answered('PUT', `/v1/contacts/${own}`, lists)).toEqual([400, 5008])
    expect(await answered('GET', '/v1/contacts/x')).toEqual([400, 806])
    expect(await answered('GET', '/v1/contacts?limit=1001')).toEqual([400, 806])
    expect((await ask('GET', '/v1/contacts')).status).toBe(401)
  })
})

describe('the verification of an address at the door', () => {
  let boss: string
  let handle: string
  let link: string
  const verification = async () => {
    const path = '/v1/customers/verifications/emails/domains?handle='
    return (await ask('GET', `${path}${handle}`, undefined, boss)).json.data.results[0]
  }
  const open = (method: string, path = link, init: RequestInit = {}) => fetch(new URL(path, url), { method, ...init })

  beforeAll(async () => {
    boss = await logIn('boss', 'correct horse')
    handle = (await ask('POST', '/v1/customers', person, boss)).json.data.handle
    const start = { email: person.email, handle, language: 'nl' }
    const { json } = await ask('POST', '/v1/customers/verifications/emails/start', start, boss)
    expect(json).toMatchObject({ code: 0, data: { id: expect.any(Number) } })
    const mail = await eventually(async () => {
      const [file] = (await readdir(mails)).filter((name) => name.endsWith('.eml'))
      return file && readFile(join(mails, file), 'utf8')
    }, 'the mail')
    link = /\/verify\/[\w-]+/.exec(mail.replaceAll('=\r\n', ''))![0]
  })

  it('answers by the codes of the catalogue', async () => {
    const post = async (path: string, body: object) => {
      const { status, json } = await ask('POST', `/v1/customers/verifications/emails/${path}`, body, boss)
      return [status, json.code]
    }
    expect(await post('start', { email: person.email, handle })).toEqual([409, 20001])
    expect(await post('start', { handle })).toEqual([409, 20002])
    expect(await post('start', { email: person.email })).toEqual([409, 20002])
    expect(await post('start', { email: person.email, handle: 'XX1-XX' })).toEqual([404, 193])
    expect(await post('restart', {})).toEqual([409, 20002])
    expect(await post('restart', { email: 'nobody@example.com' })).toEqual([404, 98])
    const { status } = await ask('GET', '/v1/customers/verifications/emails/domains?status=maybe', undefined, boss)
    expect(status).toBe(400)
  })

  it('opens as a page that asks and changes nothing', async () => {
    for (const method of ['GET', 'HEAD', 'GET']) {
      const response = await open(method)
      expect(response.status).toBe(200)
      const html = await response.text()
      if (method === 'GET') {
        expect(html).toContain('<html lang="nl">')
        expect(html).toContain('<form method="post"><button>')
        expect(html).toContain(person.email)
        expect(html).not.toMatch(/<script|href=|src=/)
      }
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      })
    }
    expect(await verification()).toMatchObject({ status: 'in progress', expiration_date: '2027-01-16 00:00:00' })
  })

  it('tells nothing of a link that is none', async () => {
    const broken = link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    const wrong = await Promise.all([
      open('GET', broken),
      open('POST', broken),
      open('GET', '/verify/x'),
      open('POST', `/verify/${'A'.repeat(78)}`),
      open('POST', '/verify/%F0%9F%98%80'),
    ])
    expect(wrong.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    const texts = new Set(await Promise.all(wrong.map((response) => response.text())))
    expect([...texts]).toEqual([expect.stringContaining('This link does not work')])
  })

  it('is confirmed by the button, whatever the browser sends with it, once', async () => {
    const form = { body: new URLSearchParams({ a: '1' }) }
    const thanks = await open('POST', link, form)
    expect([thanks.status, await thanks.text()]).toEqual([200, expect.stringContaining('ada@example.com is bevestigd')])
    expect(await verification()).toMatchObject({ status: 'verified', expiration_date: '0000-00-00 00:00:00' })
    expect((await open('POST')).status).toBe(404)
    expect((await open('GET')).status).toBe(404)
    const start = { email: person.email, handle }
    const again = await ask('POST', '/v1/customers/verifications/emails/start', start, boss)
    expect([again.status, again.json.code]).toEqual([409, 20000])
  })

  it('refuses a form that is too large with a page', async () => {
    const response = await open('POST', link, { body: 'x'.repeat(2000) })
    expect([response.status, await response.text()]).toEqual([413, expect.stringContaining('<html')])
  })
})

describe('whatever is sent', () => {
  let boss: string
  beforeAll(async () => void (boss = await logIn('boss', 'correct horse')))

  /** Values clients send and values nobody means. */
  const value = fc.oneof(
    fc.constantFrom('', ' ', '0', '1', 'tech', 'admin', 'NL', '+31', 'a@example.com', '192.0.2.0/24', '*', '%', null),
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 3 }),
  )
  const record = (...keys: string[]) =>
    fc.record(Object.fromEntries(keys.map((key) => [key, value])), { requiredKeys: [] }).map((each) => each as object)
  const nested = {
    name: fc.oneof(
      value,
      record('first_name', 'last_name', 'prefix', 'initials', 'full_name'),
      fc.constant(person.name),
    ),
    address: fc.oneof(
      value,
      record('street', 'number', 'suffix', 'zipcode', 'city', 'country'),
      fc.constant(person.address),
    ),
    phone: fc.oneof(value, record('country_code', 'area_code', 'subscriber_number'), fc.constant(person.phone)),
    additional_data: fc.oneof(value, record('birth_city', 'birth_date', 'social_security_number', '__proto__')),
    api_client_ip_list: fc.oneof(value, record('allow', 'deny')),
    rcp_client_ip_list: fc.oneof(value, record('allow', 'deny')),
  }
  const plain = [
    'role',
    'type',
    'username',
    'password',
    'company_name',
    'email',
    'vat',
    'inn',
    'kpp',
    'locale',
    'tag',
  ].concat('comments', 'is_active', 'auth_type', 'password_change_declined_at', 'handle', 'language', 'id', '__proto__')
  const body = fc.record({ ...nested, ...Object.fromEntries(plain.map((key) => [key, value])) }, { requiredKeys: [] })
  const query = fc
    .dictionary(
      fc
        .constantFrom('limit', 'offset', 'order', 'order_by', 'email_pattern', 'username_pattern', 'role', 'status')
        .chain((name) =>
          fc.constantFrom(
            name,
            'domain_id',
            'domain',
            'email',
            'handle',
            'description',
            'is_suspended',
            'response.type',
            'with_additional_data',
          ),
        ),
      fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('1', '0', '-1', '1001', '2147483648', 'id', '*a*', 'desc'),
      ),
      { maxKeys: 4 },
    )
    .map((given) => new URLSearchParams(given).toString())
  const id = fc.oneof(
    fc.constantFrom('10001', '0', '-1', '2147483648', 'x', '1.5'),
    fc.webSegment().filter((each) => each !== ''),
  )

  it('is answered in the envelope, and never by a fault of ours', async () => {
    const verifications = '/v1/customers/verifications/emails'
    const request = fc.oneof(
      fc.tuple(
        fc.constant('POST'),
        fc.constantFrom('/v1/contacts', `${verifications}/start`, `${verifications}/restart`),
        body,
      ),
      fc.tuple(
        fc.constant('PUT'),
        id.map((each) => `/v1/contacts/${each}`),
        body,
      ),
      fc.tuple(
        fc.constantFrom('GET', 'DELETE'),
        id.map((each) => `/v1/contacts/${each}`),
        fc.constant(undefined),
      ),
      fc.tuple(
        fc.constant('GET'),
        fc
          .tuple(fc.constantFrom('/v1/contacts', `${verifications}/domains`), query)
          .map(([path, each]) => `${path}?${each}`),
        fc.constant(undefined),
      ),
    )
    await fc.assert(
      fc.asyncProperty(request, async ([method, path, sent]) => {
        const { status, json } = await ask(method, path, sent, boss)
        expect(status).toBeLessThan(500)
        expect(json.code === 0).toBe(status === 200)
        expect(Object.keys(json)).toEqual(expect.arrayContaining(['desc', 'code', 'data']))
      }),
      { numRuns: 400, interruptAfterTimeLimit: 15_000 },
    )
  })
})
