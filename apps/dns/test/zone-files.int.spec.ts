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

const take = async (name: string, zone_file: string, more: More = {}, resellerId = 1) => {
  const { data, warnings } = await platform.rpc.callText(
    importZone,
    { name, zone_file, ...more },
    platform.call(resellerId),
  )
  return { ...JSON.parse(data), warnings: JSON.parse(warnings) }
}
const write = async (name: string) => (await platform.rpc.call(exportZone, { name }, platform.call(1))).zone_file

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

describe('importing a zone file', () => {
  it('makes a zone, and tells what it leaves out', async () => {
    const plan = await take('new.com', file, { plan: true })
    expect(plan).toMatchObject({ success: true, plan: { version: 0, added: 4, removed: 0 } })
    expect((await refusal(write('new.com'))).refusal).toBe('zone_not_found')
    expect(await take('new.com', file)).toEqual({
      success: true,
      warnings: [
        {
          code: 810,
          data: 'NS ns1.other.net. of line 3',
          desc: 'Left out: NS ns1.other.net. of line 3; the platform has nameservers of its own.',
        },
        {
          code: 810,
          data: 'RRSIG, NSEC and the like',
          desc: 'Left out: RRSIG, NSEC and the like; they belong to the name server that signs.',
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

  it('replaces what is there, or its sets, or adds to it', async () => {
    await take('modes.com', 'a 60 A 192.0.2.1\nb 60 A 192.0.2.1\n')
    await take('modes.com', 'a 60 A 192.0.2.2\na 60 A 192.0.2.2\n', { mode: 'add' })
    expect(await lines('modes.com')).toEqual([
      'a.modes.com 60 A 0 192.0.2.1',
      'a.modes.com 60 A 0 192.0.2.2',
      'b.modes.com 60 A 0 192.0.2.1',
    ])
    await take('modes.com', 'a 60 A 192.0.2.3\n', { mode: 'sets' })
    expect(await lines('modes.com')).toEqual(['a.modes.com 60 A 0 192.0.2.3', 'b.modes.com 60 A 0 192.0.2.1'])
    await take('modes.com', 'c 60 A 192.0.2.3\n')
    expect(await lines('modes.com')).toEqual(['c.modes.com 60 A 0 192.0.2.3'])
  })

  it('is braked, unless the caller says so', async () => {
    const ten = Array.from({ length: 10 }, (_, at) => `n${at} 60 A 192.0.2.1`).join('\n')
    await take('brake.com', ten)
    expect((await refusal(take('brake.com', 'a 60 A 192.0.2.1'))).refusal).toBe('zone_change_braked')
    await take('brake.com', 'a 60 A 192.0.2.1', { guard: false })
    expect(await lines('brake.com')).toHaveLength(1)
  })

  it('takes nothing when a line cannot be, and names them all', async () => {
    const broken =
      'good 60 A 192.0.2.1\nbad 60 A 192.0.2.300\n$INCLUDE x\nwww.other.net. 60 A 192.0.2.1\nttl 1 A 192.0.2.1\n'
    const { message, refusal: name, faults } = await refusal(take('broken.com', broken))
    expect([name, message]).toEqual([
      'record_a_invalid',
      'Line 2, A bad.broken.com.: 192.0.2.300 is not an IPv4 address.',
    ])
    expect(faults).toEqual([
      { path: 'zone_file.2', problem: 'A bad.broken.com.: 192.0.2.300 is not an IPv4 address' },
      { path: 'zone_file.3', problem: '$INCLUDE is not allowed' },
      { path: 'zone_file.4', problem: 'A www.other.net.: the name does not lie in the zone broken.com' },
      { path: 'zone_file.5', problem: 'A ttl.broken.com.: the ttl must be from 60 to 604800 seconds' },
    ])
    expect((await refusal(write('broken.com'))).refusal).toBe('zone_not_found')
  })

  it.each<[string, string, string, string]>([
    ['zone_file_invalid', 'no.com', '\n$INCLUDE x', 'Line 2: $INCLUDE is not allowed.'],
    ['record_type_invalid', 'no.com', 'a 60 LUA A "x"', 'Line 1, LUA a.no.com.: record type LUA is not supported.'],
    [
      'rrset_conflict',
      'no.com',
      'a 60 A 192.0.2.1\na 60 CNAME b',
      'Line 2, CNAME a.no.com: a CNAME cannot stand beside A records.',
    ],
    ['zone_records_missing', 'no.com', '; nothing', 'A master zone needs records.'],
    ['extension_invalid', 'com', 'a 60 A 192.0.2.1', 'Your domain request contains an invalid extension: .'],
    ['zone_not_found', 'a b', 'a 60 A 192.0.2.1', 'Zone specified is not found'],
  ])('is refused: %s', async (name, zone, text, sentence) => {
    const refused = await refusal(take(zone, text))
    expect([refused.refusal, refused.message]).toEqual([name, sentence])
  })

  it('keeps accounts out of each other', async () => {
    await take('theirs.com', 'a 60 A 192.0.2.1')
    expect((await refusal(take('theirs.com', 'a 60 A 192.0.2.2', {}, 2))).refusal).toBe('zone_unavailable')
    expect((await refusal(take('sub.theirs.com', 'a 60 A 192.0.2.2', {}, 2))).refusal).toBe('zone_unavailable')
  })
})

describe('exporting a zone', () => {
  it('writes what imports as the same zone', async () => {
    await take('out.com', file.replace('txt TXT v=spf1 -all', '*.x TXT "a \\"b\\"; c"\n_sip._tcp SRV 1 2 5060 sip'))
    const written = await write('out.com')
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
    expect(await take('out.com', written, { plan: true })).toMatchObject({
      plan: { added: 0, removed: 0, changed: 0 },
      warnings: [],
    })
    await take('copy.com', written.replace('$ORIGIN out.com.', '$ORIGIN copy.com.'))
    expect(await lines('copy.com')).toHaveLength(5)
  })

  it('holds ten thousand records', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => `h${at} 300 A 192.0.${at >> 8}.${at & 255}`).join('\n')
    await take('many.com', many)
    expect((await write('many.com')).split('\n')).toHaveLength(10_005)
  })
})
