import { person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** Nameservers, their groups and templates at the door: the codes that clients act on, and what a domain shows. */

let platform: InProcess
let ask: Ask
let owner_handle: string

const www = { type: 'A', name: 'www', value: '192.0.2.1', ttl: 900 }
const members = [{ name: 'ns1.dora.example' }, { name: 'ns2.dora.example', ip: '192.0.2.2' }]
const groups = '/v1/dns/nameservers/groups'

async function done(method: string, path: string, body?: object) {
  const { status, json, text } = await ask(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}

beforeAll(async () => {
  platform = await startInProcess()
  ask = await platform.open('dora-d')
  await done('POST', '/v1/dns/nameservers', { name: 'ns1.dora.example', ip: '192.0.2.1' })
  await done('POST', groups, { ns_group: 'doors', name_servers: members })
  await done('POST', '/v1/dns/templates', { name: 'web', records: [www] })
  ;({ handle: owner_handle } = await done('POST', '/v1/customers', person))
  const domain = { name: 'door', extension: 'com' }
  await done('POST', '/v1/domains', { domain, period: 1, owner_handle, ns_group: 'doors' })
}, 90_000)
afterAll(() => platform?.close())

it('a domain ordered with a group shows its nameservers, and the group counts it', async () => {
  const { results } = await done('GET', '/v1/domains?full_name=door.com')
  expect(results[0]).toMatchObject({
    ns_group: 'doors',
    name_servers: [
      { name: 'ns1.dora.example', ip: '192.0.2.1' },
      { name: 'ns2.dora.example', ip: '192.0.2.2' },
    ],
  })
  expect(await done('GET', `${groups}?with_domain_count=1&with_ns_count=1&order_by.domain_count=desc`)).toMatchObject({
    total: 2,
    results: [
      { ns_group: 'doors', domain_count: 1, ns_count: 2 },
      { ns_group: 'dns-openprovider', domain_count: 0 },
    ],
  })
})

it('a domain is not ordered with a group that is not there', async () => {
  const domain = { name: 'other', extension: 'com' }
  const { json } = await ask('POST', '/v1/domains', { body: { domain, period: 1, owner_handle, ns_group: 'none' } })
  expect(json).toEqual({ desc: 'Nameserver group none is not in your account.', code: 201, data: '' })
})

it('a zone made from a template has its records', async () => {
  const domain = { name: 'templated', extension: 'com' }
  await done('POST', '/v1/dns/zones', { domain, type: 'master', template_name: 'web' })
  const { results } = await done('GET', '/v1/dns/zones/templated.com/records?type=A')
  expect(results).toMatchObject([{ name: 'www.templated.com', value: '192.0.2.1' }])
})

const zone = { domain: { name: 'other', extension: 'com' }, type: 'master', template_name: 'none', records: [www] }

it.each<[number, number, string, string, object?]>([
  [400, 200, 'POST', groups, { ns_group: '', name_servers: members }],
  [404, 201, 'GET', `${groups}/none`],
  [404, 201, 'PUT', `${groups}/none`, { name_servers: members }],
  [404, 201, 'DELETE', `${groups}/none`],
  [409, 202, 'POST', groups, { ns_group: 'Doors', name_servers: members }],
  [422, 203, 'DELETE', `${groups}/doors`],
  [422, 203, 'DELETE', `${groups}/dns-openprovider`],
  [422, 203, 'PUT', `${groups}/dns-openprovider`, { name_servers: members }],
  [409, 222, 'PUT', `${groups}/doors`, { name_servers: [members[0], members[0]] }],
  [400, 223, 'POST', '/v1/dns/nameservers', { name: '', ip: '192.0.2.1' }],
  [404, 224, 'GET', '/v1/dns/nameservers/none.dora.example'],
  [404, 224, 'PUT', '/v1/dns/nameservers/none', { ip: '192.0.2.1' }],
  [404, 224, 'DELETE', '/v1/dns/nameservers/none.dora.example'],
  [400, 226, 'POST', '/v1/dns/nameservers', { name: 'a b.com', ip: '192.0.2.1' }],
  [400, 227, 'POST', '/v1/dns/nameservers', { name: 'ns3.dora.example', ip: '192.0.2.256' }],
  [400, 228, 'PUT', '/v1/dns/nameservers/ns1.dora.example', { ip6: '2001:db8' }],
  [400, 229, 'POST', '/v1/dns/nameservers', { name: 'ns3.dora.example' }],
  [409, 230, 'POST', '/v1/dns/nameservers', { name: 'NS1.dora.example', ip: '192.0.2.1' }],
  [422, 244, 'DELETE', '/v1/dns/nameservers/ns1.dora.example'],
  [422, 875, 'PUT', `${groups}/doors`, { name_servers: [members[0]] }],
  [400, 870, 'POST', '/v1/dns/templates', { name: '', records: [www] }],
  [400, 870, 'POST', '/v1/dns/templates', { name: 'WEB', records: [www] }],
  [400, 820, 'POST', '/v1/dns/templates', { name: 'new', records: [{ ...www, value: '%domain%' }] }],
  [404, 873, 'GET', '/v1/dns/templates/9'],
  [404, 873, 'DELETE', '/v1/dns/templates/9'],
  [404, 873, 'POST', '/v1/dns/zones', zone],
])('answers %d with code %d: %s %s %j', async (status, code, method, path, ...[body]) => {
  const heard = await ask(method, path, { body })
  expect({ status: heard.status, code: heard.json.code, text: heard.text }).toMatchObject({ status, code })
  expect(heard.text.length).toBeLessThanOrEqual(120)
})
