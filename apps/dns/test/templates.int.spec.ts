import { applyTemplate } from '@nameyard/contracts/dns/apply-template'
import { createTemplate } from '@nameyard/contracts/dns/create-template'
import { createZone } from '@nameyard/contracts/dns/create-zone'
import { deleteTemplate } from '@nameyard/contracts/dns/delete-template'
import { getTemplate } from '@nameyard/contracts/dns/get-template'
import { getZone } from '@nameyard/contracts/dns/get-zone'
import { listTemplates } from '@nameyard/contracts/dns/list-templates'
import type { InputGiven } from '@nameyard/contracts/operation'
import { startPlatform } from './platform'

let platform: Awaited<ReturnType<typeof startPlatform>>

beforeAll(async () => {
  platform = await startPlatform()
  await platform.replica()
})
afterAll(() => platform?.close())
beforeEach(() => {
  account += 1
})

/** Each test has its own account. The other account is `stranger`. */
let account = 100
const stranger = 7

type Records = NonNullable<InputGiven<typeof createTemplate>['records']>

const call = (by = account) => platform.call(by)
const create = (name: string, records?: Records, more: object = {}) =>
  platform.rpc.call(createTemplate, { name, ...(records && { records }), ...more }, call())
const read = (id: number, by = account) => platform.rpc.call(getTemplate, { id }, call(by))
const remove = (id: number, by = account) => platform.rpc.call(deleteTemplate, { id }, call(by))
const list = (asked: InputGiven<typeof listTemplates> = {}) => platform.rpc.call(listTemplates, asked, call())

/** Makes the zone `<label>.test`. Returns its records without those of the platform. */
async function zone(label: string, template_name: string | undefined, records: Records = [], by = account) {
  const domain = { name: label, extension: 'test' }
  await platform.rpc.call(createZone, { domain, type: 'master', template_name, records }, call(by))
  const made = await platform.rpc.call(getZone, { name: `${label}.test`, with_records: true }, call(by))
  return made
    .records!.filter(({ type }) => type !== 'SOA' && type !== 'NS')
    .map(({ name, ttl, type, prio, value }) => `${name} ${ttl} ${type} ${prio} ${value}`)
}

const www = { type: 'A', name: 'www', value: '192.0.2.1', ttl: 900 }
const mail: Records = [
  { type: 'mx', name: '', value: 'mail.%domain%', ttl: 3600, prio: 10 },
  { type: 'TXT', name: '%domain%', value: 'v=spf1 a:mail.%DOMAIN% -all', ttl: 3600 },
  { type: 'A', name: 'mail.%domain%', value: '192.0.2.25', ttl: 3600 },
]

describe('a template', () => {
  it('is returned as it was given', async () => {
    const { id } = await create(' Mail ', mail)
    expect(await read(id)).toEqual({
      id,
      name: 'Mail',
      is_spamexperts_enabled: false,
      records: [
        { id: expect.any(Number), ...mail[0], type: 'MX' },
        { id: expect.any(Number), ...mail[1] },
        { id: expect.any(Number), ...mail[2] },
      ],
    })
  })

  it.each<[string, string, Records, object]>([
    ['template_name_invalid', ' ', [www], {}],
    ['template_name_invalid', 'a\u0007b', [www], {}],
    ['template_name_invalid', 'a'.repeat(101), [www], {}],
    ['template_name_invalid', 'TAKEN', [www], {}],
    ['invalid_input', 'new', [www], { is_spamexperts_enabled: true }],
    ['record_a_invalid', 'new', [{ ...www, value: '%domain%' }], {}],
    ['record_name_invalid', 'new', [{ ...www, name: '% domain%' }], {}],
    ['record_txt_invalid', 'new', [{ ...www, type: 'TXT', value: '"%domain%' }], {}],
    ['record_type_invalid', 'new', [{ ...www, type: 'LUA' }], {}],
    ['record_value_missing', 'new', [{ ...www, value: ' ' }], {}],
    ['record_ttl_invalid', 'new', [{ ...www, ttl: 59 }], {}],
    ['record_duplicate', 'new', [www, { ...www, name: 'www.%domain%' }], {}],
    ['rrset_conflict', 'new', [www, { ...www, type: 'CNAME', value: '%domain%' }], {}],
  ])('is refused with %s for the name %j and the records %j %j', async (refusal, name, records, more) => {
    await create('taken', [www])
    await expect(create(name, records, more)).rejects.toMatchObject({ refusal })
    expect((await list()).results.map((each) => each.name)).toEqual(['taken'])
  })

  it('is refused with the index of the invalid record', async () => {
    await expect(create('new', [www, { ...www, name: 'b', value: 'x' }])).rejects.toMatchObject({
      faults: [{ path: 'records.1.value' }],
    })
  })

  it('is deleted with its records, and its name can be used again', async () => {
    const { id } = await create('mine', [www])
    const missing = { refusal: 'template_not_found' }
    await expect(remove(id, stranger)).rejects.toMatchObject(missing)
    await expect(read(id, stranger)).rejects.toMatchObject(missing)
    expect(await remove(id)).toEqual({ success: true })
    await expect(remove(id)).rejects.toMatchObject(missing)
    await expect(read(id)).rejects.toMatchObject(missing)
    await create('mine')
  })
})

describe('the list of templates', () => {
  beforeEach(async () => {
    for (const name of ['b_1', 'a', 'c']) await create(name, [www])
  })

  it.each<[string[], InputGiven<typeof listTemplates>]>([
    [['a', 'b_1', 'c'], {}],
    [['c', 'b_1', 'a'], { order: 'desc', order_by: 'name' }],
    [['b_1'], { name_pattern: 'B*' }],
    [[], { name_pattern: 'b?1' }],
    [['c'], { limit: 1, offset: 2 }],
  ])('has %j for the filter %j', async (expected, asked) => {
    expect((await list(asked)).results.map(({ name }) => name)).toEqual(expected)
  })

  it('has the count of all matches, and records on request', async () => {
    const [plain] = (await list()).results
    expect(Object.keys(plain!)).toEqual(['id', 'name', 'is_spamexperts_enabled'])
    expect(await list({ with_records: true, limit: 1 })).toMatchObject({
      total: 3,
      results: [{ name: 'a', records: [www] }],
    })
    expect(await list({ offset: 3 })).toEqual({ total: 3, results: [] })
  })
})

describe('a zone made from a template', () => {
  it('has the records of the template with its own name', async () => {
    await create('Mail', mail)
    expect(await zone('one', 'mail')).toEqual([
      'mail.one.test 3600 A 0 192.0.2.25',
      'one.test 3600 MX 10 mail.one.test',
      'one.test 3600 TXT 0 "v=spf1 a:mail.one.test -all"',
    ])
  })

  it('has the given records too, and prefers the given record to an equal record of the template', async () => {
    await create('web', [www, { ...www, name: '' }])
    const records = [
      { ...www, ttl: 600 },
      { ...www, name: '@', value: '192.0.2.9' },
    ]
    expect(await zone('two', 'web', records)).toEqual([
      'two.test 900 A 0 192.0.2.1',
      'two.test 900 A 0 192.0.2.9',
      'www.two.test 600 A 0 192.0.2.1',
    ])
  })

  it('splits a text that the name of the zone makes longer than 255 octets', async () => {
    await create('long', [{ type: 'TXT', name: '', value: `${'x'.repeat(250)}%domain%`, ttl: 600 }])
    const [record] = await zone('a'.repeat(60), 'long')
    expect(record!.replaceAll('" "', '')).toContain(`"${'x'.repeat(250)}${'a'.repeat(60)}.test"`)
  })

  it.each<[string, string, Records]>([
    ['template_not_found', 'none', [www]],
    ['zone_records_missing', 'empty', []],
    ['rrset_conflict', 'web', [{ ...www, type: 'CNAME', value: 'a.example' }]],
  ])('is refused with %s for the template %j and the records %j', async (refusal, template, records) => {
    await create('empty')
    await create('web', [www])
    await expect(zone('refused', template, records)).rejects.toMatchObject({ refusal })
  })

  it('is refused when its name makes a record of the template too long', async () => {
    await create('deep', [
      {
        type: 'CNAME',
        name: `${'a'.repeat(63)}.${'b'.repeat(63)}`,
        value: '%domain%.%domain%.%domain%.%domain%',
        ttl: 600,
      },
    ])
    await expect(zone('c'.repeat(60), 'deep')).rejects.toMatchObject({
      refusal: 'record_cname_invalid',
      faults: [{ path: 'template_name.value' }],
    })
  })

  it('cannot use templates of another account', async () => {
    await create('web', [www])
    await expect(zone('foreign', 'web', [], stranger)).rejects.toMatchObject({ refusal: 'template_not_found' })
  })

  it('still has its records after the template is deleted', async () => {
    const { id } = await create('web', [www])
    await zone('kept', 'web')
    await remove(id)
    const made = await platform.rpc.call(getZone, { name: 'kept.test', with_records: true }, call())
    expect(made.records!.some(({ name }) => name === 'www.kept.test')).toBe(true)
  })
})

describe('a template applied to an existing zone', () => {
  const apply = (name: string, template_name: string, more: object = {}) =>
    platform.rpc.call(applyTemplate, { name, template_name, ...more }, call())
  const shown = async (name: string) => {
    const { records = [] } = await platform.rpc.call(getZone, { name, with_records: true }, call())
    return records.flatMap(({ type, name: owner, value }) => (/SOA|NS/.test(type) ? [] : [`${type} ${owner} ${value}`]))
  }

  it('replaces the RRsets that it has, adds to them, or replaces all records', async () => {
    await create('Mail', mail)
    await zone('applied', undefined, [www, { type: 'MX', name: '', value: 'old.example', prio: 5, ttl: 3600 }])
    const { plan } = await apply('applied.test', 'mail', { plan: true })
    expect(plan).toMatchObject({ added: 2, removed: 0, changed: 1 })
    await apply('applied.test', 'MAIL')
    const all = [
      'MX applied.test mail.applied.test',
      'TXT applied.test "v=spf1 a:mail.applied.test -all"',
      'A mail.applied.test 192.0.2.25',
      'A www.applied.test 192.0.2.1',
    ]
    expect(await shown('applied.test')).toEqual(all)
    expect(await apply('applied.test', 'Mail', { mode: 'add' })).toEqual({ success: true })
    expect(await shown('applied.test')).toEqual(all)
    await apply('applied.test', 'Mail', { mode: 'replace' })
    expect(await shown('applied.test')).toEqual(all.slice(0, 3))
  })

  it('is refused when its records conflict with the zone, or when either does not exist', async () => {
    await create('alias', [{ ...www, type: 'CNAME', value: 'a.example' }])
    await zone('refused', undefined, [www])
    const refusal = (asked: Promise<unknown>) => expect(asked).rejects
    await refusal(apply('refused.test', 'alias')).toMatchObject({ refusal: 'rrset_conflict' })
    await refusal(apply('refused.test', 'none')).toMatchObject({ refusal: 'template_not_found' })
    await refusal(apply('none.test', 'alias')).toMatchObject({ refusal: 'zone_not_found' })
  })
})
