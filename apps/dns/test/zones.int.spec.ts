import { createZone } from '@nameyard/contracts/dns/create-zone'
import { deleteZone } from '@nameyard/contracts/dns/delete-zone'
import { getZone } from '@nameyard/contracts/dns/get-zone'
import { listRecords } from '@nameyard/contracts/dns/list-records'
import { listZones } from '@nameyard/contracts/dns/list-zones'
import { updateZone } from '@nameyard/contracts/dns/update-zone'
import { Refusal } from '@nameyard/contracts/errors'
import type { InputGiven } from '@nameyard/contracts/operation'
import { startPlatform } from './platform'

let platform: Awaited<ReturnType<typeof startPlatform>>

beforeAll(async () => {
  platform = await startPlatform()
  await platform.replica()
})
afterAll(() => platform?.close())

type NewZone = InputGiven<typeof createZone>
type Records = NonNullable<NewZone['records']>

const www = { type: 'A', name: 'www', value: '192.0.2.1', ttl: 900 }

function create(resellerId: number, name: string, records: Records = [www], more: Partial<NewZone> = {}) {
  const dot = name.indexOf('.')
  const domain = { name: name.slice(0, dot), extension: name.slice(dot + 1) }
  return platform.rpc.call(createZone, { domain, type: 'master', records, ...more }, platform.call(resellerId))
}

const get = (resellerId: number, name: string, more: object = {}) =>
  platform.rpc.call(getZone, { name, with_records: true, ...more }, platform.call(resellerId))

const update = (resellerId: number, name: string, records: NonNullable<InputGiven<typeof updateZone>['records']>) =>
  platform.rpc.callText(updateZone, { name, records }, platform.call(resellerId))

const lines = (records: { type: string; name: string; value: string; ttl: number; prio: number }[] = []) =>
  records.map(({ name, type, prio, value, ttl }) => `${name} ${ttl} ${type} ${prio} ${value}`)

async function refusal(asked: Promise<unknown>) {
  const answer = await asked.catch((error: unknown) => error)
  return answer instanceof Refusal ? answer : fail(answer)
}
function fail(answer: unknown): never {
  throw new Error(`not refused: ${JSON.stringify(answer)}`)
}

describe('creating a zone', () => {
  it('stores it and adds SOA and NS records of the platform', async () => {
    platform.clock.set('2027-01-02T03:04:05Z')
    const records = [
      www,
      { type: 'mx', name: '@', value: 'Mail.example.com.', prio: 10, ttl: '600' },
      { type: 'TXT', name: '', value: 'v=spf1 -all', ttl: 600 },
    ]
    expect(await create(1, 'Created.com', records)).toEqual({ success: true })

    const zone = await get(1, 'CREATED.com')
    expect(Object.keys(zone)[0]).toBe('id')
    expect(Object.keys(zone).at(-1)).not.toBe('id')
    expect(zone).toMatchObject({
      reseller_id: 1,
      name: 'created.com',
      type: 'master',
      provider: 'openprovider',
      active: true,
      is_deleted: false,
      creation_date: '2027-01-02 03:04:05',
      modification_date: '2027-01-02 03:04:05',
      premium_dns: null,
    })
    expect(lines(zone.records)).toEqual([
      'created.com 86400 SOA 0 ns1.example.net hostmaster.example.net 1 10800 3600 604800 3600',
      'created.com 3600 NS 0 ns1.example.net',
      'created.com 3600 NS 0 ns2.example.net',
      'created.com 600 MX 10 mail.example.com',
      'created.com 600 TXT 0 "v=spf1 -all"',
      'www.created.com 900 A 0 192.0.2.1',
    ])
  })

  it('stores nothing when a record is refused', async () => {
    await refusal(create(1, 'half.com', [www, { ...www, value: '192.0.2.300' }]))
    const { rows } = await platform.sql.query(`select from zone where name = 'half.com'`)
    expect(rows).toEqual([])
  })

  it('accepts records of every type, and shows them in canonical form', async () => {
    const given = [
      ['HTTPS', '@', '1 . port="443" alpn=h2,h3'],
      ['LOC', 'office', '52 22 23 N 4 53 32 E -2m'],
      ['TYPE65280', 'office', '\\# 4 C000 0201'],
      ['TYPE28', 'office', '\\# 16 20010db8000000000000000000000001'],
    ].map(([type = '', name = '', value = '']) => ({ type, name, value, ttl: 900 }))
    await create(1, 'types.com', given)
    expect(lines((await get(1, 'types.com')).records).slice(3)).toEqual([
      'office.types.com 900 AAAA 0 2001:db8::1',
      'office.types.com 900 LOC 0 52 22 23.000 N 4 53 32.000 E -2.00m 1.00m 10000.00m 10.00m',
      'office.types.com 900 TYPE65280 0 \\# 4 c0000201',
      'types.com 900 HTTPS 0 1 . alpn=h2,h3 port=443',
    ])
    const [, location] = given as [Records[number], Records[number]]
    await update(1, 'types.com', { remove: [{ ...location, value: '52 22 23.0 N 4 53 32.0 E -2' }] })
    expect((await get(1, 'types.com')).records).toHaveLength(6)
  })

  it('accepts internationalized names as A-labels and as U-labels', async () => {
    await create(1, 'münchen.de')
    expect((await get(1, 'xn--mnchen-3ya.de')).name).toBe('xn--mnchen-3ya.de')
    expect((await get(1, 'MÜNCHEN.de')).name).toBe('xn--mnchen-3ya.de')
  })

  it.each<[string, string, Records, Partial<NewZone>]>([
    ['domain_name_invalid', 'a_b.com', [www], {}],
    ['domain_name_invalid', '-a.com', [www], {}],
    ['extension_invalid', 'com.', [www], {}],
    ['zone_records_missing', 'none.com', [], {}],
    ['zone_records_missing', 'none.com', [], { records: undefined }],
    ['template_not_found', 'none.com', [], { template_name: 'mine' }],
    ['invalid_input', 'no.com', [www], { type: 'slave', master_ip: '192.0.2.1' }],
    ['invalid_input', 'no.com', [www], { provider: 'sectigo' }],
    ['dnssec_unavailable', 'no.com', [www], { secured: true }],
    ['invalid_input', 'no.com', [www], { is_spamexperts_enabled: true }],
    ['record_a_invalid', 'no.com', [{ ...www, value: '192.0.2.300' }], {}],
    ['record_aaaa_invalid', 'no.com', [{ ...www, type: 'AAAA' }], {}],
    ['record_cname_invalid', 'no.com', [{ ...www, type: 'CNAME' }], {}],
    ['record_mx_invalid', 'no.com', [{ ...www, type: 'MX', prio: 10 }], {}],
    ['record_txt_invalid', 'no.com', [{ ...www, type: 'TXT', value: '"a' }], {}],
    ['record_srv_invalid', 'no.com', [{ ...www, type: 'SRV', value: '1 2', prio: 10 }], {}],
    ['record_invalid', 'no.com', [{ ...www, type: 'CAA', value: '1 2' }], {}],
    ['record_invalid', 'no.com', [{ ...www, type: 'SOA', value: 'a b 1 2 3 4 5' }], {}],
    ['record_ns_invalid', 'no.com', [{ ...www, type: 'NS', name: '', value: 'ns.example.net' }], {}],
    ['record_invalid', 'no.com', [{ ...www, type: 'HTTPS', value: '1 . mandatory=alpn' }], {}],
    ['record_name_invalid', 'no.com', [{ ...www, type: 'CDS', value: '0 0 0 00' }], {}],
    ['rrset_conflict', 'no.com', ['a.example', 'b.example'].map((value) => ({ ...www, type: 'DNAME', value })), {}],
    ['record_type_invalid', 'no.com', [{ ...www, type: 'LUA' }], {}],
    ['record_type_invalid', 'no.com', [{ ...www, type: 'TYPE46', value: '\\# 1 00' }], {}],
    ['record_name_invalid', 'no.com', [{ ...www, name: 'a b' }], {}],
    ['record_value_missing', 'no.com', [{ ...www, value: '' }], {}],
    ['record_ttl_invalid', 'no.com', [{ ...www, ttl: 59 }], {}],
    ['record_priority_invalid', 'no.com', [{ ...www, type: 'MX', value: 'a.b', prio: 65_536 }], {}],
    ['record_duplicate', 'no.com', [www, { ...www, name: 'WWW.no.com' }], {}],
    ['rrset_conflict', 'no.com', [www, { ...www, type: 'CNAME', value: 'a.example' }], {}],
  ])('is refused for %s', async (name, zone, records, more) => {
    expect((await refusal(create(1, zone, records, more))).refusal).toBe(name)
  })

  it('suggests an HTTPS record instead of an ALIAS', async () => {
    const { message } = await refusal(create(1, 'no.com', [{ ...www, type: 'alias', name: '', value: 'a.net' }]))
    expect(message).toBe('ALIAS @: not supported; use an HTTPS record in AliasMode.')
  })

  it('accepts the longest text with every octet escaped', async () => {
    const value = Array.from({ length: 250 }, () => `"${'\\255'.repeat(255)}"`).join(' ')
    await create(1, 'long.com', [{ type: 'TXT', name: '', value, ttl: 600 }])
    expect((await get(1, 'long.com')).records?.find(({ type }) => type === 'TXT')?.value).toBe(value)
  })

  it('reports the invalid record', async () => {
    const { message, faults } = await refusal(create(1, 'no.com', [www, { ...www, value: '1.2' }]))
    expect(message).toBe('A www: 1.2 is not an IPv4 address.')
    expect(faults).toEqual([{ path: 'records.1.value', problem: '1.2 is not an IPv4 address' }])
  })

  it('sets one TTL for every RRset, with a warning', async () => {
    const records = [www, { ...www, value: '192.0.2.2', ttl: 600 }]
    const input = { domain: { name: 'ttl', extension: 'com' }, type: 'master' as const, records }
    const { warnings } = await platform.rpc.callText(createZone, input, platform.call(1))
    expect(JSON.parse(warnings)).toMatchObject([{ code: 815, data: 'www.ttl.com A' }])
    expect(lines((await get(1, 'ttl.com')).records).slice(3)).toEqual([
      'www.ttl.com 600 A 0 192.0.2.1',
      'www.ttl.com 600 A 0 192.0.2.2',
    ])
  })

  it('refuses a zone that exists, and zones above and below those of another account', async () => {
    await create(2, 'shared.org')
    expect((await refusal(create(2, 'shared.org'))).refusal).toBe('zone_exists')
    expect((await refusal(create(3, 'shared.org'))).refusal).toBe('zone_unavailable')
    expect((await refusal(create(3, 'sub.shared.org'))).refusal).toBe('zone_unavailable')
    expect((await refusal(create(3, 'a.b.shared.org'))).refusal).toBe('zone_unavailable')
    expect(await create(2, 'sub.shared.org')).toEqual({ success: true })
    expect(await create(3, 'notshared.org')).toEqual({ success: true })
    await create(2, 'deep.parent.org')
    expect((await refusal(create(3, 'parent.org'))).refusal).toBe('zone_unavailable')
    expect((await refusal(get(3, 'shared.org'))).refusal).toBe('zone_not_found')
  })

  it.each(['co.uk', 'in-addr.arpa'])('refuses a zone for the public suffix %s', async (name) => {
    expect((await refusal(create(2, name))).refusal).toBe('zone_unavailable')
    expect(await create(3, `below.${name}`)).toEqual({ success: true })
  })

  it('makes the zone for only one of two accounts that request it at the same time', async () => {
    const wanted = ['x.race.org', 'race.org', 'y.x.race.org', 'race.org'].map((name, index) => create(10 + index, name))
    const outcomes = await Promise.allSettled(wanted)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('updating a zone', () => {
  it('adds and removes in one step, as ACME clients do', async () => {
    await create(1, 'acme.com')
    const token = { type: 'TXT', name: '_acme-challenge.www', value: 'a-token', ttl: 900 }
    expect(await update(1, 'acme.com', { add: [token] })).toMatchObject({ data: '{"success":true}', warnings: '[]' })
    expect((await refusal(update(1, 'acme.com', { add: [{ ...token, value: '"a-token"' }] }))).message).toBe(
      'Duplicate record',
    )
    await update(1, 'acme.com', { remove: [{ ...token, value: '"a-token"' }] })
    expect(lines((await get(1, 'acme.com')).records).slice(3)).toEqual(['www.acme.com 900 A 0 192.0.2.1'])
  })

  it('increases the serial with every change, and not with an update that changes nothing', async () => {
    await create(1, 'serial.com')
    const serial = async () => (await get(1, 'serial.com')).records?.[0]?.value.split(' ')[2]
    await update(1, 'serial.com', { add: [{ ...www, name: 'a' }] })
    expect(await serial()).toBe('2')
    await update(1, 'serial.com', { update: [{ original_record: www, record: www }] })
    expect(await serial()).toBe('2')
  })

  it('changes TTLs, and replaces all records', async () => {
    await create(1, 'replace.com', [www, { ...www, value: '192.0.2.2' }])
    const { warnings } = await update(1, 'replace.com', { add: [{ ...www, value: '192.0.2.3', ttl: 600 }] })
    expect(JSON.parse(warnings)).toHaveLength(1)
    expect(
      lines((await get(1, 'replace.com')).records)
        .slice(3)
        .map((line) => line.split(' ')[1]),
    ).toEqual(['600', '600', '600'])
    const read = (await get(1, 'replace.com')).records ?? []
    await update(1, 'replace.com', { replace: [...read.slice(0, 3), { ...www, name: 'only' }] })
    expect(lines((await get(1, 'replace.com')).records).slice(3)).toEqual(['only.replace.com 900 A 0 192.0.2.1'])
  })

  it('warns about a probable mistake once', async () => {
    await create(1, 'advised.com', [{ type: 'MX', name: '', value: 'mail.advised.com', prio: 10, ttl: 600 }])
    const alias = { type: 'CNAME', name: 'mail', value: 'a.example.net', ttl: 900 }
    const { warnings } = await update(1, 'advised.com', { add: [alias] })
    expect(JSON.parse(warnings)).toEqual([
      {
        code: 822,
        data: 'advised.com MX',
        desc: 'MX advised.com: mail.advised.com is an alias, but must be a host with an address.',
      },
    ])
    expect(await update(1, 'advised.com', { add: [www] })).toMatchObject({ warnings: '[]' })
  })

  it('changes the target of an alias, and replaces it by other records', async () => {
    const alias = { type: 'CNAME', name: 'www', value: 'a.example.net', ttl: 900 }
    const shown = async () => lines((await get(1, 'alias.com')).records).slice(3)
    await create(1, 'alias.com', [alias])
    await update(1, 'alias.com', { update: [{ original_record: alias, record: { ...alias, value: 'b.example.net' } }] })
    expect(await shown()).toEqual(['www.alias.com 900 CNAME 0 b.example.net'])
    await update(1, 'alias.com', { replace: [www] })
    await update(1, 'alias.com', { remove: [www], add: [alias] })
    expect(await shown()).toEqual(['www.alias.com 900 CNAME 0 a.example.net'])
  })

  it.each<[string, Parameters<typeof update>[2]]>([
    ['record_not_found', { remove: [{ ...www, value: '192.0.2.9' }] }],
    ['record_managed', { remove: [{ type: 'NS', name: '', value: 'ns1.example.net', ttl: 3600 }] }],
    ['soa_managed', { update: [{ original_record: { type: 'SOA', name: '', value: 'x' }, record: www }] }],
    ['record_a_invalid', { add: [{ ...www, value: 'x' }] }],
    ['rrset_conflict', { add: [{ ...www, type: 'CNAME', value: 'a.example' }] }],
  ])('is refused for %s', async (name, records) => {
    await create(1, 'refused.com').catch(() => undefined)
    expect((await refusal(update(1, 'refused.com', records))).refusal).toBe(name)
  })

  it('is refused for a zone of another account', async () => {
    await create(1, 'mine.com')
    expect((await refusal(update(2, 'mine.com', { add: [www] }))).message).toBe('Zone specified is not found')
  })
})

describe('listing zones', () => {
  const list = (more: InputGiven<typeof listZones> = {}) => platform.rpc.call(listZones, more, platform.call(50))
  const names = async (more?: InputGiven<typeof listZones>) => (await list(more)).results.map(({ name }) => name)

  beforeAll(async () => {
    for (const [at, name] of ['b.list.com', 'a.list.com', 'x_y.list.com'.replace('_', ''), 'c.list.com'].entries()) {
      platform.clock.set(`2027-02-0${at + 1}T00:00:00Z`)
      await create(50, name)
    }
  })

  it('shows the newest first, in pages', async () => {
    expect(await names()).toEqual(['c.list.com', 'xy.list.com', 'a.list.com', 'b.list.com'])
    expect(await list({ limit: 1, offset: 1 })).toMatchObject({ total: 4, results: [{ name: 'xy.list.com' }] })
    expect(await list({ offset: 9 })).toEqual({ total: 4, results: [] })
    expect(await names({ order_by: { name: 'asc' } })).toEqual([
      'a.list.com',
      'b.list.com',
      'c.list.com',
      'xy.list.com',
    ])
    expect(await names({ order_by: { creation_date: 'asc' }, limit: 2 })).toEqual(['b.list.com', 'a.list.com'])
  })

  it('filters by name and type', async () => {
    expect(await names({ name_pattern: 'A*' })).toEqual(['a.list.com'])
    expect(await names({ name_pattern: 'x%' })).toEqual([])
    expect(await names({ name_pattern: 'x_.list.com' })).toEqual([])
    expect(await names({ name_pattern: 'xy.list.com' })).toEqual(['xy.list.com'])
    expect(await names({ provider: 'sectigo' })).toEqual([])
    expect(await names({ type: 'slave' })).toEqual([])
  })

  it('shows a zone as a single read does', async () => {
    const { results } = await list({ name_pattern: 'a.list.com', with_records: true })
    expect(results).toEqual([await get(50, 'a.list.com')])
    expect((await list({ with_dnskey: true })).results[0]).toMatchObject({ dnskey: '' })
    expect((await list()).results[0]).not.toHaveProperty('records')
    const both = { name_pattern: 'a.list.com', with_history: true }
    expect((await list(both)).results).toEqual([
      await get(50, 'a.list.com', { with_records: false, with_history: true }),
    ])
    expect((await list()).results[0]).not.toHaveProperty('history')
  })
})

describe('listing records', () => {
  const list = (more: Partial<InputGiven<typeof listRecords>> = {}) =>
    platform.rpc.call(listRecords, { name: 'records.com', ...more }, platform.call(1))
  const shown = async (more?: Partial<InputGiven<typeof listRecords>>) =>
    (await list(more)).results.map(({ type, name, prio, value }) => `${type} ${name} ${prio} ${value}`)

  beforeAll(async () => {
    await create(1, 'records.com', [
      { type: 'TXT', name: 'a', value: '100%_sure', ttl: 600 },
      { type: 'MX', name: '', value: 'm2.example.com', prio: 20, ttl: 600 },
      { type: 'MX', name: '', value: 'm1.example.com', prio: 10, ttl: 600 },
      { type: 'A', name: 'b', value: '192.0.2.2', ttl: 900 },
      { type: 'A', name: 'a', value: '192.0.2.1', ttl: 900 },
    ])
  })

  it('orders by type and name, including the records of the platform', async () => {
    expect(await shown()).toEqual([
      'A a.records.com 0 192.0.2.1',
      'A b.records.com 0 192.0.2.2',
      'MX records.com 10 m1.example.com',
      'MX records.com 20 m2.example.com',
      'NS records.com 0 ns1.example.net',
      'NS records.com 0 ns2.example.net',
      'SOA records.com 0 ns1.example.net hostmaster.example.net 1 10800 3600 604800 3600',
      'TXT a.records.com 0 "100%_sure"',
    ])
  })

  it('pages, orders and filters', async () => {
    expect(await list({ limit: 1, offset: 1 })).toMatchObject({ total: 8, results: [{ name: 'b.records.com' }] })
    expect(await list({ offset: 100 })).toEqual({ total: 8, results: [] })
    expect((await shown({ order_by: { prio: 'desc' } }))[0]).toBe('MX records.com 20 m2.example.com')
    expect((await shown({ order_by: { value: 'asc' }, type: 'a' }))[0]).toBe('A a.records.com 0 192.0.2.1')
    expect(await shown({ record_name_pattern: 'B.*' })).toEqual(['A b.records.com 0 192.0.2.2'])
    expect(await shown({ value_pattern: '*100%_*' })).toEqual(['TXT a.records.com 0 "100%_sure"'])
    expect(await shown({ value_pattern: '*100_%*' })).toEqual([])
    expect(await shown({ type: 'mx', prio: 10 })).toEqual(['MX records.com 10 m1.example.com'])
    expect(await shown({ ttl: 900 })).toHaveLength(2)
    expect(await shown({ type: 'type1' })).toHaveLength(2)
    expect(await list({ zone_provider: 'sectigo' })).toEqual({ results: [], total: 0 })
  })

  it('does not list a zone of another account', async () => {
    const asked = platform.rpc.call(listRecords, { name: 'records.com' }, platform.call(2))
    expect((await refusal(asked)).refusal).toBe('zone_not_found')
    expect((await refusal(list({ zone_id: 1 }))).refusal).toBe('zone_not_found')
  })
})

describe('deleting a zone', () => {
  it('deletes it, and a new zone of the same name has a later serial', async () => {
    await create(1, 'deleted.com')
    const remove = () => platform.rpc.call(deleteZone, { name: 'Deleted.com' }, platform.call(1))
    expect(await remove()).toEqual({ success: true })
    expect((await refusal(get(1, 'deleted.com'))).refusal).toBe('zone_not_found')
    expect((await refusal(remove())).refusal).toBe('zone_not_found')
    await create(4, 'deleted.com')
    expect((await get(4, 'deleted.com')).records?.[0]?.value).toContain(' 3 10800 ')
  })

  it('is refused for a zone of another account, and for an id of another zone', async () => {
    await create(1, 'kept.com')
    const remove = (resellerId: number, id?: number) =>
      platform.rpc.call(deleteZone, { name: 'kept.com', ...(id && { id }) }, platform.call(resellerId))
    expect((await refusal(remove(2))).refusal).toBe('zone_not_found')
    expect((await refusal(remove(1, 1))).refusal).toBe('zone_not_found')
    expect(await remove(1, (await get(1, 'kept.com')).id)).toEqual({ success: true })
  })
})
