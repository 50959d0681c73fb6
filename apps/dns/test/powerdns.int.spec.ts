import { createZone } from '@nameyard/contracts/dns/create-zone'
import { deleteZone } from '@nameyard/contracts/dns/delete-zone'
import { updateZone } from '@nameyard/contracts/dns/update-zone'
import { eventually } from '@nameyard/testing/eventually'
import { hasPowerdns, startPowerdns } from '@nameyard/testing/powerdns'
import { askUdp } from './dns-client'
import { startPlatform } from './platform'

if (!hasPowerdns)
  it('tests publishing to PowerDNS only where pdns_server is installed', () => expect(hasPowerdns).toBe(false))

const where = hasPowerdns ? describe : () => undefined

where('publishing to PowerDNS', () => {
  let platform: Awaited<ReturnType<typeof startPlatform>>
  let powerdns: Awaited<ReturnType<typeof startPowerdns>>

  beforeAll(async () => {
    ;[platform, powerdns] = await Promise.all([startPlatform(), startPowerdns()])
    await platform.replica({
      DNS_PUBLISHER: 'powerdns',
      POWERDNS_URL: powerdns.url,
      POWERDNS_API_KEY: powerdns.apiKey,
      DNS_VERIFY: `127.0.0.1:${powerdns.dnsPort}`,
    })
  })
  afterAll(async () => {
    await platform?.close()
    await powerdns?.close()
  })

  const zone = async () =>
    (
      await platform.sql.query<{ version: string; published_version: string; last_error: string | null }>(
        'select * from zone order by id desc limit 1',
      )
    ).rows[0]
  const published = () =>
    eventually(async () => {
      const row = await zone()
      if (row?.version === row?.published_version) return true
      throw new Error(row?.last_error ?? 'not tried yet')
    }, 'the zone is published')
  const ask = (name: string, type: string) => askUdp(powerdns.dnsPort, name, type)
  const change = (records: object) => platform.rpc.call(updateZone, { name: 'pdns.com', records }, platform.call(1))

  it('publishes a zone with records of 16 types', async () => {
    const digest = 'ab'.repeat(32)
    const records = [
      ['www', 'A', '192.0.2.1'],
      ['www', 'AAAA', '::ffff:192.0.2.1'],
      ['', 'CAA', '0 issue ca.example.net; policy=ev'],
      ['blog', 'CNAME', 'www.pdns.com'],
      ['sub', 'NS', 'ns.sub.pdns.com'],
      ['sub', 'DS', `1 13 2 ${digest.toUpperCase()}`],
      ['ns.sub', 'A', '192.0.2.53'],
      ['', 'MX', '10 mail.pdns.com'],
      ['ptr', 'PTR', 'www.pdns.com'],
      ['', 'SPF', 'v=spf1 -all'],
      ['_sip._tcp', 'SRV', '10 5 5060 sip.pdns.com'],
      ['', 'TXT', `say "hi" \\ é ${'x'.repeat(300)}`],
      ['www', 'SSHFP', `4 2 ${digest}`],
      ['_443._tcp.www', 'TLSA', `3 1 1 ${digest}`],
      ['*.wild', 'TXT', '""'],
      ['dotted', 'CNAME', 'first\\.last.example.net'],
      ['prefixes', 'APL', '\\# 0'],
      ['service', 'SVCB', '1 . key667=""'],
      ['vpn', 'IPSECKEY', '10 0 2 . AQID'],
      ['vpn', 'IPSECKEY', '10 1 2 192.0.2.38 AQID'],
      ['vpn', 'IPSECKEY', '10 2 2 2001:db8::1 AQID'],
      ['vpn', 'IPSECKEY', '10 3 2 gateway.example.net AQID'],
    ].map(([name = '', type = '', value = '']) => ({ name, type, value, ttl: 600 }))
    const domain = { name: 'pdns', extension: 'com' }
    await platform.rpc.call(createZone, { domain, type: 'master', records }, platform.call(1))
    await published()
    expect(await ask('pdns.com', 'SOA')).toMatchObject({ answers: [{ data: { mname: 'ns1.example.net', serial: 1 } }] })
    expect(await ask('pdns.com', 'NS')).toMatchObject({ answers: { length: 2 } })
    expect(await ask('blog.pdns.com', 'A')).toMatchObject({
      answers: [{ data: 'www.pdns.com' }, { data: '192.0.2.1' }],
    })
    expect(await ask('dotted.pdns.com', 'CNAME')).toMatchObject({ answers: [{ data: 'first.last.example.net' }] })
    expect(await ask('vpn.pdns.com', 'IPSECKEY')).toMatchObject({ answers: { length: 4 } })
    expect(await ask('prefixes.pdns.com', 'APL')).toMatchObject({ answers: { length: 1 } })
    expect(await ask('x.wild.pdns.com', 'TXT')).toMatchObject({ rcode: 'NOERROR', answers: { length: 1 } })
  })

  it('refuses records that PowerDNS cannot store', async () => {
    const dotted = change({ add: [{ name: 'first\\.last', type: 'A', value: '192.0.2.9', ttl: 600 }] })
    await expect(dotted).rejects.toMatchObject({
      refusal: 'record_name_invalid',
      message: 'A first\\.last: the name servers of this service support no dot within a label.',
    })
    const keyless = change({ add: [{ name: 'vpn', type: 'IPSECKEY', value: '10 0 0 .', ttl: 600 }] })
    await expect(keyless).rejects.toMatchObject({ refusal: 'record_invalid' })
  })

  it('publishes changed records together with the new serial', async () => {
    await change({
      remove: [{ name: 'www', type: 'A', value: '192.0.2.1' }],
      add: [{ name: 'new', type: 'A', value: '192.0.2.2', ttl: 600 }],
    })
    await published()
    expect(await ask('pdns.com', 'SOA')).toMatchObject({ answers: [{ data: { serial: 2 } }] })
    expect(await ask('new.pdns.com', 'A')).toMatchObject({ answers: [{ data: '192.0.2.2' }] })
    expect(await ask('www.pdns.com', 'A')).toMatchObject({ rcode: 'NOERROR', answers: [] })
  })

  it('accepts changes while PowerDNS is unavailable, and publishes them afterwards', async () => {
    await powerdns.stop()
    await change({ add: [{ name: 'later', type: 'A', value: '192.0.2.3', ttl: 600 }] })
    await eventually(async () => (await zone())?.last_error, 'an attempt has failed')
    await powerdns.startAgain()
    // The first attempt can meet the connection to the server that has stopped.
    await eventually(async () => {
      platform.clock.advance(10 * 60_000)
      const row = await zone()
      return row?.version === row?.published_version
    }, 'the zone is published')
    expect(await ask('later.pdns.com', 'A')).toMatchObject({ answers: [{ data: '192.0.2.3' }] })
  })

  it('removes a deleted zone', async () => {
    await platform.rpc.call(deleteZone, { name: 'pdns.com' }, platform.call(1))
    await published()
    expect((await ask('pdns.com', 'SOA')).rcode).toBe('REFUSED')
  })
})
