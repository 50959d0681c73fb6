import { Controller } from '@nestjs/common'
import { createReseller } from '@nameyard/contracts/access/create-reseller'
import { listDomainsOfHandles } from '@nameyard/contracts/domains/list-domains-of-handles'
import type { Input } from '@nameyard/contracts/operation'
import { service as customers } from '@nameyard/customers/service'
import { service as gateway } from '@nameyard/gateway/service'
import { Handles } from '@nameyard/messaging/handles'
import { loadConfig } from '@nameyard/runtime/load-config'
import { createLog } from '@nameyard/runtime/log'
import type { Running } from '@nameyard/runtime/service'
import { testBroker } from '@nameyard/testing/broker'
import { SettableClock } from '@nameyard/testing/clock'
import { testDatabase } from '@nameyard/testing/database'
import { testParty } from '@nameyard/testing/party'
import * as fc from 'fast-check'
import type { Envelope } from '../src/https-client'
import { person } from '../src/reseller'

/** Handles that domains use. */
const used = new Set<string>()

@Controller()
class OwnerOfDomains {
  @Handles(listDomainsOfHandles)
  async execute({ handles }: Input<typeof listDomainsOfHandles>) {
    const [handle] = handles.filter((each) => used.has(each))
    return {
      domains: handle ? [{ domainId: 1, name: 'example.com', registrantHandle: handle, handles: [handle] }] : [],
    }
  }
}

const clock = new SettableClock()
const closing: (() => Promise<unknown>)[] = []
let url: string
let token: string

beforeAll(async () => {
  const [database, broker] = await Promise.all([testDatabase(customers), testBroker()])
  closing.push(
    () => database.drop(),
    () => broker.drop(),
  )
  const surroundings = { clock, log: createLog('test', 'silent') }
  const settings = { DATABASE_URL: database.url, AMQP_URL: broker.url, GATEWAY_HTTP_PORT: '0' }
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
  token = (await ask('POST', '/v1/auth/login', contact)).json.data.token
})

afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})

async function ask(method: string, path: string, body?: object) {
  const response = await fetch(new URL(path, url), {
    method,
    headers: { ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.status !== 200) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(120)
  return { status: response.status, json: JSON.parse(text) as Envelope }
}

const answered = async (method: string, path: string, body?: object) => {
  const { status, json } = await ask(method, path, body)
  return [status, json.code]
}

describe('customers at the door', () => {
  it('are made, read, changed in part, listed and deleted', async () => {
    const created = await ask('POST', '/v1/customers', { ...person, company_name: null, unknown: 1 })
    const { handle } = created.json.data
    const change = { handle, address: { number: 7 }, phone: { area_code: '020' }, fax: null, name: person.name }
    expect(await ask('PUT', `/v1beta/customers/${handle}/`, change)).toMatchObject({
      status: 200,
      json: { code: 0, data: { success: true }, warnings: [] },
    })
    const read = await ask('GET', `/v1/customers/${handle}`)
    expect(read.json.data).toMatchObject({
      ...person,
      address: { ...person.address, number: '7' },
      phone: { ...person.phone, area_code: '020' },
      email_verification_status: null,
      is_deleted: false,
      deleted_at: '0000-00-00 00:00:00',
    })
    const listed = await ask('GET', `/v1/customers?handle_pattern=${handle}&order=DESC&order_by=id&type=individual`)
    expect(listed.json.data).toEqual({ results: [read.json.data], total: 1 })
    expect((await ask('DELETE', `/v1/customers/${handle}`)).json.data).toEqual({ success: true })
    const gone = await ask('GET', `/v1/customers/${handle}`)
    expect(gone).toMatchObject({ status: 404, json: { code: 193, desc: `Customer ${handle} is not in your account.` } })
    expect(await answered('PUT', `/v1/customers/${handle}`, { comments: 'x' })).toEqual([404, 193])
    expect(await answered('DELETE', `/v1/customers/${handle}`)).toEqual([404, 193])
  })

  it('stay while a domain uses them', async () => {
    const { handle } = (await ask('POST', '/v1/customers', person)).json.data
    used.add(handle)
    expect(await answered('DELETE', `/v1/customers/${handle}`)).toEqual([422, 187])
    used.clear()
    expect(await answered('DELETE', `/v1/customers/${handle}`)).toEqual([200, 0])
  })

  it('are told that names never change', async () => {
    const { handle } = (await ask('POST', '/v1/customers', person)).json.data
    const { json } = await ask('PUT', `/v1/customers/${handle}`, { name: { first_name: 'Eva' } })
    expect(json).toMatchObject({ code: 0, warnings: [{ code: 103 }] })
  })

  const { address, phone, name } = person
  it.each([
    [{ name: { ...name, initials: '\n' } }, 101],
    [{ name: { ...name, first_name: '' } }, 102],
    [{ name: { ...name, first_name: 'x'.repeat(300) } }, 103],
    [{ name: { ...name, prefix: 'x'.repeat(300) } }, 104],
    [{ name: { ...name, last_name: ' ' } }, 105],
    [{ name: { ...name, last_name: '\t' + name.last_name } }, 106],
    [{ address: { ...address, street: '' } }, 110],
    [{ address: { ...address, street: 'a\nb' } }, 111],
    [{ address: { ...address, number: 'x'.repeat(65) } }, 113],
    [{ address: { ...address, suffix: 'x'.repeat(65) } }, 114],
    [{ address: { ...address, zipcode: 'x'.repeat(17) } }, 116],
    [{ address: { ...address, city: '' } }, 117],
    [{ address: { ...address, city: 'x'.repeat(256) } }, 118],
    [{ address: { ...address, state: 'x'.repeat(256) } }, 119],
    [{ address: { ...address, country: '' } }, 120],
    [{ address: { ...address, country: 'XX' } }, 121],
    [{ phone: { ...phone, country_code: '' } }, 130],
    [{ phone: { ...phone, country_code: '+999' } }, 131],
    [{ phone: { ...phone, area_code: 'x' } }, 133],
    [{ phone: { ...phone, subscriber_number: '' } }, 134],
    [{ phone: { ...phone, subscriber_number: 'x' } }, 135],
    [{ phone: { ...phone, subscriber_number: '1' } }, 136],
    [{ fax: { country_code: 'x', subscriber_number: '1' } }, 141],
    [{ fax: { ...phone, area_code: 'x' } }, 142],
    [{ fax: { ...phone, subscriber_number: 'x' } }, 143],
    [{ fax: { ...phone, subscriber_number: '1' } }, 144],
    [{ email: '' }, 145],
    [{ email: 'x' }, 146],
    [{ additional_data: { birth_date: 'x' } }, 151],
    [{ company_name: 'x'.repeat(256) }, 161],
    [{ vat: 'x'.repeat(65) }, 162],
    [{ additional_data: { company_registration_subscription_date: 'x' } }, 165],
    [{ locale: 'x'.repeat(36) }, 806],
    [{ tags: [{ key: 'domain', value: 'x' }] }, 806],
    [{ email: undefined }, 806],
  ])('refuse %j with %i', async (change, code) => {
    expect(await answered('POST', '/v1/customers', { ...person, ...change })).toEqual([400, code])
  })

  it.each([
    'type=person',
    'limit=1001',
    'limit=x',
    'offset=-1',
    'order=up',
    'order_by=vat',
    'reseller_id=1',
    'columns=vat',
  ])('are not listed by %s', async (query) =>
    expect(await answered('GET', `/v1/customers?${query}`)).toEqual([400, 806]),
  )

  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', ' ', '*', '**', '%', '_', '\\', '*a*', 'ß', 'İ', 'ς', '0000-00-00'),
  )
  const value = fc.oneof(
    text,
    fc.constant('\ud800'),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(text, { maxLength: 2 }),
  )
  const part = (...names: string[]) =>
    fc.oneof(
      { weight: 5, arbitrary: fc.record(Object.fromEntries(names.map((each) => [each, value])), { requiredKeys: [] }) },
      value,
    )
  const body = fc.record(
    {
      name: part('first_name', 'last_name', 'prefix', 'initials'),
      address: part('street', 'number', 'suffix', 'zipcode', 'city', 'state', 'country'),
      phone: part('country_code', 'area_code', 'subscriber_number'),
      fax: part('country_code', 'area_code', 'subscriber_number'),
      email: value,
      company_name: value,
      vat: value,
      locale: value,
      comments: value,
      tags: fc.array(part('key', 'value'), { maxLength: 2 }),
      additional_data: part('birth_date', 'attached_files'),
      extension_additional_data: fc.array(fc.record({ name: value, data: part('vat', 'uin') }), { maxLength: 2 }),
    },
    { requiredKeys: [] },
  )
  const query = fc.record(
    Object.fromEntries(
      [
        'pattern',
        'handle_pattern',
        'email_pattern',
        'first_name_pattern',
        'comment_pattern',
        'type',
        'order_by',
        'limit',
      ].map((each) => [each, text]),
    ),
    { requiredKeys: [] },
  )

  it('answer whatever is sent to them in the envelope', async () => {
    const { handle } = (await ask('POST', '/v1/customers', person)).json.data
    await fc.assert(
      fc.asyncProperty(body, query, text, async (given, filters, unknown) => {
        const asked = new URLSearchParams(filters as Record<string, string>)
        const answers = [
          await ask('POST', '/v1/customers', { ...person, ...given }),
          await ask('PUT', `/v1/customers/${handle}`, given),
          await ask('GET', `/v1/customers?${asked}`),
          await ask('GET', `/v1/customers/${encodeURIComponent(unknown)}`),
        ]
        for (const { status, json } of answers) {
          expect(status).toBeLessThan(500)
          expect(status === 200).toBe(json.code === 0)
        }
      }),
      { numRuns: 60 },
    )
  })
})
