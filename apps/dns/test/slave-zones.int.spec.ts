import { createZone } from '@nameyard/contracts/dns/create-zone'
import { deleteZone } from '@nameyard/contracts/dns/delete-zone'
import { getZone } from '@nameyard/contracts/dns/get-zone'
import { listZones } from '@nameyard/contracts/dns/list-zones'
import { updateZone } from '@nameyard/contracts/dns/update-zone'
import { eventually } from '@nameyard/testing/eventually'
import { hasPowerdns, startPowerdns } from '@nameyard/testing/powerdns'
import { askUdp } from './dns-client'
import { startPlatform } from './platform'

type Platform = Awaited<ReturnType<typeof startPlatform>>
type Given = Parameters<typeof asked>[1]

const asked = (name: string, given: object) => ({
  domain: { name, extension: 'com' },
  type: 'slave' as const,
  ...given,
})
const create = (platform: Platform, name: string, given: Given) =>
  platform.rpc.call(createZone, asked(name, given), platform.call(1))

it('refuses slave zones with the built-in publisher', async () => {
  const platform = await startPlatform()
  try {
    await platform.replica()
    await expect(create(platform, 'slave', { master_ip: '192.0.2.1' })).rejects.toMatchObject({
      refusal: 'invalid_input',
      message: 'type: the built-in publisher takes no slaves.',
    })
  } finally {
    await platform.close()
  }
})

/** Masters answer on port 53, which only root can open. */
const canShow = hasPowerdns && process.getuid?.() === 0
if (!canShow) it('tests slave zones only as root where pdns_server is installed', () => expect(canShow).toBe(false))

const where = canShow ? describe : () => undefined

where('a slave zone', () => {
  // Addresses that depend on the process id, so that several test processes can run on one machine.
  const [one, two, three] = [1, 2, 3].map(
    (at) => `127.${1 + (process.pid % 250)}.${Math.floor(process.pid / 250) % 250}.${at}`,
  )
  const masters: Record<string, Awaited<ReturnType<typeof startPowerdns>>> = {}
  let platform: Platform
  let powerdns: Awaited<ReturnType<typeof startPowerdns>>

  beforeAll(async () => {
    ;[platform, powerdns] = await Promise.all([startPlatform(), startPowerdns()])
    for (const [address, value] of [
      [one!, '192.0.2.1'],
      [two!, '192.0.2.2'],
    ] as const) {
      masters[address] = await startPowerdns({ address, port: 53 })
      const soa = { content: 'ns.owner.example. h.owner.example. 2026112201 60 60 600 60' }
      await masters[address].api('POST', '', {
        name: 'slave.com.',
        kind: 'Native',
        nameservers: ['ns.owner.example.'],
        soa_edit_api: '',
        rrsets: [
          { name: 'slave.com.', type: 'SOA', ttl: 60, records: [soa] },
          { name: 'www.slave.com.', type: 'A', ttl: 60, records: [{ content: value }] },
        ],
      })
    }
    await platform.replica({
      DNS_PUBLISHER: 'powerdns',
      POWERDNS_URL: powerdns.url,
      POWERDNS_API_KEY: powerdns.apiKey,
      DNS_VERIFY: `127.0.0.1:${powerdns.dnsPort}`,
      SLAVE_MASTER_NETWORKS: `${one}, ${two}, ${three}`,
    })
  })
  afterAll(async () => {
    await platform?.close()
    for (const server of [powerdns, ...Object.values(masters)]) await server?.close()
  })

  const answered = (value: string) =>
    eventually(async () => {
      expect(await askUdp(powerdns.dnsPort, 'www.slave.com', 'A')).toMatchObject({ answers: [{ data: value }] })
      return true
    }, 'the zone is answered')
  const publication = async () =>
    (await platform.rpc.call(getZone, { name: 'slave.com' }, platform.call(1))).publication
  const row = async () =>
    (await platform.sql.query("select * from zone where name = 'slave.com' order by id desc")).rows[0]

  it.each<[string, object, string]>([
    ['no master', {}, 'zone_master_invalid'],
    ['two masters', { master_ip: '192.0.2.1,192.0.2.2' }, 'zone_master_invalid'],
    ['a name as the master', { master_ip: 'ns.owner.example' }, 'zone_master_invalid'],
    ['a private master', { master_ip: '10.0.0.1' }, 'zone_master_invalid'],
    ['a link-local master', { master_ip: '169.254.169.254' }, 'zone_master_invalid'],
    ['a loopback master', { master_ip: '::1' }, 'zone_master_invalid'],
    ['a private master as an IPv4-mapped IPv6 address', { master_ip: '::ffff:c0a8:101' }, 'zone_master_invalid'],
    [
      'records',
      { master_ip: '192.0.2.1', records: [{ type: 'A', name: '', value: '192.0.2.1', ttl: 600 }] },
      'invalid_input',
    ],
    ['a request to sign it', { master_ip: '192.0.2.1', secured: true }, 'invalid_input'],
  ])('is refused with %s', async (_, given, refusal) => {
    await expect(create(platform, 'slave', given)).rejects.toMatchObject({ refusal })
  })

  it('is transferred from its master', async () => {
    await create(platform, 'slave', { master_ip: one })
    await answered('192.0.2.1')
    const { results } = await platform.rpc.call(listZones, { type: 'slave' }, platform.call(1))
    expect(results).toMatchObject([{ name: 'slave.com', type: 'slave', ip: one }])
    await eventually(async () => (await row()).version === (await row()).published_version, 'the zone is published')
    expect(await publication()).toEqual({
      state: 'published',
      version: 1,
      published_version: 1,
      transfer: { date: '2027-01-01 00:00:00', serial: 2_026_112_201, last_answer: '2027-01-01 00:00:00' },
    })
  })

  it('is not repaired by the sweeps', async () => {
    platform.clock.advance(24 * 3_600_000)
    await eventually(async () => (await row()).compared_at >= platform.clock.now(), 'the zone was compared')
    expect(await row()).toMatchObject({ version: '1', last_error: null })
  })

  it('refuses changes of its records', async () => {
    const records = { add: [{ type: 'A', name: 'x', value: '192.0.2.9', ttl: 600 }] }
    const change = platform.rpc.call(updateZone, { name: 'slave.com', records }, platform.call(1))
    await expect(change).rejects.toMatchObject({ refusal: 'invalid_input' })
  })

  it('is transferred from a new master', async () => {
    await masters[two!]!.api('PATCH', '/slave.com.', {
      rrsets: [
        {
          ...{ name: 'slave.com.', type: 'SOA', ttl: 60, changetype: 'REPLACE' },
          records: [{ content: 'ns.owner.example. h.owner.example. 2026112202 60 60 600 60' }],
        },
      ],
    })
    await platform.rpc.call(updateZone, { name: 'slave.com', master_ip: two }, platform.call(1))
    await answered('192.0.2.2')
  })

  it('is pending while its master does not answer, and shows its last transfer', async () => {
    const before = await eventually(async () => {
      platform.clock.advance(1_000)
      const found = await publication()
      return found.state === 'published' && found
    }, 'the zone is published')
    await masters[two!]!.stop()
    // REFRESH is 60 seconds. Two minutes later the master is overdue and is queried. It has one minute to answer.
    platform.clock.advance(5 * 60_000)
    const silent = await eventually(async () => {
      platform.clock.advance(60_000)
      const found = await publication()
      return found.state === 'pending' && found
    }, 'the zone is pending')
    expect(silent).toEqual({
      ...before,
      state: 'pending',
      waiting_for: [
        {
          server: two,
          since: before.transfer?.last_answer,
          problem: 'the master does not answer',
          serial: before.transfer?.serial,
        },
      ],
    })
    await masters[two!]!.startAgain()
    await eventually(async () => {
      platform.clock.advance(60_000)
      return (await publication()).state === 'published'
    }, 'the zone is published again')
  })

  it('is not published before its first transfer', async () => {
    await platform.rpc.call(updateZone, { name: 'slave.com', master_ip: three }, platform.call(1))
    const waiting = await eventually(async () => {
      platform.clock.advance(1_000)
      const found = await publication()
      return found.waiting_for?.[0]?.server === three && found
    }, 'the zone waits for the new master')
    expect(waiting).toMatchObject({
      state: 'pending',
      waiting_for: [{ server: three, problem: expect.stringMatching(/^the master has not sent the zone/) }],
    })
    await platform.rpc.call(updateZone, { name: 'slave.com', master_ip: two }, platform.call(1))
    await eventually(async () => {
      platform.clock.advance(10_000)
      return (await publication()).state === 'published'
    }, 'the zone is published from the other master')
  })

  it('is deleted like any other zone, and a new master zone of its name continues after its serial', async () => {
    await platform.rpc.call(deleteZone, { name: 'slave.com' }, platform.call(1))
    await eventually(
      async () => (await askUdp(powerdns.dnsPort, 'slave.com', 'SOA')).rcode === 'REFUSED',
      'the zone is removed',
    )
    const records = [{ type: 'A', name: 'www', value: '192.0.2.3', ttl: 600 }]
    const master = { domain: { name: 'slave', extension: 'com' }, type: 'master' as const, records }
    await platform.rpc.call(createZone, master, platform.call(1))
    await answered('192.0.2.3')
    expect(Number((await row()).version)).toBeGreaterThan(2_026_112_202)
  })
})
