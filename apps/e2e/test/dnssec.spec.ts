import { eventually } from '@nameyard/testing/eventually'
import { hasPowerdns, startPowerdns } from '@nameyard/testing/powerdns'
import { askUdp } from '../src/dns-client'
import { person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** DNSSEC over HTTP: from the key at the name server to the DS at the registry, and the removal of both. */

if (!hasPowerdns)
  it('signed zones are tested only where pdns_server is installed', () => expect(hasPowerdns).toBe(false))

const where = hasPowerdns ? describe : () => undefined

where('a signed zone', () => {
  let platform: InProcess
  let powerdns: Awaited<ReturnType<typeof startPowerdns>>
  let ask: Ask
  let owner_handle: string
  const records = [{ type: 'A', name: 'www', value: '192.0.2.1', ttl: 900 }]

  async function done(method: string, path: string, body?: object) {
    const { status, json, text } = await ask(method, path, { body })
    if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
    return json.data
  }
  const keyInDns = async (name: string) => (await askUdp(powerdns.dnsPort, name, 'DNSKEY')).answers?.length
  const dnssecUpdates = async (name: string, kind: 'add' | 'rem') =>
    (await platform.sandbox.taken(name, 'domain:update')).filter(({ request }) => request.includes(`secDNS:${kind}`))

  beforeAll(async () => {
    powerdns = await startPowerdns()
    platform = await startInProcess({
      dns: {
        DNS_PUBLISHER: 'powerdns',
        POWERDNS_URL: powerdns.url,
        POWERDNS_API_KEY: powerdns.apiKey,
        DNS_VERIFY: `127.0.0.1:${powerdns.dnsPort}`,
        DNSSEC_KEY_SECRET: 'k'.repeat(32),
        DNSSEC_DS_TTL: '1',
      },
    })
    ask = await platform.open('dora-s')
    ;({ handle: owner_handle } = await done('POST', '/v1/customers', person))
  })
  afterAll(async () => {
    await platform?.close()
    await powerdns?.close()
  })

  it('gets its DS at the registry of its domain, and loses it before it is unsigned', async () => {
    const domain = { name: 'signed', extension: 'com' }
    await done('POST', '/v1/dns/zones', { domain, type: 'master', records })
    const order = { domain, period: 1, owner_handle, ns_group: 'dns-openprovider', is_dnssec_enabled: true }
    const { id } = await done('POST', '/v1/domains', order)
    await eventually(async () => (await dnssecUpdates('signed.com', 'add')).length === 1, 'the registry has the DS')
    const { dnskey } = await done('GET', '/v1/dns/zones/signed.com?with_dnskey=1')
    const [flags, protocol, alg, pub_key] = dnskey.split(' ')
    const key = { flags: Number(flags), protocol: Number(protocol), alg: Number(alg), pub_key, readonly: 1 }
    expect(await done('GET', `/v1/domains/${id}`)).toMatchObject({
      is_dnssec_enabled: true,
      dnssec: 'signedDelegation',
      dnssec_keys: [key],
    })
    const shown = await done('GET', `/v1/domains/${id}`)
    await done('PUT', `/v1/domains/${id}`, shown)
    // The registry's answer to the DS may be stored between the two reads.
    const last_changed = expect.any(String)
    expect(await done('GET', `/v1/domains/${id}`)).toEqual({ ...shown, last_changed })

    await done('PUT', '/v1/dns/zones/signed.com', { secured: false })
    await eventually(async () => (await dnssecUpdates('signed.com', 'rem')).length === 1, 'the registry has no DS')
    await eventually(async () => (await keyInDns('signed.com')) === 0, 'the zone is unsigned')
    expect(await done('GET', `/v1/domains/${id}`)).toMatchObject({ is_dnssec_enabled: false, dnssec: 'unsigned' })

    await done('PUT', `/v1/domains/${id}`, { is_dnssec_enabled: true })
    await eventually(async () => (await dnssecUpdates('signed.com', 'add')).length === 2, 'the registry has a DS again')
    await done('PUT', `/v1/domains/${id}`, { is_dnssec_enabled: false })
    await eventually(async () => (await keyInDns('signed.com')) === 0, 'the zone is unsigned')
  })

  it('gets no DS while its domain is delegated to other nameservers', async () => {
    const domain = { name: 'moving', extension: 'com' }
    const others = [{ name: 'ns1.others.example' }, { name: 'ns2.others.example' }]
    await done('POST', '/v1/dns/zones', { domain, type: 'master', records, secured: true })
    const { id } = await done('POST', '/v1/domains', { domain, period: 1, owner_handle, name_servers: others })
    const { json } = await ask('PUT', `/v1/domains/${id}`, { body: { is_dnssec_enabled: true } })
    expect(json.desc).toBe('is_dnssec_enabled: needs dnssec_keys or our nameservers.')
    await eventually(async () => (await keyInDns('moving.com')) === 1, 'the zone is signed')
    await eventually(
      async () => (await done('GET', '/v1/dns/zones/moving.com?with_dnskey=1')).dnskey !== '',
      'the key in the zone',
    )
    expect(await dnssecUpdates('moving.com', 'add')).toEqual([])
    // An update with the domain as the client read it does not unsign the zone.
    await done('PUT', `/v1/domains/${id}`, await done('GET', `/v1/domains/${id}`))
    expect(await done('GET', '/v1/dns/zones/moving.com?with_dnskey=1')).toMatchObject({
      dnskey: expect.stringMatching(/./),
    })
    await done('PUT', `/v1/domains/${id}`, { ns_group: 'dns-openprovider' })
    await eventually(async () => (await dnssecUpdates('moving.com', 'add')).length === 1, 'the registry has the DS')

    await done('PUT', `/v1/domains/${id}`, { name_servers: others })
    const [removal] = await dnssecUpdates('moving.com', 'rem')
    expect(removal?.request).toMatch(/ns1\.others\.example/)
    expect(await done('GET', `/v1/domains/${id}`)).toMatchObject({ is_dnssec_enabled: false, dnssec_keys: [] })
    await done('PUT', `/v1/domains/${id}`, { ns_group: 'dns-openprovider' })
    await eventually(async () => (await dnssecUpdates('moving.com', 'add')).length === 2, 'the registry has it again')
  })

  it('gets its DS when its domain is transferred in', async () => {
    const domain = { name: 'taken', extension: 'nl' }
    await done('POST', '/v1/dns/zones', { domain, type: 'master', records })
    // Another registrar has the name at the sandbox registry from the start. With the auth code, .nl transfers it at once.
    const transfer = { domain, owner_handle, auth_code: 'Rival-0ne-Code', ns_group: 'dns-openprovider' }
    const { id } = await done('POST', '/v1/domains/transfer', { ...transfer, is_dnssec_enabled: true })
    await eventually(async () => (await dnssecUpdates('taken.nl', 'add')).length === 1, 'the registry has the DS')
    expect(await keyInDns('taken.nl')).toBe(1)
    expect(await done('GET', `/v1/domains/${id}`)).toMatchObject({ status: 'ACT', is_dnssec_enabled: true })
  })
})
