import { parseRecord, presentRecord, recordKey, type RecordGiven } from './zone-record'

const ttls = { min: 60, max: 604_800 }
const parse = (given: Partial<RecordGiven>) =>
  parseRecord({ name: 'www', type: 'A', value: '192.0.2.1', ttl: 600, ...given }, 'example.com', ttls)

describe('parseRecord', () => {
  it.each([
    ['', 'example.com'],
    ['@', 'example.com'],
    ['example.com', 'example.com'],
    ['Example.COM.', 'example.com'],
    ['www', 'www.example.com'],
    ['WWW.example.com', 'www.example.com'],
    ['www.example.com.', 'www.example.com'],
    ['notexample.com', 'notexample.com.example.com'],
    ['*', '*.example.com'],
    ['*.a', '*.a.example.com'],
    ['_acme-challenge.www', '_acme-challenge.www.example.com'],
    ['bücher', 'xn--bcher-kva.example.com'],
  ])('reads the name %j as %s', (name, owner) => {
    expect(parse({ name })).toMatchObject({ ok: true, value: { owner } })
  })

  it.each<[Partial<RecordGiven>, { kind: string; field: string }]>([
    [{ name: 'a b' }, { kind: 'name_invalid', field: 'name' }],
    [{ name: 'a..b' }, { kind: 'name_invalid', field: 'name' }],
    [{ name: 'x.*' }, { kind: 'name_invalid', field: 'name' }],
    [{ name: 'www.other.com.' }, { kind: 'name_invalid', field: 'name' }],
    [{ name: Array.from({ length: 5 }, () => 'a'.repeat(49)).join('.') }, { kind: 'name_invalid', field: 'name' }],
    [{ type: 'LUA' }, { kind: 'type_unsupported', field: 'type' }],
    [{ type: 'RRSIG' }, { kind: 'type_unsupported', field: 'type' }],
    [
      { type: 'SOA', value: 'a. b. 1 2 3 4 5' },
      { kind: 'type_managed', field: 'type' },
    ],
    [
      { type: 'NS', name: '', value: 'ns.example.net' },
      { kind: 'type_managed', field: 'name' },
    ],
    [
      { type: 'DS', name: '', value: '1 13 9 00' },
      { kind: 'type_managed', field: 'name' },
    ],
    [
      { type: 'CDS', name: 'a', value: '0 0 0 00' },
      { kind: 'name_invalid', field: 'name' },
    ],
    [
      { type: 'CDNSKEY', name: 'a', value: '0 3 0 AA==' },
      { kind: 'name_invalid', field: 'name' },
    ],
    [
      { type: 'TYPE48', name: 'a', value: '257 3 8 AwEAAddt' },
      { kind: 'name_invalid', field: 'name' },
    ],
    [
      { type: 'TYPE43', name: '', value: '1 13 9 00' },
      { kind: 'type_managed', field: 'name' },
    ],
    [
      { type: 'ALIAS', value: 'a.example' },
      { kind: 'type_unsupported', field: 'type' },
    ],
    [
      { type: 'type46', value: '\\# 1 00' },
      { kind: 'type_unsupported', field: 'type' },
    ],
    [{ ttl: 59 }, { kind: 'ttl_invalid', field: 'ttl' }],
    [{ ttl: 604_801 }, { kind: 'ttl_invalid', field: 'ttl' }],
    [{ ttl: 600.5 }, { kind: 'ttl_invalid', field: 'ttl' }],
    [
      { type: 'MX', value: 'mail.example.com', prio: 65_536 },
      { kind: 'prio_invalid', field: 'prio' },
    ],
    [
      { type: 'MX', value: 'mail.example.com', prio: -1 },
      { kind: 'prio_invalid', field: 'prio' },
    ],
    [
      { type: 'MX', value: 'mail.example.com' },
      { kind: 'prio_invalid', field: 'prio' },
    ],
    [
      { type: 'SRV', value: '5 5060 sip.example.com' },
      { kind: 'prio_invalid', field: 'prio' },
    ],
    [{ value: ' ' }, { kind: 'value_missing', field: 'value' }],
    [{ value: '192.0.2.300' }, { kind: 'value_invalid', field: 'value' }],
  ])('refuses %j', (given, error) => {
    expect(parse(given)).toMatchObject({ ok: false, error })
  })

  it('accepts a type in any case, and a TTL at its bounds', () => {
    expect(parse({ type: ' aaaa', value: '::1', ttl: 60 })).toMatchObject({ ok: true, value: { type: 'AAAA' } })
    expect(parse({ ttl: 604_800 }).ok).toBe(true)
  })
})

it('returns the same key for two spellings of one record, and another key for another prio', () => {
  const key = (given: Partial<RecordGiven>) => {
    const parsed = parse(given)
    return parsed.ok ? recordKey(parsed.value) : parsed.error.problem
  }
  expect(key({ type: 'TXT', value: 'a b' })).toBe(
    key({ type: 'txt', name: 'WWW.example.com.', value: '"a b"', ttl: 900 }),
  )
  expect(key({ type: 'MX', value: 'Mail.example.com', prio: 5 })).toBe(
    key({ type: 'MX', value: '5 mail.example.com.' }),
  )
  expect(key({ type: 'AAAA', value: '::ffff:1.2.3.4' })).toBe(key({ type: 'AAAA', value: '0:0:0:0:0:FFFF:102:304' }))
  expect(key({ type: 'MX', value: 'mail.example.com', prio: 5 })).not.toBe(
    key({ type: 'MX', value: 'mail.example.com', prio: 0 }),
  )
})

it('presents a record with its full name', () => {
  const parsed = parse({ name: '', type: 'TXT', value: 'v=spf1 -all' })
  expect(parsed.ok && presentRecord(parsed.value)).toEqual({
    name: 'example.com',
    type: 'TXT',
    value: '"v=spf1 -all"',
    prio: 0,
    ttl: 600,
  })
})
