import { person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

/**
 * Requests in the forms that existing clients send: hosting panels, ACME hooks, webhooks and scripts. Every answer is also
 * checked against the API description. The tests assert what those clients read.
 */

let platform: InProcess
let ask: Ask
let handle: string

const json = { 'content-type': 'application/json' }

async function done(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
  const answer = await ask(method, path, { body, ...(headers && { headers }) })
  if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status} ${answer.text}`)
  return answer.json.data
}

const order = (name: string, more: object = {}) => ({
  domain: { name, extension: 'com' },
  period: 1,
  owner_handle: handle,
  ns_group: 'dns-openprovider',
  ...more,
})
const host = { name: 'ns1.elsewhere.example' }

beforeAll(async () => {
  platform = await startInProcess()
  ask = await platform.open('shapes')
  ;({ handle } = await done('POST', '/v1/customers', person))
})
afterAll(() => platform?.close())

it('an order with example.com name servers is registered with them', async () => {
  const names = ['ns1.example.com', 'ns9.example.net', 'ns2.example.org']
  const name_servers = names.map((name) => ({ name }))
  const { id } = await done('POST', '/v1/domains', order('as-documented', { ns_group: undefined, name_servers }))
  const { status, name_servers: shown } = await done('GET', `/v1/domains/${id}`)
  expect([status, shown.map(({ name }: { name: string }) => name)]).toEqual(['ACT', names])
})

describe('an ACME hook', () => {
  const zone = 'challenged.com'
  const challenge = { name: '_acme-challenge.www', type: 'TXT', ttl: 900 }
  const put = (id: number, change: object) =>
    ask('PUT', `/v1/dns/zones/${zone}`, { body: { id, name: zone, records: change }, headers: json })

  beforeAll(async () => {
    const domain = { name: 'challenged', extension: 'com' }
    const records = [{ type: 'A', name: '', value: '192.0.2.1', ttl: 900 }]
    await done('POST', '/v1/dns/zones', { domain, type: 'master', records })
  })

  it('logs in with any address before every call', async () => {
    const body = JSON.stringify({ username: 'shapes', password: 'correct horse battery', ip: '0.0.0.0' })
    const headers = { authorization: 'Bearer stale' }
    const answer = await platform.ask('POST', '/v1/auth/login', { body, headers })
    expect(answer.text).toMatch(/"token":"[\da-f]+"/)
  })

  it('searches the parent names until a response contains the zone, whose id comes first', async () => {
    for (const name of ['_acme-challenge.www.challenged.com', 'www.challenged.com']) {
      const { status, text } = await ask('GET', `/v1/dns/zones/${name}`, { headers: json })
      expect(status).toBe(404)
      expect(text).not.toContain('"name":"')
    }
    const { text } = await ask('GET', `/v1/dns/zones/${zone}`, { headers: json })
    expect(text).toContain(`"name":"${zone}"`)
    expect(Number(/"id":(\d+)/.exec(text)![1])).toBe(JSON.parse(text).data.id)
  })

  it('adds a TXT value without quotes, gets `Duplicate record` for the same value, and removes it in quotes', async () => {
    const { id } = await done('GET', `/v1/dns/zones/${zone}`)
    const value = 'gfj9Xq-Rg85nM'
    const added = await put(id, { add: [{ ...challenge, value }] })
    expect(added.text).toContain('"success":true')
    expect((await put(id, { add: [{ ...challenge, value }] })).json.desc).toBe('Duplicate record')
    const { records } = await done('GET', `/v1/dns/zones/${zone}?with_records=true`)
    expect(records).toContainEqual(
      expect.objectContaining({ name: `_acme-challenge.www.${zone}`, type: 'TXT', value: `"${value}"` }),
    )
    expect((await put(id, { remove: [{ ...challenge, value: `"${value}"` }] })).text).toContain('"success":true')
    expect(await done('GET', `/v1/dns/zones/${zone}/records?type=TXT`)).toMatchObject({ results: [], total: 0 })
  })

  it('replaces a record by its original, also with an equal record', async () => {
    const { id } = await done('GET', `/v1/dns/zones/${zone}`)
    await put(id, { add: [{ ...challenge, value: 'one' }] })
    const original_record = { ...challenge, name: `_acme-challenge.www.${zone}`, value: '"one"' }
    const changed = await put(id, { update: [{ original_record, record: { ...challenge, value: 'two' } }] })
    expect(changed.text).toContain('"success":true')
    const same = { ...challenge, value: '"two"' }
    expect((await put(id, { update: [{ original_record: same, record: same }] })).json).toMatchObject({ code: 0 })
  })
})

describe('a panel that edits zones', () => {
  const zone = '/v1/dns/zones/panel.com'
  const record = (type: string, name: string, value: string, more: object = {}) => ({
    type,
    name,
    value,
    ttl: 86_400,
    ...more,
  })

  it('creates a zone after error 872', async () => {
    const list = [record('A', '', '192.0.2.1'), record('MX', '', 'mail.panel.com', { prio: '10' })]
    const first = await ask('PUT', zone, { body: { name: 'panel.com', records: { replace: list } } })
    expect([first.json.code, first.json.desc]).toEqual([872, 'Zone specified is not found'])
    const domain = { name: 'panel', extension: 'com' }
    await done('POST', '/v1/dns/zones', { domain, type: 'master', records: list, provider: null, template_name: null })
    await done('PUT', zone, { name: 'panel.com', domain, type: 'master', records: { add: null, replace: list } })
  })

  it('sends the whole list of records, and reads it back with the SOA and NS of the platform', async () => {
    const list = [
      record('A', '@', '192.0.2.2'),
      record('A', 'www.panel.com', '192.0.2.3'),
      record('TXT', '', 'v=spf1 -all'),
    ]
    await done('PUT', zone, { records: { replace: list } })
    const { results } = await done('GET', `${zone}/records?limit=500`)
    const own = results.filter(({ type }: { type: string }) => !['SOA', 'NS'].includes(type))
    expect(own.map(({ name, type, value }: Record<string, string>) => [type, name, value])).toEqual([
      ['A', 'panel.com', '192.0.2.2'],
      ['A', 'www.panel.com', '192.0.2.3'],
      ['TXT', 'panel.com', '"v=spf1 -all"'],
    ])
    expect(results.length).toBeGreaterThan(own.length)
  })

  it('treats a null list as absent', async () => {
    await done('PUT', zone, { records: { replace: null, add: [record('A', 'more', '192.0.2.4')] } })
    expect(await done('GET', `${zone}/records?type=A`)).toMatchObject({ total: 3 })
  })

  it('changes no zone when path and body name different domains', async () => {
    const add = { add: [record('A', 'other', '192.0.2.9')] }
    const body = { domain: { name: 'other', extension: 'com' }, records: add }
    expect((await ask('PUT', zone, { body })).json).toMatchObject({ code: 872 })
    expect((await ask('DELETE', `${zone}?domain.name=other&domain.extension=com`)).json).toMatchObject({ code: 872 })
    expect(await done('GET', `${zone}/records?type=A`)).toMatchObject({ total: 3 })
  })

  it('deletes the zone when the list is empty', async () => {
    expect(await done('DELETE', `${zone}?domain.name=panel&domain.extension=com`, undefined, json)).toEqual({
      success: true,
    })
    expect(await done('GET', '/v1/dns/zones?name_pattern=panel.com')).toMatchObject({ results: [], total: 0 })
  })
})

describe('a panel that sells domains', () => {
  it('creates a customer from a minimal request', async () => {
    const body = {
      name: { first_name: 'Åse', last_name: 'Tùng', prefix: '' },
      address: { street: 'Kade', zipcode: '1000', city: 'Oslo', country: 'NO', state: '', suffix: '' },
      phone: { country_code: '47', area_code: '2', subscriber_number: '2123456' },
      email: 'ase@example.com',
      handle: null,
      locale: null,
      is_test: 'of the panel',
    }
    const made = await done('POST', '/v1/customers', body)
    expect(made.handle).toMatch(/^AT\d{6,7}-NO$/)
    await done('PUT', `/v1/customers/${made.handle}`, { handle: made.handle, id: '7', comments: 'vip' })
    expect(await done('GET', `/v1/customers/${made.handle}/`)).toMatchObject({
      email: 'ase@example.com',
      comments: 'vip',
    })
  })

  it('orders with numbers in quotes, nulls, and nameservers without addresses', async () => {
    const name_servers = [{ name: 'ns1.elsewhere.example' }, { name: 'ns2.elsewhere.example', ip: null, ip6: '' }]
    const input = { ...order('quoted'), ns_group: null, name_servers, period: '1', admin_handle: '', auth_code: null }
    const { id, status } = await done('POST', '/v1/domains', input, json)
    expect(['ACT', 'REQ']).toContain(status)
    const shown = await done('GET', `/v1/domains/${id}?domain.name=quoted&domain.extension=com`, undefined, json)
    expect(shown.name_servers).toMatchObject([{ name: 'ns1.elsewhere.example' }, { name: 'ns2.elsewhere.example' }])
    expect(shown).toMatchObject({
      id,
      autorenew: expect.stringMatching(/^(on|off|default)$/),
      is_locked: expect.any(Boolean),
    })
    expect(shown.expiration_date).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  })

  it('shows the nameservers of the ordered group, in lists and single reads', async () => {
    const { id } = await done('POST', '/v1beta/domains/', order('grouped'))
    const alone = await done('GET', `/v1/domains/${id}`)
    expect(alone.name_servers.length).toBeGreaterThan(1)
    const { results } = await done('GET', '/v1/domains?full_name=grouped.com')
    expect(results).toEqual([alone])
  })

  it('orders domains with a DNS template, and gets zones with its records', async () => {
    const records = [{ type: 'A', name: 'www', value: '192.0.2.8', ttl: 900 }]
    await done('POST', '/v1/dns/templates', { name: 'panel', records })
    const input = order('templated', { ns_template_name: 'panel' })
    expect(['ACT', 'REQ']).toContain((await done('POST', '/v1/domains', input)).status)
    const { results } = await done('GET', '/v1/dns/zones/templated.com/records?type=A')
    expect(results).toMatchObject([{ name: 'www.templated.com', value: '192.0.2.8' }])
    const unknown = await ask('POST', '/v1/domains', { body: order('untemplated', { ns_template_name: 'nobody' }) })
    expect([unknown.status, unknown.json.code]).toEqual([404, 873])
    expect(await done('GET', '/v1/domains?full_name=untemplated.com')).toMatchObject({ total: 0 })
  })

  it('orders domains with the id of a template of the account', async () => {
    const records = [{ type: 'A', name: 'www', value: '192.0.2.9', ttl: 900 }]
    const { id } = await done('POST', '/v1/dns/templates', { name: 'numbered', records })
    expect(await done('POST', '/v1/domains', order('plain', { ns_template_id: 0 }))).toMatchObject({
      id: expect.any(Number),
    })
    expect((await ask('GET', '/v1/dns/zones/plain.com')).status).toBe(404)
    for (const [name, template] of [
      ['by-number', { ns_template_id: String(id) }],
      ['by-both', { ns_template_id: id, ns_template_name: 'Numbered' }],
    ] as const) {
      expect(['ACT', 'REQ']).toContain((await done('POST', '/v1/domains', order(name, template))).status)
      const { results } = await done('GET', `/v1/dns/zones/${name}.com/records?type=A`)
      expect(results).toMatchObject([{ name: `www.${name}.com`, value: '192.0.2.9' }])
    }
    const other = await platform.open('templates of another')
    const theirs = (await other('POST', '/v1/dns/templates', { body: { name: 'theirs', records } })).json.data.id
    for (const [template, expected] of [
      [{ ns_template_id: theirs }, [404, 873, `DNS template ${theirs} is not in your account.`]],
      [{ ns_template_id: 999_999 }, [404, 873, 'DNS template 999999 is not in your account.']],
      [
        { ns_template_id: id, ns_template_name: 'panel' },
        [400, 806, 'ns_template_name: is not that of ns_template_id.'],
      ],
    ] as const) {
      const { status, json } = await ask('POST', '/v1/domains', { body: order('unnumbered', template) })
      expect([status, json.code, json.desc]).toEqual(expected)
    }
    expect(await done('GET', '/v1/domains?full_name=unnumbered.com')).toMatchObject({ total: 0 })
    expect((await ask('GET', '/v1/dns/zones/unnumbered.com')).status).toBe(404)
  })

  it.each<[string, (id: number, domain: object) => object]>([
    ['the period alone', () => ({ period: 1 })],
    ['the id in the body', (id) => ({ id, period: '1' })],
    ['the domain in the body', (_, domain) => ({ domain, period: 1, unit: null })],
  ])('renews with %s', async (how, body) => {
    const { domain, ...rest } = order(`renewed-by-${how.replaceAll(' ', '-')}`)
    const { id } = await done('POST', '/v1/domains', { domain, ...rest })
    const before = (await done('GET', `/v1/domains/${id}`)).expiration_date as string
    await done('POST', `/v1/domains/${id}/renew`, body(id, domain))
    const { expiration_date } = await done('GET', `/v1/domains/${id}`)
    expect(Number(expiration_date.slice(0, 4))).toBe(Number(before.slice(0, 4)) + 1)
  })

  it('unlocks a domain with `false`', async () => {
    const { id } = await done('POST', '/v1/domains', order('locked'))
    await done('PUT', `/v1/domains/${id}`, { id, is_locked: true })
    expect(await done('GET', `/v1/domains/${id}`)).toMatchObject({ is_locked: true })
    await done('PUT', `/v1/domains/${id}`, {
      id: String(id),
      is_locked: false,
      domain: { name: 'locked', extension: 'com' },
    })
    expect(await done('GET', `/v1/domains/${id}`)).toMatchObject({ is_locked: false })
  })

  it('changes no domain when path and body name different domains', async () => {
    const { id } = await done('POST', '/v1/domains', order('numbered'))
    const { expiration_date } = await done('GET', `/v1/domains/${id}`)
    const domain = { name: 'otherwise', extension: 'com' }
    const query = 'domain.name=otherwise&domain.extension=com'
    for (const [method, path, body] of [
      ['DELETE', `?${query}`, undefined],
      ['GET', `/authcode?${query}`, undefined],
      ['PUT', '', { domain, comments: 'mistaken' }],
      ['POST', '/renew', { domain, period: 1 }],
      ['POST', '/restore', { domain }],
      ['POST', '/authcode/reset', { domain }],
      ['POST', '/last-operation/restart', { domain }],
      ['POST', '/transfer/approve', { domain, approve: 1 }],
      ['POST', '/transfer/send-foa1', { domain }],
    ] as const) {
      const { status, json: refused } = await ask(method, `/v1/domains/${id}${path}`, { body })
      expect([path, status, refused.desc]).toEqual([path, 400, 'domain: is not the domain of this number.'])
    }
    expect(await done('GET', `/v1/domains/${id}`)).toMatchObject({ status: 'ACT', comments: '', expiration_date })
    await done('PUT', `/v1/domains/${id}`, { domain: { name: 'NUMBERED', extension: '.com' }, comments: 'meant' })
  })

  it.each([
    ['domain_name_pattern=sha*pe', 0],
    ['domain_name_pattern=shape_s', 0],
    ['domain_name_pattern=shape%25', 0],
    ['domain_name_pattern=SHAPED', 1],
    ['domain_name_pattern=shape*', 1],
    ['status=ACT&status_not_equal=DEL&status_not_equal=FAI&full_name=shaped.com', 1],
    ['extension=com&full_name=shaped.com&with_history=0&with_additional_data=true&response.type=json', 1],
    ['limit=10&offset=0&order_by.id=DESC&full_name=shaped.com&whatever=1', 1],
  ])('finds domains by the query %s', async (query, total) => {
    const { results } = await done('GET', '/v1/domains?full_name=shaped.com')
    if (results.length === 0) await done('POST', '/v1/domains', order('shaped'))
    expect((await done('GET', `/v1/domains?${query}`)).total).toBe(total)
  })

  it('checks names and prices, and is refused a name that is taken', async () => {
    const domains = [
      { name: 'shaped', extension: 'com' },
      { name: 'free-as-a-bird', extension: 'com' },
    ]
    const { results } = await done('POST', '/v1/domains/check', { domains, with_price: true, additional_data: null })
    expect(results).toMatchObject([
      { domain: 'shaped.com', status: 'active' },
      { domain: 'free-as-a-bird.com', status: 'free', is_premium: false, price: { reseller: { currency: 'EUR' } } },
    ])
    const { json: refusal } = await ask('POST', '/v1/domains', { body: order('taken') })
    expect([refusal.code, refusal.desc]).toEqual([311, expect.stringContaining('not free')])
  })
})

describe('other forms of requests', () => {
  const zone = { domain: { name: 'coded', extension: 'com' }, type: 'master' }
  const coded = { type: 'A', name: 'www', value: '192.0.2.1', ttl: 900 }
  it.each<[number, string, string, () => object]>([
    [102, 'POST', '/v1/customers', () => ({ ...person, name: { last_name: 'Tung' } })],
    [130, 'POST', '/v1/customers', () => ({ ...person, phone: { subscriber_number: '5551234' } })],
    [145, 'POST', '/v1/customers', () => ({ ...person, email: null })],
    [223, 'POST', '/v1/dns/nameservers', () => ({ ip: '192.0.2.1' })],
    [200, 'POST', '/v1/dns/nameservers/groups', () => ({ name_servers: [] })],
    [223, 'POST', '/v1/dns/nameservers/groups', () => ({ ns_group: 'coded', name_servers: [{ ip: '192.0.2.1' }] })],
    [870, 'POST', '/v1/dns/templates', () => ({ records: [] })],
    [815, 'POST', '/v1/dns/zones', () => ({ ...zone, records: [{ ...coded, ttl: 'soon' }] })],
    [816, 'POST', '/v1/dns/zones', () => ({ ...zone, records: [{ ...coded, prio: 'first' }] })],
    [815, 'PUT', '/v1/dns/zones/coded.com', () => ({ records: { add: [{ ...coded, ttl: null }] } })],
    [300, 'POST', '/v1/domains', () => order('coded', { domain: { extension: 'com' } })],
    [306, 'POST', '/v1/domains/check', () => ({ domains: [{ name: 'coded' }] })],
    [330, 'POST', '/v1/domains', () => order('coded', { owner_handle: '' })],
    [222, 'POST', '/v1/domains', () => order('coded', { ns_group: '', name_servers: [host, host] })],
    [223, 'POST', '/v1/domains', () => order('coded', { ns_group: '', name_servers: [host, { name: '' }] })],
  ])('get code %s for a missing or invalid field: %s %s', async (code, method, path, body) => {
    const { json: refusal, text } = await ask(method, path, { body: body() })
    expect([refusal.code, text]).toEqual([code, expect.stringMatching(/^.{1,120}$/)])
  })

  it.each([
    ['GET', '/v1/customers?order=desc&with_additional_data=1'],
    ['GET', '/v1beta/customers/'],
    ['GET', '/v1/contacts'],
    ['GET', '/v1/dns/zones'],
    ['GET', '/v1/dns/nameservers?offset=0'],
    ['GET', '/v1/dns/templates'],
    ['GET', '/v1/tlds?limit=2&with_price=true'],
    ['GET', '/v1/resellers?with_settings=true&with_statistics=1&with_contacts=true'],
    ['GET', '/v1/transactions?limit=3'],
    ['GET', '/v1/domains/prices?domain.name=shaped&domain.extension=com&operation=renew'],
    ['GET', '/v1/domains/additional-data?domain.name=shaped&domain.extension=com&operation=create'],
  ])('may have a JSON media type and no body: %s %s', async (method, path) => {
    expect(await done(method, path, undefined, { ...json, 'content-length': '0' })).toBeDefined()
  })

  it('get errors in the format of the Accept header', async () => {
    const headers = { accept: 'application/problem+json' }
    const { status, json: problem } = await ask('POST', '/v1/customers', { body: { name: {} }, headers })
    expect(status).toBe(400)
    expect(problem).toMatchObject({
      code: 102,
      errors: expect.arrayContaining([expect.objectContaining({ field: 'email' })]),
    })
  })

  it('list no zones of the premium provider, and cannot write to it', async () => {
    expect(await done('GET', '/v1/dns/zones?provider=sectigo')).toEqual({ results: [], total: 0 })
    const domain = { name: 'premium-dns', extension: 'com' }
    const records = [{ type: 'A', name: '', value: '192.0.2.1', ttl: 900 }]
    const { status } = await ask('POST', '/v1/dns/zones', {
      body: { domain, type: 'master', records, provider: 'sectigo' },
    })
    expect(status).toBe(400)
    expect(await done('GET', '/v1/dns/zones?name_pattern=premium-dns.com')).toMatchObject({ total: 0 })
  })
})
