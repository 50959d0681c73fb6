import { authorityRecords } from '@nameyard/zone/zone'
import { presentRecord, type RecordGiven, type ZoneRecord } from '@nameyard/zone/zone-record'
import { changedRecords, type RecordChange } from './changed-records'
import { difference } from './difference'
import { parseAll } from './record-set'

const apex = 'example.com'
const ttls = { min: 60, max: 604_800 }
const managed = authorityRecords(
  apex,
  {
    nameservers: ['ns1.example.net'],
    mailbox: 'host.example.net',
    refresh: 1,
    retry: 2,
    expire: 3,
    minimum: 4,
    soaTtl: 5,
    nsTtl: 6,
  },
  7n,
)

/** `name TYPE [prio=n] [ttl=n] value`. */
function given(line: string): RecordGiven {
  const [name = '', type = '', ...rest] = line.split(' ')
  const option = (key: string) => rest.find((part) => part.startsWith(`${key}=`))?.slice(key.length + 1)
  const value = rest.filter((part) => !/^(prio|ttl)=/.test(part)).join(' ')
  const prio = option('prio')
  return {
    name: name === '@' ? '' : name,
    type,
    value,
    ttl: Number(option('ttl') ?? 600),
    ...(prio && { prio: Number(prio) }),
  }
}

function zone(...lines: string[]): ZoneRecord[] {
  const parsed = parseAll(lines.map(given), apex, ttls, String)
  if (!parsed.ok) throw new Error(parsed.error.error.problem)
  return parsed.value
}

const current = zone(
  '@ A 192.0.2.1',
  'www A 192.0.2.2',
  'www A 192.0.2.3',
  '@ MX prio=10 mail.example.com',
  '@ TXT v=spf1 -all',
)

function after(change: RecordChange) {
  const changed = changedRecords(current, change, apex, ttls, managed)
  if (!changed.ok) return changed.error
  return changed.value.records
    .map(presentRecord)
    .map(({ name, type, prio, value, ttl }) => `${name} ${type} ${prio} ${value} ${ttl}`)
}
const before = after({})

it('does not change a zone when the change is empty', () => {
  expect(before).toHaveLength(5)
  expect(after({ add: [], remove: [], update: [] })).toEqual(before)
})

it('appends added records', () => {
  expect(after({ add: [given('_acme-challenge TXT token')] })).toEqual([
    ...(before as string[]),
    '_acme-challenge.example.com TXT 0 "token" 600',
  ])
})

describe('removing a record', () => {
  it.each([
    ['@ TXT "v=spf1 -all"', 'TXT'],
    ['example.com TXT v=spf1 -all', 'TXT'],
    ['@ TXT ttl=900 prio=0 v=spf1 -all', 'TXT'],
    ['@ MX Mail.Example.com.', 'MX'],
    ['@ MX prio=10 mail.example.com', 'MX'],
    ['@ MX 10 mail.example.com', 'MX'],
  ])('removes the %s record', (line, type) => {
    expect(after({ remove: [given(line)] })).toEqual((before as string[]).filter((each) => !each.includes(` ${type} `)))
  })

  it.each([
    ['@ MX prio=20 mail.example.com', 'record_not_found'],
    ['@ MX prio=0 mail.example.com', 'record_not_found'],
    ['www TXT v=spf1 -all', 'record_not_found'],
    ['@ A no-address', 'record_not_found'],
    ['@ NOTYPE x', 'record_not_found'],
    ['@ SOA whatever', 'soa_managed'],
    ['@ NS ns1.example.net', 'record_managed'],
  ])('refuses %s', (line, reason) => {
    expect(after({ remove: [given(line)] })).toMatchObject({ reason, path: 'records.remove.0' })
  })
})

describe('updating a record', () => {
  it('replaces one record by another', () => {
    const update = [{ original_record: given('@ A 192.0.2.1'), record: given('@ A ttl=900 192.0.2.9') }]
    expect(after({ update })).toContain('example.com A 0 192.0.2.9 900')
    expect(after({ update })).toHaveLength(5)
  })

  it('accepts an update of a record to itself', () => {
    expect(
      after({ update: [{ original_record: given('@ A 192.0.2.1'), record: given('@ A 192.0.2.1') }] }),
    ).toHaveLength(5)
  })

  it('refuses a record that does not exist', () => {
    expect(
      after({ update: [{ original_record: given('@ A 192.0.2.8'), record: given('@ A 192.0.2.9') }] }),
    ).toMatchObject({
      reason: 'record_not_found',
      path: 'records.update.0.original_record',
    })
  })
})

it('removes and adds records of one name in one step', () => {
  const swapped = after({
    remove: [given('www A 192.0.2.2'), given('www A 192.0.2.3')],
    add: [given('www CNAME web.example.net')],
  })
  expect(swapped).toContain('www.example.com CNAME 0 web.example.net 600')
})

it('gives an RRset the TTL of an added record', () => {
  const changed = changedRecords(current, { add: [given('www A ttl=900 192.0.2.4')] }, apex, ttls, managed)
  expect(changed).toMatchObject({ ok: true, value: { moved: [{ owner: 'www.example.com', type: 'A', ttl: 900 }] } })
})

describe('replacing all records', () => {
  it('replaces everything, and ignores repeated records of the platform', () => {
    const replace = ['@ SOA old', '@ NS ns1.example.net.', 'a A 192.0.2.1'].map(given)
    expect(after({ replace })).toEqual(['a.example.com A 0 192.0.2.1 600'])
  })

  it('accepts an empty list', () => {
    expect(after({ replace: [] })).toEqual([])
  })

  it('refuses other nameservers at the apex', () => {
    expect(after({ replace: [given('@ NS ns.other.net')] })).toMatchObject({
      error: { kind: 'type_managed' },
      path: 'records.replace.0',
    })
  })
})

it.each<[string, RecordChange, object]>([
  ['a duplicate', { add: [given('@ TXT "v=spf1 -all"')] }, { error: { kind: 'duplicate' } }],
  ['a CNAME beside others', { add: [given('www CNAME web.example.net')] }, { error: { kind: 'conflict' } }],
  [
    'a bad value',
    { add: [given('ok A 192.0.2.1'), given('x A 1.2.3')] },
    { error: { kind: 'value_invalid' }, path: 'records.add.1' },
  ],
])('refuses %s', (_, change, fault) => {
  expect(after(change)).toMatchObject(fault)
})

it('returns the rows to remove, to add and to give a new TTL', () => {
  const wanted = zone('@ A 192.0.2.1', 'www A ttl=900 192.0.2.2', 'new A 192.0.2.1')
  const { removed, added, retimed } = difference(current, wanted)
  expect(removed.map(({ type }) => type)).toEqual(['A', 'MX', 'TXT'])
  expect(added.map(({ owner }) => owner)).toEqual(['new.example.com'])
  expect(retimed).toEqual([{ stored: current[1], ttl: 900 }])
})
