import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '@nameyard/testing/eventually'
import { person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** Nameservers, groups and templates over HTTP: every operation, filter, order and error code. */

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
})
afterAll(() => platform?.close())

it('shows the nameservers of a group for a domain that was ordered with it, and counts the domain', async () => {
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

it('refuses to order a domain with an unknown group of nameservers', async () => {
  const domain = { name: 'other', extension: 'com' }
  const { json } = await ask('POST', '/v1/domains', { body: { domain, period: 1, owner_handle, ns_group: 'none' } })
  expect(json).toEqual({ desc: 'Nameserver group none is not in your account.', code: 201, data: '' })
})

it('makes a zone with the records of a template', async () => {
  const domain = { name: 'templated', extension: 'com' }
  await done('POST', '/v1/dns/zones', { domain, type: 'master', template_name: 'web' })
  const { results } = await done('GET', '/v1/dns/zones/templated.com/records?type=A')
  expect(results).toMatchObject([{ name: 'www.templated.com', value: '192.0.2.1' }])
})

describe('a nameserver below a domain of the account', () => {
  const hosts = '/v1/dns/nameservers'
  let ask: Ask
  let owner_handle: string
  const done = async (method: string, path: string, body?: object) => {
    const { status, json, text } = await ask(method, path, { body })
    if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
    return json.data
  }
  beforeAll(async () => {
    ask = await platform.open('glue-owner')
    ;({ handle: owner_handle } = await done('POST', '/v1/customers', person))
  })

  const register = async (name: string, over: object = {}) => {
    const [label, extension] = name.split('.')
    const domain = { name: label, extension }
    return done('POST', '/v1/domains', { domain, period: 1, owner_handle, ns_group: 'dns-openprovider', ...over })
  }
  const requests = (object: string, command: string) => platform.sandbox.requests(object, command)
  const atRegistry = async (name: string) => (await platform.sandbox.domain(name))!

  it('is a host at the registry, with its addresses, until it is deleted', async () => {
    await register('glue.com')
    const name = 'ns1.glue.com'
    const made = { name, ip: '192.0.2.10', ip6: '' }
    expect(await done('POST', hosts, { name, ip: '192.0.2.10' })).toEqual({ ...made, registry_status: 'active' })
    expect(await done('GET', `${hosts}/${name}`)).toEqual({ ...made, registry_status: 'active' })
    expect((await atRegistry('glue.com')).subordinateHosts).toEqual([name])
    expect(await requests(name, 'host:create')).toEqual([expect.stringContaining('192.0.2.10')])
    const change = { ip: '192.0.2.11', ip6: '2001:db8::11' }
    expect(await done('PUT', `${hosts}/${name}`, change)).toEqual({ success: true, registry_status: 'active' })
    const [update] = await requests(name, 'host:update')
    expect(update).toMatch(/add>.*192\.0\.2\.11.*2001:db8::11.*rem>.*192\.0\.2\.10/s)

    await register('uses-glue.com', { ns_group: undefined, name_servers: [{ name }, { name: 'ns2.dora.example' }] })
    const { status, json } = await ask('DELETE', `${hosts}/${name}`)
    expect([status, json.code, json.desc]).toEqual([422, 244, `Nameserver ${name} is used by uses-glue.com.`])
    const { results } = await done('GET', '/v1/domains?full_name=uses-glue.com')
    await done('PUT', `/v1/domains/${results[0].id}`, { ns_group: 'dns-openprovider' })
    expect((await atRegistry('glue.com')).subordinateHosts).toEqual([name])
    expect(await done('DELETE', `${hosts}/${name}`)).toEqual({ success: true })
    expect((await atRegistry('glue.com')).subordinateHosts).toEqual([])
    expect((await ask('GET', `${hosts}/${name}`)).status).toBe(404)
  })

  it('has its former addresses after the registry refuses a change', async () => {
    await register('refused-glue.com')
    const name = 'ns1.refused-glue.com'
    await platform.sandbox.refuse(name, 'host:create')
    const refused = await ask('POST', hosts, { body: { name, ip: '192.0.2.10' } })
    expect([refused.status, refused.json.code]).toEqual([422, 399])
    expect((await ask('GET', `${hosts}/${name}`)).status).toBe(404)
    await done('POST', hosts, { name, ip: '192.0.2.10' })
    await platform.sandbox.refuse(name, 'host:update')
    expect((await ask('PUT', `${hosts}/${name}`, { body: { ip: '192.0.2.99' } })).status).toBe(422)
    expect(await done('GET', `${hosts}/${name}`)).toMatchObject({ ip: '192.0.2.10', registry_status: 'refused' })
    await done('PUT', `${hosts}/${name}`, { ip: '192.0.2.12' })
    expect(await done('GET', `${hosts}/${name}`)).toEqual({
      name,
      ip: '192.0.2.12',
      ip6: '',
      registry_status: 'active',
    })
  })

  it('is ordered with its stored addresses when an order names it without addresses', async () => {
    const [one, two] = ['ns1.early.com', 'ns2.early.com']
    expect(await done('POST', hosts, { name: one, ip: '192.0.2.21' })).not.toHaveProperty('registry_status')
    const name_servers = [{ name: one }, { name: two }]
    const order = { domain: { name: 'early', extension: 'com' }, period: 1, owner_handle, name_servers }
    const { status, json } = await ask('POST', '/v1/domains', { body: order })
    expect([status, json.code]).toEqual([400, 229])
    await done('POST', hosts, { name: two, ip6: '2001:db8::22' })
    expect(await done('POST', '/v1/domains', order)).toMatchObject({ status: 'ACT' })
    expect((await atRegistry('early.com')).hosts).toEqual([one, two])
    expect(await requests(one, 'host:create')).toEqual([expect.stringContaining('192.0.2.21')])
    expect(await requests(two, 'host:create')).toEqual([expect.stringContaining('2001:db8::22')])
    const { results } = await done('GET', '/v1/domains?full_name=early.com')
    const other = { name_servers: [{ name: one, ip: '192.0.2.99' }, { name: two }] }
    expect((await ask('PUT', `/v1/domains/${results[0].id}`, { body: other })).json.code).toBe(806)
    await done('PUT', `${hosts}/${one}`, { ip: '192.0.2.23' })
    const after = (await done('GET', `/v1/domains/${results[0].id}`)).name_servers
    expect(after).toMatchObject([{ name: one, ip: '192.0.2.23' }, { name: two }])
  })

  it('is sent with the delegation when the registry has no host objects', async () => {
    const name = 'ns1.attribute.nl'
    await done('POST', hosts, { name, ip: '192.0.2.31' })
    await register('attribute.nl', { ns_group: undefined, name_servers: [{ name }, { name: 'ns2.dora.example' }] })
    expect((await requests('attribute.nl', 'domain:create'))[0]).toContain('192.0.2.31')
    expect(await done('PUT', `${hosts}/${name}`, { ip: '192.0.2.32' })).toMatchObject({ registry_status: 'active' })
    expect((await requests('attribute.nl', 'domain:update')).at(-1)).toContain('192.0.2.32')
    const { results } = await done('GET', '/v1/domains?full_name=attribute.nl')
    expect(results[0].name_servers[0]).toMatchObject({ name, ip: '192.0.2.32' })
  })

  it('is unavailable to other accounts, whose changes do not reach the registry', async () => {
    const other = await platform.open('glue-stranger')
    const { handle } = (await other('POST', '/v1/customers', { body: person })).json.data
    expect((await other('POST', hosts, { body: { name: 'ns1.theirs.com', ip: '203.0.113.66' } })).status).toBe(200)
    await register('theirs.com')
    await done('POST', hosts, { name: 'ns1.theirs.com', ip: '192.0.2.41' })
    const taken = await other('POST', hosts, { body: { name: 'ns2.theirs.com', ip: '203.0.113.66' } })
    expect([taken.status, taken.json.desc]).toEqual([409, 'Nameserver ns2.theirs.com is unavailable.'])
    expect((await other('PUT', `${hosts}/ns1.theirs.com`, { body: { ip: '203.0.113.67' } })).status).toBe(409)
    const domain = { name: 'stranger', extension: 'com' }
    const name_servers = [{ name: 'ns1.theirs.com' }, { name: 'ns3.theirs.com', ip: '203.0.113.68' }]
    const placed = { domain, period: 1, owner_handle: handle, name_servers }
    await other('POST', '/v1/domains', { body: placed })
    expect((await atRegistry('theirs.com')).subordinateHosts).toEqual(['ns1.theirs.com'])
    expect(await requests('ns3.theirs.com', 'host:create')).toEqual([])
    expect((await other('DELETE', `${hosts}/ns1.theirs.com`)).status).toBe(200)
    expect((await atRegistry('theirs.com')).subordinateHosts).toEqual(['ns1.theirs.com'])
  })

  it('is shown renamed after the deletion of its domain, and other accounts that use it are notified', async () => {
    const { id } = await register('ending.com')
    const name = 'ns1.ending.com'
    await done('POST', hosts, { name, ip: '192.0.2.61' })
    const other = await platform.open('depends-on-glue')
    const { handle } = (await other('POST', '/v1/customers', { body: person })).json.data
    const name_servers = [{ name }, { name: 'ns2.dora.example' }]
    const placed = { domain: { name: 'depends', extension: 'com' }, period: 1, owner_handle: handle, name_servers }
    const { id: dependent } = (await other('POST', '/v1/domains', { body: placed })).json.data
    await done('DELETE', `/v1/domains/${id}?skip_soft_quarantine=1&force_delete=1`)
    const shown = await eventually(async () => {
      const { data } = (await other('GET', `/v1/domains/${dependent}?with_history=1`)).json
      return data.name_servers[0].name !== name && data
    }, 'the delegation with the renamed host')
    const renamed = shown.name_servers[0].name
    expect(renamed).toMatch(/\.sacrificial\.invalid$/)
    expect((await atRegistry('depends.com')).hosts).toContain(renamed)
    const entry = expect.objectContaining({
      type: 'change',
      contents: expect.stringContaining(`The domain above ${name} was deleted`),
    })
    expect(shown.history).toContainEqual(entry)
    await eventually(async () => {
      const files = (await readdir(platform.mails)).filter((file) => file.endsWith('.eml'))
      const texts = await Promise.all(files.map((file) => readFile(join(platform.mails, file), 'utf8')))
      return texts.some((text) => text.includes('Subject: depends.com has lost a name server'))
    }, 'the mail')
  })

  it('refuses changes while the registry has not answered or is unavailable, or while the domain is being deleted', async () => {
    const { id } = await register('slow-glue.com')
    const name = 'ns1.slow-glue.com'
    const broken = async (method: string, command: string, body?: object) => {
      await platform.sandbox.answer(command, name, 2005)
      const path = method === 'POST' ? hosts : `${hosts}/${name}`
      const { status, json } = await ask(method, path, { body })
      expect([status, json.code]).toEqual([503, 10])
    }
    await broken('POST', 'host:create', { name, ip: '192.0.2.51' })
    await done('POST', hosts, { name, ip: '192.0.2.51' })
    await broken('PUT', 'host:update', { ip: '192.0.2.52' })
    await broken('DELETE', 'host:delete')
    await platform.sandbox.refuse(name, 'host:delete')
    expect((await ask('DELETE', `${hosts}/${name}`)).json.code).toBe(399)

    await platform.sandbox.hold('host:update', name)
    const first = ask('PUT', `${hosts}/${name}`, { body: { ip: '192.0.2.53' } })
    await eventually(async () => {
      const { registry_status } = await done('GET', `${hosts}/${name}`)
      return registry_status === 'pending'
    }, 'a pending change')
    for (const method of ['PUT', 'DELETE']) {
      const body = method === 'PUT' ? { ip: '192.0.2.54' } : undefined
      const { status, json } = await ask(method, `${hosts}/${name}`, { body })
      expect([status, json.code]).toEqual([409, 366])
    }
    await platform.sandbox.removeFaults()
    expect((await first).status).toBe(200)
    await eventually(async () => {
      const { ip, registry_status } = await done('GET', `${hosts}/${name}`)
      return ip === '192.0.2.53' && registry_status === 'active'
    }, 'the completed change')

    await platform.sandbox.age('slow-glue.com', 10)
    await done('DELETE', `/v1/domains/${id}?skip_soft_quarantine=1&force_delete=1`)
    expect(await done('GET', `/v1/domains/${id}`)).toMatchObject({ status: 'DEL' })
    const asked = [
      await ask('POST', hosts, { body: { name: 'ns2.slow-glue.com', ip: '192.0.2.55' } }),
      await ask('PUT', `${hosts}/${name}`, { body: { ip: '192.0.2.55' } }),
    ]
    expect(asked.map(({ status, json }) => [status, json.code])).toEqual([
      [409, 366],
      [409, 366],
    ])
    expect((await ask('DELETE', `${hosts}/${name}`)).status).toBe(200)
  })
})

describe('the list of nameservers', () => {
  const listed = async (query: string) =>
    (await done('GET', `/v1/dns/nameservers?${query}`)).results.map(({ name }: { name: string }) => name)

  beforeAll(() => done('POST', '/v1/dns/nameservers', { name: 'abe.dora.example', ip6: '2001:DB8::2' }))

  it('filters, orders and pages', async () => {
    expect(await listed('')).toEqual(['abe.dora.example', 'ns1.dora.example'])
    expect(await listed('order=desc')).toEqual(['ns1.dora.example', 'abe.dora.example'])
    expect(await listed('order_by=id')).toEqual(['ns1.dora.example', 'abe.dora.example'])
    expect(await listed('order_by=name&limit=1&offset=1')).toEqual(['ns1.dora.example'])
    expect(await listed('name=ABE.dora.example')).toEqual(['abe.dora.example'])
    expect(await listed('name=abe')).toEqual([])
    expect(await listed('pattern=*1.DORA.*')).toEqual(['ns1.dora.example'])
    expect(await listed('ip=192.0.2.1')).toEqual(['ns1.dora.example'])
    expect(await listed('ip6=2001:db8:0::2')).toEqual(['abe.dora.example'])
  })

  it('shows an entry as a single read does, after its last change', async () => {
    const path = '/v1/dns/nameservers/abe.dora.example'
    expect(await done('PUT', path, { name: 'abe.dora.example', ip: '192.0.2.7' })).toEqual({ success: true })
    const alone = await done('GET', path)
    expect(alone).toEqual({ name: 'abe.dora.example', ip: '192.0.2.7', ip6: '' })
    expect((await done('GET', '/v1/dns/nameservers?name=abe.dora.example')).results).toEqual([alone])
    expect(await done('DELETE', path)).toEqual({ success: true })
    expect(await listed('pattern=abe*')).toEqual([])
  })
})

describe('the list of groups', () => {
  const listed = async (query: string) =>
    (await done('GET', `${groups}?${query}`)).results.map(({ ns_group }: { ns_group: string }) => ns_group)

  beforeAll(() =>
    done('POST', groups, {
      ns_group: 'annex',
      name_servers: [...members, { name: 'ns3.dora.example', ip6: '2001:db8::3' }],
    }),
  )

  it('filters, orders and pages', async () => {
    expect(await listed('')).toEqual(['annex', 'dns-openprovider', 'doors'])
    expect(await listed('order_by.ns_group=desc&limit=2')).toEqual(['doors', 'dns-openprovider'])
    expect(await listed('order_by.ns_count=desc&limit=1')).toHaveLength(1)
    expect(await listed('order_by.domain_count=asc&offset=2')).toEqual(['doors'])
    expect(await listed('ns_group_pattern=DOO*')).toEqual(['doors'])
    expect(await listed('ns_name_pattern=ns3.dora.*')).toEqual(['annex'])
    expect(await listed('ns_ip_pattern=192.0.2.*')).toEqual(['annex', 'doors'])
    expect(await listed('ns_ip_pattern=2001:db8::3')).toEqual(['annex'])
  })

  it('shows an entry as a single read does, after its last change', async () => {
    const name_servers = [members[1], members[0]]
    expect(await done('PUT', `${groups}/annex`, { ns_group: 'annex', name_servers })).toEqual({ success: true })
    const { id } = await done('GET', `${groups}/annex`)
    const alone = await done('GET', `${groups}/annex?id=${id}`)
    expect(alone.name_servers.map(({ name }: { name: string }) => name)).toEqual(
      members.map(({ name }) => name).reverse(),
    )
    expect((await done('GET', `${groups}?ns_group_pattern=annex`)).results).toEqual([alone])
    expect(await done('DELETE', `${groups}/annex`)).toEqual({ success: true })
    expect(await listed('ns_group_pattern=annex')).toEqual([])
  })
})

describe('the list of templates', () => {
  const listed = async (query: string) =>
    (await done('GET', `/v1/dns/templates?${query}`)).results.map(({ name }: { name: string }) => name)
  let id: number

  beforeAll(async () => {
    ;({ id } = await done('POST', '/v1/dns/templates', { name: 'mail', records: [], is_spamexperts_enabled: false }))
  })

  it('filters, orders and pages', async () => {
    expect(await listed('')).toEqual(['mail', 'web'])
    expect(await listed('order=desc')).toEqual(['web', 'mail'])
    expect(await listed('order_by=name&order=asc&limit=1&offset=1')).toEqual(['web'])
    expect(await listed('name_pattern=M*')).toEqual(['mail'])
  })

  it('shows an entry as a single read does', async () => {
    const alone = await done('GET', `/v1/dns/templates/${id}`)
    expect(alone).toEqual({ id, name: 'mail', is_spamexperts_enabled: false, records: [] })
    expect((await done('GET', '/v1/dns/templates?name_pattern=mail&with_records=true')).results).toEqual([alone])
    const [bare] = (await done('GET', '/v1/dns/templates?name_pattern=mail')).results
    expect(bare).toEqual({ id, name: 'mail', is_spamexperts_enabled: false })
    expect(await done('DELETE', `/v1/dns/templates/${id}`)).toEqual({ success: true })
    expect(await listed('name_pattern=mail')).toEqual([])
  })
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
  [400, 228, 'POST', '/v1/dns/nameservers', { name: 'ns3.dora.example', ip6: '192.0.2.1' }],
  [400, 227, 'PUT', '/v1/dns/nameservers/ns1.dora.example', { ip: '2001:db8::1' }],
  [400, 229, 'PUT', '/v1/dns/nameservers/ns1.dora.example', { ip: '' }],
  ...(['POST', 'PUT'] as const).flatMap((method): [number, number, string, string, object][] => {
    const path = method === 'POST' ? groups : `${groups}/doors`
    const having = (member: object) => ({ ns_group: 'more', name_servers: [...members, member] })
    return [
      [409, 222, method, path, having({ name: 'NS1.dora.example' })],
      [400, 223, method, path, having({ name: ' ' })],
      [400, 226, method, path, having({ name: 'a b.com' })],
      [400, 227, method, path, having({ name: 'ns3.dora.example', ip: '192.0.2.256' })],
      [400, 228, method, path, having({ name: 'ns3.dora.example', ip6: 'x' })],
    ]
  }),
  [422, 875, 'POST', groups, { ns_group: 'more', name_servers: [members[0]] }],
  [
    422,
    821,
    'POST',
    '/v1/dns/templates',
    { name: 'new', records: [www, { ...www, type: 'CNAME', value: 'a.example' }] },
  ],
  [422, 875, 'PUT', `${groups}/doors`, { name_servers: [members[0]] }],
  [400, 870, 'POST', '/v1/dns/templates', { name: '', records: [www] }],
  [400, 870, 'POST', '/v1/dns/templates', { name: 'WEB', records: [www] }],
  [400, 820, 'POST', '/v1/dns/templates', { name: 'new', records: [{ ...www, value: '%domain%' }] }],
  [400, 871, 'GET', '/v1/dns/templates?order_by=size'],
  [404, 873, 'GET', '/v1/dns/templates/9'],
  [404, 873, 'DELETE', '/v1/dns/templates/9'],
  [404, 873, 'POST', '/v1/dns/zones', zone],
])('answers %d with code %d: %s %s %j', async (status, code, method, path, ...[body]) => {
  const response = await ask(method, path, { body })
  expect({ status: response.status, code: response.json.code, text: response.text }).toMatchObject({ status, code })
  expect(response.text.length).toBeLessThanOrEqual(120)
})

it('tries every refusal and every query field of nameservers, groups and templates', () =>
  // Invalid records are tested with zones.
  expect(
    ['nameservers', 'nameserver-groups', 'templates']
      .flatMap((room) => platform.exercised.untried(room))
      .filter((each) => !/^templates.create error record_/.test(each)),
  ).toEqual([]))
