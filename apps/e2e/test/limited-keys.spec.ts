import type { Right } from '@nameyard/contracts/operation'
import { routes, type RoutedOperation } from '@nameyard/contracts/operations'
import { everyRight } from '@nameyard/contracts/rights'
import { eventually } from '@nameyard/testing/eventually'
import { order, person } from '../src/reseller'
import { descriptionOf, type ApiDescription } from './api-description'
import { settled } from './charges'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** Every operation, tried with an API key that is limited to other objects of the same account. */

const theirs = 'out-of-reach.com'
const own = 'within-reach.com'

let platform: InProcess
let api: ApiDescription
let admin: Ask
/** Ids of the account's objects that the limited key does not name, by the beginning of a path. */
let ids: Readonly<Record<string, string>>
let domains: Readonly<Record<string, number>>

const done = async (method: string, path: string, body?: object) => {
  const { status, json, text } = await admin(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}

async function keyWith(limits: object, scope: readonly Right[] = everyRight): Promise<Ask> {
  const { key } = await done('POST', '/v1/keys', { name: 'limited', scope, ...limits })
  return (method, path, sent) =>
    platform.ask(method, path, { ...sent, headers: { ...sent?.headers, authorization: `Bearer ${key}` } })
}

beforeAll(async () => {
  platform = await startInProcess()
  api = await descriptionOf(platform)
  admin = await platform.open('keeper')
  const { handle } = await done('POST', '/v1/customers', person)
  domains = {
    [theirs]: (await done('POST', '/v1/domains', order(theirs, handle))).id,
    [own]: (await done('POST', '/v1/domains', order(own, handle))).id,
  }
  const a = (name: string) => ({ type: 'A', name, value: '192.0.2.1', ttl: 900 })
  for (const name of [theirs, own]) {
    const body = { domain: order(name, '').domain, type: 'master', records: [a('www')] }
    await done('POST', '/v1/dns/zones', body)
  }
  const contact = { ...person, username: 'technician', password: 'correct horse battery', role: 'tech' }
  const template = await done('POST', '/v1/dns/templates', { name: 'web', records: [a('www.%domain%')] })
  ids = {
    '/v1/domains/': String(domains[theirs]),
    '/v1/dns/zones/': theirs,
    '/v1/dns/templates/': String(template.id),
    '/v1/dns/nameservers/groups/': 'dns-openprovider',
    '/v1/customers/': handle,
    '/v1/contacts/': String((await done('POST', '/v1/contacts', contact)).id),
    '/v1/keys/': String((await done('POST', '/v1/keys', { name: 'other', scope: everyRight })).id),
  }
  // A domain is shown without its owner's name while the customers service is slow to answer.
  const hasOwner = async () => (await done('GET', `/v1/domains/${domains[theirs]}`)).owner !== undefined
  await eventually(hasOwner, 'the name of the owner')
  await settled(admin)
  const arePublished = async () => {
    const { results } = await done('GET', '/v1/dns/zones')
    return results.every(({ publication }: { publication: { state: string } }) => publication.state === 'published')
  }
  await eventually(arePublished, 'the zones are published')
})
afterAll(() => platform?.close())

/** The path of an operation on an object that the key does not name. */
function pathOf({ path }: RoutedOperation): string {
  const [, id = '1'] = Object.entries(ids).find(([start]) => path.startsWith(`${start}:`)) ?? []
  return path.replace(/:\w+/, id).replaceAll(/:\w+/g, '1')
}

/** What the account has, as its administrator reads it; the last use of keys and a check of a delegation are no change. */
async function everything(): Promise<string[]> {
  const paths = [
    `/v1/domains/${domains[theirs]}`,
    `/v1/domains/${domains[theirs]}/operations`,
    '/v1/domains',
    '/v1/dns/zones?with_records=1&with_history=1',
    '/v1/dns/templates',
    '/v1/dns/nameservers',
    '/v1/dns/nameservers/groups',
    '/v1/customers',
    '/v1/tags',
    '/v1/ssl/orders',
    '/v1/easydmarcs/list',
    '/v1/transactions',
    '/v1/dns/domain-token',
  ]
  const texts = await Promise.all(
    paths.map(async (path) => (await admin('GET', path)).text.replaceAll(/"delegation":\{.*?\}/g, '')),
  )
  const counts = ['/v1/keys', '/v1/contacts', '/v1/auth/sessions'].map(async (path) => (await done('GET', path)).total)
  return [...texts, ...(await Promise.all(counts)).map(String)]
}

const refused = { status: 403, code: 4002, desc: 'The key is limited to some objects and may not do this.' }

it.each([
  ['another zone and another domain', { domains: [own], zones: [own] }],
  ['another zone', { zones: [own] }],
  ['another domain', { domains: [own] }],
  ['records of another zone', { zones: [own], record_names: ['_acme-challenge'], record_types: ['TXT'] }],
])('a key that is limited to %s reads and changes nothing else, with any operation', async (_, limits) => {
  const limited = await keyWith(limits)
  const before = await everything()
  const leaks: unknown[] = []
  for (const operation of routes) {
    if (operation.anonymous || operation.requiresSandboxClock) continue
    const body = operation.method === 'GET' ? undefined : api.exampleOf(operation)
    const { status, json, text } = await limited(operation.method, pathOf(operation), { body })
    const { code, desc } = json
    const isList = ['zones.list', 'domains.list', 'events.list'].includes(operation.id)
    const isExpected = !operation.admitsLimitedKeys
      ? status === 403 && code === 4002 && desc === refused.desc
      : operation.id === 'access.read-token'
        ? status === 200
        : isList
          ? status === 200 && (json.data.results as { id: number }[]).every(({ id }) => id !== domains[theirs])
          : status === 404
    if (!isExpected || (status === 200 && text.includes(theirs))) leaks.push({ id: operation.id, status, desc })
  }
  expect(leaks).toEqual([])
  expect(await everything()).toEqual(before)
})

it('a key that is limited to a domain reads and changes it, and the list has no other', async () => {
  const limited = await keyWith({ domains: [own] })
  const id = domains[own]
  const { json } = await limited('GET', '/v1/domains?limit=10')
  expect(json.data).toMatchObject({ results: [{ id }], total: 1 })
  const only = async (query: string) => (await limited('GET', `/v1/domains?${query}`)).json.data.total as number
  expect([await only('status=ACT'), await only('extension=com'), await only(`full_name=${theirs}`)]).toEqual([1, 1, 0])
  for (const path of ['', '/operations', '/timeline', '/authcode?auth_code_type=external']) {
    expect(await limited('GET', `/v1/domains/${id}${path}`)).toMatchObject({ status: 200 })
  }
  expect(await limited('PUT', `/v1/domains/${id}`, { body: { comments: 'by key' } })).toMatchObject({ status: 200 })
  // Neither signs the zone of the domain nor makes one.
  for (const more of [{ is_dnssec_enabled: true }, { ns_template_name: 'web' }]) {
    const { status, json: answer } = await limited('PUT', `/v1/domains/${id}`, { body: more })
    expect({ status, code: answer.code, desc: answer.desc }).toEqual(refused)
  }
})

it('a key that is limited gets no answer that another credential got, by its idempotency key', async () => {
  const limited = await keyWith({ domains: [own] })
  const sent = { body: { comments: 'secret' }, headers: { 'idempotency-key': 'first' } }
  expect(await admin('PUT', `/v1/domains/${domains[theirs]}`, sent)).toMatchObject({ status: 200 })
  const headers = { 'idempotency-key': 'first' }
  expect(await limited('PUT', `/v1/domains/${domains[theirs]}`, { ...sent, headers })).toMatchObject({ status: 404 })
})

it('orders of a key with a spend limit are refused beyond it, by name', async () => {
  const limited = await keyWith({ spend_per_day: 1 })
  const { status, json } = await limited('POST', `/v1/domains/${domains[own]}/renew`, { body: { period: 1 } })
  expect([status, json.code]).toEqual([403, 4002])
  expect(json.desc).toMatch(/^Key limit: 1\.00 EUR per day; \d+\.\d\d EUR needed, 1\.00 EUR left\.$/)
})
