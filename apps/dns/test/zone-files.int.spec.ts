import { exportZone } from '@nameyard/contracts/dns/export-zone'
import { getZone } from '@nameyard/contracts/dns/get-zone'
import { importZone } from '@nameyard/contracts/dns/import-zone'
import { Refusal } from '@nameyard/contracts/errors'
import type { InputGiven } from '@nameyard/contracts/operation'
import { startPlatform } from './platform'

let platform: Awaited<ReturnType<typeof startPlatform>>

beforeAll(async () => {
  platform = await startPlatform()
  await platform.replica()
})
afterAll(() => platform?.close())

type More = Omit<Partial<InputGiven<typeof importZone>>, 'name' | 'zone_file'>

const importFile = async (name: string, zone_file: string, more: More = {}, resellerId = 1) => {
  const { data, warnings } = await platform.rpc.callText(
    importZone,
    { name, zone_file, ...more },
    platform.call(resellerId),
  )
  return { ...JSON.parse(data.toString()), warnings: JSON.parse(warnings) }
}
const exportFile = async (name: string) => (await platform.rpc.call(exportZone, { name }, platform.call(1))).zone_file

async function lines(name: string) {
  const { records = [] } = await platform.rpc.call(getZone, { name, with_records: true }, platform.call(1))
  return records
    .filter(({ type }) => type !== 'SOA' && type !== 'NS')
    .map(({ name: owner, ttl, type, prio, value }) => `${owner} ${ttl} ${type} ${prio} ${value}`)
}

async function refusal(asked: Promise<unknown>) {
  const answer = await asked.catch((error: unknown) => error)
  if (answer instanceof Refusal) return answer
  throw new Error(`not refused: ${JSON.stringify(answer)}`)
}

const file = `$TTL 1h
@   IN SOA ns1.other.net. host.other.net. ( 1 2 3 4 5 )
    IN NS  ns1.other.net.
    IN NS  ns1.example.net.
    MX 10 mail
www 300 A 192.0.2.1
    300 A 192.0.2.2
txt TXT v=spf1 -all
@ 60 RRSIG A 13 2 60 20270101000000 20260101000000 1 example.com. AAAA
`

/** The format of Cloudflare: the owner of the SOA has no final dot, TTL 1 means "automatic". */
const fromCloudflare = `;;
;; Domain:     moved.com.
;; Exported:   2026-11-22 10:00:00
;;
;; Use at your own risk.
;; SOA Record
moved.com\t3600\tIN\tSOA\tamy.ns.cloudflare.com. dns.cloudflare.com. 2051451641 10000 2400 604800 3600

;; NS Records
moved.com.\t86400\tIN\tNS\tamy.ns.cloudflare.com.
moved.com.\t86400\tIN\tNS\tbob.ns.cloudflare.com.

;; A Records
moved.com.\t1\tIN\tA\t192.0.2.1 ; main server cf_tags=cf-proxied:true
moved.com.\t120\tIN\tA\t192.0.2.2 ; cf_tags=cf-proxied:false

;; CAA Records
moved.com.\t1\tIN\tCAA\t0 issue "letsencrypt.org"

;; CNAME Records
www.moved.com.\t1\tIN\tCNAME\tmoved.com. ; cf_tags=cf-proxied:true

;; MX Records
moved.com.\t300\tIN\tMX\t10 mail.moved.com.

;; SRV Records
_sip._tcp.moved.com.\t1\tIN\tSRV\t5 10 5060 sip.moved.com.

;; TXT Records
cf2024-1._domainkey.moved.com.\t31536000\tIN\tTXT\t"v=DKIM1; h=sha256; k=rsa; p=MIIB" "IjAN"
moved.com.\t3600\tIN\tTXT\t"v=spf1 include:_spf.example.net ~all"
`

const fromRoute53 = `$ORIGIN aws.com.
@\t900\tIN\tSOA\tns-1.awsdns-01.com. awsdns-hostmaster.amazon.com. 1 7200 900 1209600 86400
@\t172800\tIN\tNS\tns-1.awsdns-01.com.
@\t172800\tIN\tNS\tns-2.awsdns-02.net.
@\t300\tIN\tMX\t1 ASPMX.L.GOOGLE.COM.
@\t300\tIN\tMX\t5 ALT1.ASPMX.L.GOOGLE.COM.
*\t60\tIN\tCNAME\td111111abcdef8.cloudfront.net.
_acm\t2147483647\tIN\tCNAME\t_x.acm-validations.aws.
first\\.last\t300\tIN\tTXT\t"a dot within a label"
`

describe('importing a zone file', () => {
  it('makes a zone, and warns about records that it leaves out', async () => {
    const plan = await importFile('new.com', file, { plan: true })
    expect(plan).toMatchObject({ success: true, plan: { version: 0, added: 4, removed: 0 } })
    expect((await refusal(exportFile('new.com'))).refusal).toBe('zone_not_found')
    expect(await importFile('new.com', file)).toEqual({
      success: true,
      warnings: [
        {
          code: 810,
          data: 'NS ns1.other.net. of line 3',
          desc: 'Left out: NS ns1.other.net. of line 3; the zone has the nameservers of the platform.',
        },
        {
          code: 810,
          data: 'RRSIG, NSEC and the like',
          desc: 'Left out: RRSIG, NSEC and the like; the name server that signs makes them.',
        },
      ],
    })
    expect(await lines('new.com')).toEqual([
      'new.com 3600 MX 10 mail.new.com',
      'txt.new.com 3600 TXT 0 "v=spf1" "-all"',
      'www.new.com 300 A 0 192.0.2.1',
      'www.new.com 300 A 0 192.0.2.2',
    ])
  })

  it('replaces all records or the given RRsets, or adds to them', async () => {
    await importFile('modes.com', 'a 60 A 192.0.2.1\nb 60 A 192.0.2.1\n')
    await importFile('modes.com', 'a 60 A 192.0.2.2\na 60 A 192.0.2.2\n', { mode: 'add' })
    expect(await lines('modes.com')).toEqual([
      'a.modes.com 60 A 0 192.0.2.1',
      'a.modes.com 60 A 0 192.0.2.2',
      'b.modes.com 60 A 0 192.0.2.1',
    ])
    await importFile('modes.com', 'a 60 A 192.0.2.3\n', { mode: 'sets' })
    expect(await lines('modes.com')).toEqual(['a.modes.com 60 A 0 192.0.2.3', 'b.modes.com 60 A 0 192.0.2.1'])
    await importFile('modes.com', 'c 60 A 192.0.2.3\n')
    expect(await lines('modes.com')).toEqual(['c.modes.com 60 A 0 192.0.2.3'])
  })

  it('refuses to remove many records by default', async () => {
    const ten = Array.from({ length: 10 }, (_, at) => `n${at} 60 A 192.0.2.1`).join('\n')
    await importFile('brake.com', ten)
    expect((await refusal(importFile('brake.com', 'a 60 A 192.0.2.1'))).refusal).toBe('zone_change_braked')
    await importFile('brake.com', 'a 60 A 192.0.2.1', { guard: false })
    expect(await lines('brake.com')).toHaveLength(1)
  })

  it('imports nothing when a line is invalid, and reports all invalid lines', async () => {
    const broken = 'good 60 A 192.0.2.1\nbad 60 A 192.0.2.300\n$INCLUDE x\nwww.other.net. 60 A 192.0.2.1\n'
    const { message, refusal: name, faults } = await refusal(importFile('broken.com', broken))
    expect([name, message]).toEqual([
      'record_a_invalid',
      'Line 2, A bad.broken.com.: 192.0.2.300 is not an IPv4 address.',
    ])
    expect(faults).toEqual([
      {
        path: 'zone_file.2',
        problem: 'A bad.broken.com.: 192.0.2.300 is not an IPv4 address',
        refusal: 'record_a_invalid',
      },
      { path: 'zone_file.3', problem: '$INCLUDE is not allowed', refusal: 'zone_file_invalid' },
      {
        path: 'zone_file.4',
        problem: 'A www.other.net.: the name is not in the zone broken.com',
        refusal: 'record_name_invalid',
      },
    ])
    expect((await refusal(exportFile('broken.com'))).refusal).toBe('zone_not_found')
  })

  it.each<[string, string, string, string]>([
    ['zone_file_invalid', 'no.com', '\n$INCLUDE x', 'Line 2: $INCLUDE is not allowed.'],
    ['record_type_invalid', 'no.com', 'a 60 LUA A "x"', 'Line 1, LUA a.no.com.: record type LUA is not supported.'],
    [
      'rrset_conflict',
      'no.com',
      'a 60 A 192.0.2.1\na 60 CNAME b',
      'Line 2, CNAME a.no.com: a CNAME cannot be at the same name as A records.',
    ],
    ['zone_records_missing', 'no.com', '; nothing', 'A master zone needs records.'],
    ['extension_invalid', 'com', 'a 60 A 192.0.2.1', 'Your domain request contains an invalid extension: .'],
    ['zone_not_found', 'a b', 'a 60 A 192.0.2.1', 'Zone specified is not found'],
  ])('is refused for %s', async (name, zone, text, sentence) => {
    const refused = await refusal(importFile(zone, text))
    expect([refused.refusal, refused.message]).toEqual([name, sentence])
  })

  it('imports an export of Cloudflare', async () => {
    const { warnings } = await importFile('moved.com', fromCloudflare)
    expect(
      warnings.map(({ code, data, desc }: { code: number; data: string; desc: string }) => [code, data, desc]),
    ).toEqual([
      [810, 'NS amy.ns.cloudflare.com. of line 10', expect.any(String)],
      [810, 'NS bob.ns.cloudflare.com. of line 11', expect.any(String)],
      [815, '5', '5 records have a ttl outside of 60 to 604800 seconds in the file, and the nearest of the two here.'],
      [815, 'moved.com A', 'All A records of moved.com now have the ttl 60: the records of one RRset share it.'],
    ])
    expect(await lines('moved.com')).toEqual([
      '_sip._tcp.moved.com 60 SRV 5 10 5060 sip.moved.com',
      'cf2024-1._domainkey.moved.com 604800 TXT 0 "v=DKIM1; h=sha256; k=rsa; p=MIIB" "IjAN"',
      'moved.com 60 A 0 192.0.2.1',
      'moved.com 60 A 0 192.0.2.2',
      'moved.com 60 CAA 0 0 issue "letsencrypt.org"',
      'moved.com 300 MX 10 mail.moved.com',
      'moved.com 3600 TXT 0 "v=spf1 include:_spf.example.net ~all"',
      'www.moved.com 60 CNAME 0 moved.com',
    ])
    expect((await importFile('moved.com', fromCloudflare, { plan: true })).plan).toMatchObject({
      added: 0,
      removed: 0,
      changed: 0,
    })
  })

  it('imports an export of Route 53', async () => {
    const { warnings } = await importFile('aws.com', fromRoute53)
    expect(warnings.filter(({ code }: { code: number }) => code !== 810)).toEqual([
      {
        code: 815,
        data: '1',
        desc: '1 record has a ttl outside of 60 to 604800 seconds in the file, and the nearest of the two here.',
      },
    ])
    expect(await lines('aws.com')).toEqual([
      '*.aws.com 60 CNAME 0 d111111abcdef8.cloudfront.net',
      '_acm.aws.com 604800 CNAME 0 _x.acm-validations.aws',
      'aws.com 300 MX 1 aspmx.l.google.com',
      'aws.com 300 MX 5 alt1.aspmx.l.google.com',
      'first\\.last.aws.com 300 TXT 0 "a dot within a label"',
    ])
    expect(await exportFile('aws.com')).toContain('\nfirst\\.last\t300\tIN\tTXT\t"a dot within a label"\n')
  })

  it('uses the first ttl of an RRset, and sets ttls out of bounds to the nearest bound', async () => {
    const text = 'a 300 A 192.0.2.1\na 600 A 192.0.2.2\nb 99999999999 A 192.0.2.1\nc 0 A 192.0.2.1\nc 900 A 192.0.2.1\n'
    const { warnings } = await importFile('ttls.com', text)
    expect(warnings.map(({ data }: { data: string }) => data)).toEqual(['2', 'a.ttls.com A'])
    const ttls = ['a.ttls.com 300', 'a.ttls.com 300', 'b.ttls.com 604800', 'c.ttls.com 60']
    expect((await lines('ttls.com')).map((line) => line.split(' A ')[0])).toEqual(ttls)
    await importFile('ttls.com', 'a 120 A 192.0.2.3\na 900 A 192.0.2.4\n', { mode: 'add' })
    expect((await lines('ttls.com')).filter((line) => line.startsWith('a.ttls.com 120'))).toHaveLength(4)
  })

  it('refuses a zone of another account', async () => {
    await importFile('theirs.com', 'a 60 A 192.0.2.1')
    expect((await refusal(importFile('theirs.com', 'a 60 A 192.0.2.2', {}, 2))).refusal).toBe('zone_unavailable')
    expect((await refusal(importFile('sub.theirs.com', 'a 60 A 192.0.2.2', {}, 2))).refusal).toBe('zone_unavailable')
  })
})

describe('exporting a zone', () => {
  it('writes a file that imports as the same zone', async () => {
    await importFile(
      'out.com',
      file.replace('txt TXT v=spf1 -all', '*.x TXT "a \\"b\\"; c"\n_sip._tcp SRV 1 2 5060 sip'),
    )
    const written = await exportFile('out.com')
    expect(written).toBe(
      [
        '$ORIGIN out.com.',
        '@\t86400\tIN\tSOA\tns1.example.net. hostmaster.example.net. 1 10800 3600 604800 3600',
        '@\t3600\tIN\tNS\tns1.example.net.',
        '@\t3600\tIN\tNS\tns2.example.net.',
        '@\t3600\tIN\tMX\t10 mail.out.com.',
        '*.x\t3600\tIN\tTXT\t"a \\"b\\"; c"',
        '_sip._tcp\t3600\tIN\tSRV\t1 2 5060 sip.out.com.',
        'www\t300\tIN\tA\t192.0.2.1',
        'www\t300\tIN\tA\t192.0.2.2',
        '',
      ].join('\n'),
    )
    expect(await importFile('out.com', written, { plan: true })).toMatchObject({
      plan: { added: 0, removed: 0, changed: 0 },
      warnings: [],
    })
    await importFile('copy.com', written.replace('$ORIGIN out.com.', '$ORIGIN copy.com.'))
    expect(await lines('copy.com')).toHaveLength(5)
  })

  it('writes a zone of 10,000 records', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => `h${at} 300 A 192.0.${at >> 8}.${at & 255}`).join('\n')
    await importFile('many.com', many)
    expect((await exportFile('many.com')).split('\n')).toHaveLength(10_005)
  })
})

it('names at most 100 invalid records of a file', async () => {
  const file = Array.from({ length: 5_000 }, (_, at) => `n${at} A 999.0.2.1`).join('\n')
  const { refusal: name, faults } = await refusal(importFile('junk.example', file))
  expect(name).toBe('record_a_invalid')
  expect(faults).toHaveLength(100)
})
