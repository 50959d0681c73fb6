import { alignTtls, toRRsets } from './rrset'
import { conflictAmong } from './rules/rfc'
import { printZoneFile } from './zone-file-text'
import { parseRecord, presentRecord, type ZoneRecord } from './zone-record'

const apex = 'example.com'
const digest = 'ab'.repeat(48)
const key = Buffer.alloc(32).toString('base64')

/** Parses lines of the form `owner TYPE value` into records of a zone. */
function records(...lines: string[]): ZoneRecord[] {
  return lines.map((line) => {
    const [name = '', type = '', ...value] = line.split(' ')
    const parsed = parseRecord({ name, type, value: value.join(' '), ttl: 600 }, apex, { min: 60, max: 604_800 })
    if (!parsed.ok) throw new Error(parsed.error.problem)
    return parsed.value
  })
}

describe('conflictAmong', () => {
  it('finds no conflict in a valid zone', () => {
    const zone = records('@ A 192.0.2.1', '@ A 192.0.2.2', '@ MX 10 mail.example.com', 'www CNAME example.com',
      '@ DNAME other.example', '@ CDS 0 0 0 00', 'old DNAME new.example', 'old TXT x', '@ ZONEMD 1 1 1 ' + digest,
      '@ ZONEMD 1 1 240 ' + digest, 'sub NS ns1.example.net', 'sub DS 1 13 9 00', '* TXT x', '@ TXT a', '@ TXT b') // prettier-ignore
    expect(conflictAmong(zone, apex)).toBeUndefined()
  })

  it.each<[string, string[], string, RegExp]>([
    ['the same record twice', ['a TXT x', 'a TXT "x"'], 'duplicate', /twice/],
    ['one address in two spellings', ['a AAAA ::1', 'a AAAA 0:0::1'], 'duplicate', /twice/],
    ['CNAME beside other data', ['a CNAME b.example', 'a TXT x'], 'conflict', /same name as TXT/],
    ['two CNAMEs at one name', ['a CNAME b.example', 'a CNAME c.example'], 'conflict', /only one/],
    ['CNAME at the apex', ['@ CNAME b.example'], 'conflict', /own name/],
    ['null MX beside another MX', ['@ MX 0 .', '@ MX 10 mail.example.com'], 'conflict', /only one at its name/],
    ['two DNAMEs at one name', ['a DNAME b.example', 'a DNAME c.example'], 'conflict', /only one/],
    ['two DNAMEs at the apex', ['@ DNAME b.example', '@ DNAME c.example'], 'conflict', /only one/],
    [
      'DNAME beside CNAME',
      ['a DNAME b.example', 'a CNAME c.example'],
      'conflict',
      /CNAME cannot be at the same name as DNAME/,
    ],
    [
      'DNAME beside a delegation',
      ['a DNAME b.example', 'a NS ns.example'],
      'conflict',
      /DNAME cannot be at the same name as NS/,
    ],
    [
      'a CDS beside the one that asks for no DS',
      ['@ CDS 0 0 0 00', '@ CDS 1 13 1 ' + digest.slice(56)],
      'conflict',
      /asks/,
    ],
    [
      'a CDNSKEY beside the one that asks for no DS',
      ['@ CDNSKEY 0 3 0 AA==', '@ CDNSKEY 257 3 15 ' + key],
      'conflict',
      /asks/,
    ],
    [
      'two ZONEMD of one hash algorithm',
      ['@ ZONEMD 1 1 1 ' + digest, '@ ZONEMD 2 1 1 ' + digest],
      'conflict',
      /hash algorithm/,
    ],
    [
      'one record by mnemonic and by number of its type',
      ['a TYPE1 \\# 4 c0000201', 'a A 192.0.2.1'],
      'duplicate',
      /twice/,
    ],
    [
      'HTTPS in two spellings',
      ['a HTTPS 1 . alpn=h2 port=53', 'a HTTPS 1 . port="53" key1="\\002h2"'],
      'duplicate',
      /twice/,
    ],
    ['DS without a delegation', ['a DS 1 13 9 00'], 'conflict', /delegation/],
  ])('refuses %s', (_, lines, kind, problem) => {
    expect(conflictAmong(records(...lines), apex)).toMatchObject({ kind, problem: expect.stringMatching(problem) })
  })

  it('limits an RRset to what fits into a signed answer over TCP', () => {
    // 65,535 octets, minus the header and OPT, the question for a.example.com, and the signature by example.com.
    const most = Math.floor((65_535 - 12 - 11 - (15 + 4) - (12 + 18 + 13 + 64)) / 16)
    const many = Array.from({ length: most + 1 }, (_, i) => `a A 10.0.${i >> 8}.${i & 255}`)
    expect(conflictAmong(records(...many.slice(1)), apex)).toBeUndefined()
    expect(conflictAmong(records(...many), apex)).toMatchObject({
      record: 'A a.example.com',
      problem: '65392 octets of A records, at most 65386 fit into an answer',
    })
    const wild = records(...many.slice(1)).map((record) => ({ ...record, owner: '*.example.com' }))
    expect(conflictAmong(wild, apex)).toMatchObject({ problem: expect.stringMatching(/octets/) })
    const long = ['x', 'y'].map((letter) => `a TXT ${letter.repeat(40_000)}`)
    expect(conflictAmong(records(...long), apex)).toMatchObject({ problem: expect.stringMatching(/octets/) })
  })

  it.each(['issue', 'issuewild'])('treats CAA %s with an empty value and with ";" as the same record', (tag) => {
    const both = records(`a CAA 0 ${tag} ""`, `a CAA 0 ${tag} ";"`)
    expect(conflictAmong(both, apex)).toMatchObject({ kind: 'duplicate' })
    expect(presentRecord(both[0]!)).toMatchObject({ value: `0 ${tag} ""` })
    expect(printZoneFile(apex, both.slice(0, 1))).toContain(`a\t600\tIN\tCAA\t0 ${tag} ";"\n`)
  })
})

it('sets all records of an RRset to the TTL of its last record', () => {
  const [first, second, other] = records('a A 192.0.2.1', 'a A 192.0.2.2', 'b A 192.0.2.1') as [
    ZoneRecord,
    ZoneRecord,
    ZoneRecord,
  ]
  const { records: aligned, moved } = alignTtls([first, { ...second, ttl: 900 }, other])
  expect(aligned.map((record) => record.ttl)).toEqual([900, 900, 600])
  expect(moved).toEqual([{ owner: 'a.example.com', type: 'A', ttl: 900 }])
  expect(toRRsets(aligned)).toMatchObject([
    { owner: 'a.example.com', ttl: 900, rdatas: [first.rdata, second.rdata] },
    { owner: 'b.example.com' },
  ])
})
