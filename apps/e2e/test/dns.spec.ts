import { eventually } from '@nameyard/testing/eventually'
import { a, changed, refusals, wrongFiles, wrongRecords, zone, zones } from './dns-refusals'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** Zones and records over HTTP: every operation, filter, order and error code. */

let platform: InProcess
let ask: Ask
let stranger: Ask
let token: string

async function done(method: string, path: string, body?: object, by = ask) {
  const { status, json, text } = await by(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}
async function answered(method: string, path: string, body?: object, by = ask) {
  const { status, json, text } = await by(method, path, { body })
  expect(text.length).toBeLessThanOrEqual(status === 200 ? Infinity : 120)
  return [status, json.code]
}
const names = async (query: string) =>
  (await done('GET', `${zones}?${query}`)).results.map(({ name }: { name: string }) => name)

beforeAll(async () => {
  platform = await startInProcess()
  ask = await platform.open('zoe-z')
  stranger = await platform.open('stan-s')
  const body = { username: 'zoe-z', password: 'correct horse battery' }
  token = (await platform.ask('POST', '/v1/auth/login', { body })).json.data.token
  await done('POST', '/v1/dns/templates', { name: 'web', records: [a('web.%domain%')] })
  await done('POST', '/v1/dns/templates', {
    name: 'alias',
    records: [{ ...a('www'), type: 'CNAME', value: 'a.example' }],
  })
  await done('POST', zones, zone('zone.com', [a('www'), a('a', '192.0.2.2', 600)]))
  await done('POST', zones, zone('alpha.org'))
})
afterAll(() => platform?.close())

describe('the list of zones', () => {
  it('filters, orders and pages', async () => {
    expect(await names('')).toEqual(['alpha.org', 'zone.com'])
    expect(await names('order_by.name=asc')).toEqual(['alpha.org', 'zone.com'])
    expect(await names('order_by.name=DESC&limit=1')).toEqual(['zone.com'])
    expect(await names('order_by.creation_date=asc&offset=1')).toEqual(['alpha.org'])
    expect(await names('order_by.modification_date=desc')).toEqual(['alpha.org', 'zone.com'])
    expect(await names('name_pattern=*.ORG')).toEqual(['alpha.org'])
    expect(await names('name_pattern=zone.com&type=master')).toEqual(['zone.com'])
    expect(await names('type=slave')).toEqual([])
    expect(await names('cursor=start')).toEqual(['alpha.org', 'zone.com'])
    expect(await names('provider=openprovider')).toHaveLength(2)
    expect(await names('provider=sectigo')).toEqual([])
  })

  it('shows parts on request, as a single read does', async () => {
    const parts = 'with_records=1&with_history=true&with_dnskey=1'
    const { results } = await done('GET', `${zones}?name_pattern=zone.com&${parts}`)
    const alone = await done('GET', `${zones}/zone.com?${parts}&id=${results[0].id}&provider=openprovider`)
    expect(results).toEqual([alone])
    expect(alone).toMatchObject({ history: [{ who: 'zoe-z', source: 'zones.create' }, {}], records: expect.any(Array) })
    const bare = await done('GET', `${zones}/zone.com`)
    expect(Object.keys(bare)).not.toEqual(expect.arrayContaining(['records', 'history', 'dnskey']))
  })

  it.each(['limit=501', 'limit=0', 'offset=-1', 'cursor=x', 'order_by.name=up', 'type=other', 'with_records=maybe'])(
    'is refused for the query %s',
    async (query) => expect(await answered('GET', `${zones}?${query}`)).toEqual([400, 806]),
  )
})

it('shows whether the name servers answer a zone', async () => {
  const { publication } = await eventually(async () => {
    const shown = await done('GET', `${zones}/zone.com`)
    return shown.publication.state === 'published' && shown
  }, 'zone.com published')
  expect(publication).toEqual({ state: 'published', version: 1, published_version: 1 })
})

describe('the list of records', () => {
  const records = `${zones}/zone.com/records`
  const values = async (query: string) =>
    (await done('GET', `${records}?${query}`)).results.map(({ value }: { value: string }) => value.split(' ')[0])

  it('filters, orders and pages', async () => {
    const { id } = await done('GET', `${zones}/zone.com`)
    expect(await values('type=a')).toEqual(['192.0.2.2', '192.0.2.1'])
    expect(await values('type=TYPE1')).toHaveLength(2)
    expect(await values('type=a&order_by.name=desc')).toEqual(['192.0.2.1', '192.0.2.2'])
    expect(await values('type=a&order_by.value=asc')).toEqual(['192.0.2.1', '192.0.2.2'])
    expect(await values('type=a&order_by.ttl=asc')).toEqual(['192.0.2.2', '192.0.2.1'])
    expect(await values('order_by.type=desc&limit=1')).toEqual([
      expect.stringMatching(/^[a-z2-7]{16}\.ns1\.nameyard\.example$/),
    ])
    expect(await values('type=a&order_by.prio=asc&offset=1')).toEqual(['192.0.2.1'])
    expect(await values('record_name_pattern=WWW.*')).toEqual(['192.0.2.1'])
    expect(await values('value_pattern=*.2.2')).toEqual(['192.0.2.2'])
    expect(await values('ttl=600')).toEqual(['192.0.2.2'])
    expect(await values(`prio=0&type=A&zone_id=${id}`)).toHaveLength(2)
    expect(await values('zone_provider=sectigo')).toEqual([])
    expect(await answered('GET', `${records}?limit=501`)).toEqual([400, 806])
    expect(await answered('GET', `${records}?type=NOTYPE`)).toEqual([400, 808])
    expect(await answered('GET', `${records}?order_by.size=asc`)).toEqual([400, 806])
    expect(await answered('GET', `${zones}/none.com/records`)).toEqual([404, 872])
  })
})

describe('a change of a zone', () => {
  it('adds, removes, updates and replaces in one step', async () => {
    await done('POST', zones, zone('change.com', [a('one'), a('two')]))
    const records = {
      add: [a('three')],
      remove: [a('one')],
      update: [{ original_record: a('two'), record: a('two', '192.0.2.9') }],
    }
    const path = `${zones}/change.com`
    const { plan } = await done('PUT', `${path}?plan=true`, { records })
    expect(plan).toMatchObject({ version: 1, added: 1, removed: 1, changed: 1 })
    expect(await done('PUT', path, { records })).toEqual({ success: true })
    const { results } = await done('GET', `${path}/records?type=A&order_by.name=asc`)
    expect(results.map(({ value }: { value: string }) => value)).toEqual(['192.0.2.1', '192.0.2.9'])
    expect(await done('PUT', `${path}?guard=1`, { records: { replace: [a('only')] } })).toEqual({ success: true })
  })

  it('accepts prio 0, and needs no prio to remove or replace a record', async () => {
    const mx = { type: 'MX', name: '', value: 'mail.example', ttl: 600 }
    const path = `${zones}/prio.com`
    await done('POST', zones, zone('prio.com', [a('www'), { ...mx, prio: 0 }]))
    const update = [{ original_record: mx, record: { ...mx, prio: 20 } }]
    expect(await done('PUT', path, { records: { update } })).toEqual({ success: true })
    const update0 = [{ original_record: { ...mx, prio: 20 }, record: mx }]
    expect(await answered('PUT', path, { records: { update: update0 } })).toEqual([400, 816])
    expect(await done('PUT', path, { records: { remove: [mx] } })).toEqual({ success: true })
  })

  const path = changed
  const ten = Array.from({ length: 10 }, (_, at) => a(`n${at}`))

  it('is refused when it removes many records and a guard is requested', async () => {
    await done('POST', zones, zone('ten.com', ten))
    const remove = { records: { remove: ten.slice(0, 4) } }
    expect(await answered('PUT', `${zones}/ten.com?guard=true`, remove)).toEqual([422, 810])
    expect(await answered('PUT', `${zones}/ten.com`, remove)).toEqual([200, 0])
    const file = { zone_file: 'a 60 A 192.0.2.1' }
    await done('POST', `${zones}/ten.com/restore`, { version: 1 })
    expect(await answered('POST', `${zones}/ten.com/import`, file)).toEqual([422, 810])
    const template = { template_name: 'web', mode: 'replace' }
    expect(await answered('POST', `${zones}/ten.com/apply-template`, template)).toEqual([422, 810])
    expect(await answered('POST', `${zones}/ten.com/apply-template?guard=0`, template)).toEqual([200, 0])
    await done('POST', `${zones}/ten.com/restore`, { version: 1 })
    expect(await answered('POST', `${zones}/ten.com/restore`, { version: 4 })).toEqual([422, 810])
    expect(await answered('POST', `${zones}/ten.com/restore?guard=false`, { version: 4 })).toEqual([200, 0])
  })

  it.each(wrongRecords)('is refused with status %d and code %d for the record %j', async (status, code, record) => {
    const expected = [status, code]
    expect(await answered('PUT', path, { records: { add: [record] } })).toEqual(expected)
    expect(await answered('POST', zones, zone('wrong.com', [a('www'), record]))).toEqual(expected)
    const template = { name: `wrong ${code} ${JSON.stringify(record)}`.slice(0, 60), records: [a('www'), record] }
    expect(await answered('POST', '/v1/dns/templates', template)).toEqual(expected)
  })

  it.each(wrongFiles)('is refused with status %d and code %d for the zone file %j', async (status, code, zone_file) => {
    expect(await answered('POST', `${zones}/wrong.com/import`, { zone_file })).toEqual([status, code])
  })

  it.each(refusals)('answers %d with code %d: %s %s %j', async (status, code, method, at, ...[body]) => {
    expect(await answered(method, at, body)).toEqual([status, code])
  })
})

describe('a zone of another account', () => {
  it.each(['zone.com', 'sub.zone.com', 'a.b.zone.com'])('blocks the name %s for every other account', async (name) => {
    expect(await answered('POST', zones, zone(name), stranger)).toEqual([409, 801])
    const file = { zone_file: 'a 60 A 192.0.2.1' }
    expect(await answered('POST', `${zones}/${name}/import`, file, stranger)).toEqual([409, 801])
    expect(await answered('POST', `${zones}/${name}/restore`, { version: 1 }, stranger)).toEqual([404, 872])
    expect(await answered('GET', `${zones}/zone.com`, undefined, stranger)).toEqual([404, 872])
  })

  it('cannot be restored by the account that had it before', async () => {
    await done('POST', zones, zone('sold.com'))
    await done('DELETE', `${zones}/sold.com`)
    await done('POST', zones, zone('sold.com'), stranger)
    expect(await answered('POST', `${zones}/sold.com/restore`, { version: 1 })).toEqual([409, 801])
  })

  it('blocks a zone above it for every account except its own', async () => {
    await done('POST', zones, zone('deep.parent.net'))
    expect(await answered('POST', zones, zone('parent.net'), stranger)).toEqual([409, 801])
    expect(await answered('POST', zones, zone('parent.net'))).toEqual([200, 0])
  })
})

describe('a zone file', () => {
  it('is previewed, imported, and exported as text', async () => {
    const zone_file = '$TTL 1h\n@ MX 10 mail\nwww A 192.0.2.1\n'
    const path = `${zones}/files.com`
    const { plan } = await done('POST', `${path}/import?plan=1`, { zone_file })
    expect(plan).toMatchObject({ version: 0, added: 2 })
    expect(await done('POST', `${path}/import?guard=false`, { zone_file })).toEqual({ success: true })
    const { zone_file: written } = await done('GET', `${path}/export`)
    expect(written).toMatch(/\n@\t3600\tIN\tMX\t10 mail\.files\.com\.\n/)
    const headers = { authorization: `Bearer ${token}`, accept: 'text/dns' }
    const plain = await fetch(`${platform.url}${path}/export`, { headers })
    expect(plain.headers.get('content-type')).toBe('text/dns; charset=utf-8')
    expect(await plain.text()).toBe(written)
  })

  it('is imported as text/dns, with the other fields in the query', async () => {
    const headers = { 'content-type': 'text/dns; charset=utf-8' }
    const path = `${zones}/plain-file.com/import`
    const file = '$TTL 1h\nwww A 192.0.2.1 ; a comment\nttl 1 A 192.0.2.1\n'
    const { status, json } = await ask('POST', `${path}?guard=0`, { body: file, headers })
    expect([status, json.warnings]).toMatchObject([200, [{ code: 815, data: '1' }]])
    const more = await ask('POST', `${path}?mode=add&plan=1`, { body: 'a 60 A 192.0.2.1', headers })
    expect(more.json.data.plan).toMatchObject({ added: 1, removed: 0 })
    expect((await ask('POST', path, { body: '', headers })).json.code).toBe(806)
    const broken = await ask('POST', path, { body: Buffer.from([0x61, 0xff]), headers })
    expect([broken.status, broken.json.desc]).toEqual([400, 'zone_file: is not text in UTF-8.'])
    const large = await ask('POST', path, { body: Buffer.alloc(4 * 1024 * 1024 + 1, ';'), headers })
    expect([large.status, large.json.code]).toEqual([400, 806])
    expect(await answered('POST', path, { zone_file: 'a 60 A 192.0.2.1' })).toEqual([200, 0])
  })

  it('is imported up to 4 MiB, changes nothing the second time, and is refused when it is longer', async () => {
    const path = `${zones}/huge-file.com/import`
    const line = (at: number) => `h${at}\t300\tIN\tTXT\t"${'x'.repeat(200)}" "${'y'.repeat(200)}"\n`
    const lines: string[] = []
    for (let length = 0; length < 4 * 1024 * 1024 - 500; length += lines.at(-1)!.length) lines.push(line(lines.length))
    const zone_file = lines.join('').padEnd(4 * 1024 * 1024, ';')
    // On a busy machine it takes longer than a request may wait (503); then the client sends it again.
    const isImported = async () => (await answered('POST', path, { zone_file }))[0] === 200
    for (const time of ['first', 'second']) await eventually(isImported, `the ${time} import`, 240_000)
    expect((await done('GET', `${zones}/huge-file.com/versions`)).total).toBe(1)
    expect((await done('GET', `${zones}/huge-file.com/records?type=TXT&limit=1`)).total).toBe(lines.length)
    expect(await answered('POST', path, { zone_file: `${zone_file};` })).toEqual([400, 806])
  })

  it('makes its zone once when five requests send it at the same time, and refuses other requests with 409', async () => {
    const [label, extension] = ['at-once', 'com']
    const path = `${zones}/${label}.${extension}`
    const zone_file = Array.from({ length: 500 }, (_, at) => `h${at} 300 A 192.0.2.1`).join('\n')
    const atOnce = (act: string, body: object) =>
      Promise.all(Array.from({ length: 5 }, () => answered('POST', `${path}/${act}`, body)))
    // On a busy machine one request may end before the next one begins; then they are sent again.
    const untilTwoMeet = async (act: string, body: object) => {
      let answers: Awaited<ReturnType<typeof atOnce>> = []
      for (let round = 0; round < 20 && !answers.some(([status]) => status === 409); round++) {
        if (round > 0) await done('DELETE', `${path}?provider=openprovider`)
        answers = await atOnce(act, body)
        expect(answers).toContainEqual([200, 0])
        expect(answers.every(([status, code]) => status === 200 || code === 805)).toBe(true)
      }
      expect(answers).toContainEqual([409, 805])
    }
    await untilTwoMeet('import', { zone_file })
    await done('DELETE', `${path}?provider=openprovider`)
    await untilTwoMeet('restore', { version: 1 })
  })

  it('is refused with every invalid line for clients that accept problem+json', async () => {
    const { text } = await ask('POST', `${zones}/fault.com/import`, {
      body: { zone_file: 'a 60 A x\nb 60 A 192.0.2.1\n$INCLUDE y' },
      headers: { accept: 'application/problem+json' },
    })
    expect(JSON.parse(text).errors.map(({ field }: { field: string }) => field)).toEqual(['zone_file.1', 'zone_file.3'])
  })
})

describe('earlier versions', () => {
  it('are listed, compared and restored, also those of a deleted zone', async () => {
    const path = `${zones}/versions.com`
    await done('POST', `${zones}?plan=true`, zone('versions.com'))
    await done('POST', zones, zone('versions.com'))
    await done('PUT', path, { records: { add: [a('new')] } })
    expect(await done('GET', `${path}/versions?limit=1&offset=1`)).toMatchObject({
      total: 2,
      results: [{ version: 1 }],
    })
    expect(await done('GET', `${path}/versions/1?to=2`)).toMatchObject({ version: 1, to: 2, added: 1 })
    const { id } = await done('GET', path)
    const query = `id=${id}&domain.name=versions&domain.extension=com&provider=openprovider`
    expect((await done('DELETE', `${path}?plan=1&${query}`)).plan).toMatchObject({ removed: 2 })
    expect(await done('DELETE', `${path}?${query}`)).toEqual({ success: true })
    expect(await answered('POST', `${path}/restore`, { version: 3 })).toEqual([400, 806])
    expect(await done('POST', `${path}/restore?plan=1`, { version: 1 })).toMatchObject({ plan: { added: 1 } })
    expect(await done('POST', `${path}/restore`, { version: 1 })).toEqual({ success: true })
    expect((await done('GET', `${path}/records?type=A`)).total).toBe(1)
    expect(await done('POST', `${path}/apply-template?plan=1`, { template_name: 'web' })).toMatchObject({
      plan: { added: 1 },
    })
  })
})

it('creates, reads and lists a zone of 10,000 records', async () => {
  const records = Array.from({ length: 9_999 }, (_, at) => a(`h${at}`, `192.0.${at >> 8}.${at & 255}`))
  await done('POST', zones, zone('large.com', records))
  await done('PUT', `${zones}/large.com`, { records: { add: [a('last')] } })
  const { records: read } = await done('GET', `${zones}/large.com?with_records=1`)
  expect(read).toHaveLength(10_004)
  expect((await done('GET', `${zones}/large.com/records?record_name_pattern=last.*`)).total).toBe(1)
})

it('lets an API key change only the records that it is limited to', async () => {
  await done('POST', zones, zone('acme-client.com'))
  const limits = { zones: ['acme-client.com'], record_names: ['_acme-challenge'], record_types: ['TXT'] }
  const { key } = await done('POST', '/v1/keys', { name: 'acme', scope: ['read', 'write'], ...limits })
  const acme: Ask = (method, path, sent) =>
    platform.ask(method, path, { ...sent, headers: { authorization: `Bearer ${key}` } })
  const challenge = { type: 'TXT', name: '_acme-challenge', value: 'token', ttl: 600 }
  const put = (records: object) => acme('PUT', `${zones}/acme-client.com`, { body: { records } })
  expect(await put({ add: [challenge] })).toMatchObject({ status: 200, json: { data: { success: true } } })
  expect(await put({ add: [a('mail')] })).toMatchObject({
    status: 403,
    json: { code: 4002, desc: 'The key may not change mail.acme-client.com A.' },
  })
  for (const records of [{ remove: [a('www')] }, { replace: [challenge] }]) {
    expect(await put(records)).toMatchObject({ status: 403, json: { code: 4002 } })
  }
  const shown = [expect.objectContaining({ name: '_acme-challenge.acme-client.com', value: '"token"' })]
  const read = async (path: string) => done('GET', path, undefined, acme)
  expect(await read(`${zones}/acme-client.com/records`)).toEqual({ results: shown, total: 1 })
  // Both reads show the same zone only when it is published and its delegation was looked at: both happen by themselves.
  const whole = await eventually(async () => {
    const shown = await read(`${zones}/acme-client.com?with_records=1&with_history=1`)
    const looked = !shown.delegation.checked_at.startsWith('0000')
    return shown.publication.state === 'published' && looked && shown
  }, 'acme-client.com published and its delegation looked at')
  expect(whole).toMatchObject({ records: shown, history: [] })
  const { results, total } = await read(`${zones}?with_records=1&with_history=1`)
  expect([results, total]).toEqual([[{ ...whole, history: [] }], 1])
  expect(await read(`${zones}?name_pattern=*.nl`)).toEqual({ results: [], total: 0 })
  expect(await read('/v1/domains')).toEqual({ results: [], total: 0 })
  expect(await put({ remove: [challenge] })).toMatchObject({ status: 200 })
  const left = await done('GET', `${zones}/acme-client.com/records`)
  expect(left.results.map(({ type }: { type: string }) => type)).toEqual(expect.arrayContaining(['A', 'NS', 'SOA']))
  expect(left.results).toHaveLength(left.total)
})

it('tries every refusal and every query field of zones and records', () =>
  // Invalid records of a template are refused when it is created. Slave zones, which need PowerDNS, and the quota of zones
  // are tested in apps/dns. Claims and their proofs have a test file of their own.
  expect(
    [...platform.exercised.untried('zones'), ...platform.exercised.untried('records')].filter(
      (each) =>
        !/^zones\.(claim|request-proof) |^zones\.apply-template error record_|zone_master_invalid$|zone_quota_reached$/.test(
          each,
        ),
    ),
  ).toEqual([]))

describe('records that name servers cannot serve unchanged', () => {
  const detail = async (method: string, path: string, body: object) => {
    const { status, json } = await ask(method, path, { body })
    return [status, json.code, json.desc]
  }

  it('serves and exports CAA issue "" as issue ";", and shows it as the client sent it', async () => {
    const caa = (value: string) => ({ type: 'CAA', name: '', value, ttl: 900 })
    await done('POST', zones, zone('caa.com', [caa('0 issue ""')]))
    const path = `${zones}/caa.com`
    const shown = async () => (await done('GET', `${path}/records?type=CAA`)).results[0]?.value
    expect(await shown()).toBe('0 issue ""')
    expect((await done('GET', `${path}/export`)).zone_file).toContain('CAA\t0 issue ";"\n')
    expect(await answered('PUT', path, { records: { add: [caa('0 issue ";"')] } })).toEqual([409, 817])
    const update = [{ original_record: caa('0 issue ";"'), record: caa('0 issue "ca.example"') }]
    await done('PUT', path, { records: { update } })
    expect(await shown()).toBe('0 issue "ca.example"')
    await done('PUT', path, { records: { add: [caa('0 issuewild ""')] } })
    await done('PUT', path, { records: { remove: [caa('0 issuewild ";"')] } })
    expect((await done('GET', `${path}/records?type=CAA`)).results).toHaveLength(1)
  })

  it('refuses an RRset that is too large for an answer', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => a('many', `10.0.${at >> 8}.${at & 255}`))
    expect(await detail('POST', zones, zone('wide.com', many(4_090)))).toEqual([
      422,
      821,
      'A many.wide.com: 65440 octets of A records, at most 65389 fit into an answer.',
    ])
    await done('POST', zones, zone('wide.com', many(4_080)))
  })

  it.each([
    ['LOC', '1 N 1 E 21374836.48m', 'altitude 21374836.48m is not a length from -100000m to 21374836.47m'],
    ['LOC', '1 N 1 E 0m 50000000m', 'size 50000000m is not a length from 0m to 40000000m'],
    ['CAA', '0 contactemail ""', 'the value of contactemail is empty, which name servers cannot carry'],
  ])('refuses %s %s, which PowerDNS cannot store', async (type, value, problem) => {
    const record = { type, name: 'far', value, ttl: 900 }
    const [status, , desc] = await detail('PUT', `${zones}/zone.com`, { records: { add: [record] } })
    expect([status, desc]).toEqual([400, `${type} far: ${problem}.`])
  })
})
