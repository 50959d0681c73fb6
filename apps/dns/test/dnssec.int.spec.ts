import { randomUUID } from 'node:crypto'
import { createZone } from '@nameyard/contracts/dns/create-zone'
import { deleteZone } from '@nameyard/contracts/dns/delete-zone'
import { getZone } from '@nameyard/contracts/dns/get-zone'
import { listZoneVersions } from '@nameyard/contracts/dns/list-zone-versions'
import { reencryptZoneKeys } from '@nameyard/contracts/dns/reencrypt-zone-keys'
import { secureZone } from '@nameyard/contracts/dns/secure-zone'
import { updateZone } from '@nameyard/contracts/dns/update-zone'
import { domainChanged } from '@nameyard/contracts/domains/domain-changed'
import { eventually } from '@nameyard/testing/eventually'
import { hasPowerdns, startPowerdns } from '@nameyard/testing/powerdns'
import { askUdp } from './dns-client'
import { startPlatform } from './platform'
import { KeysAtRegistry, registry } from './registry-of-keys'
import { startSecondary } from './slow-secondary'

const DAY_MS = 24 * 3_600_000
const [older, newer] = ['o'.repeat(32), 'n'.repeat(32)]
const records = [{ type: 'A', name: 'www', value: '192.0.2.1', ttl: 600 }]
const named = (name: string) => ({ domain: { name, extension: 'com' }, type: 'master' as const, records })

describe('DNSSEC with the built-in publisher', () => {
  let platform: Awaited<ReturnType<typeof startPlatform>>
  beforeAll(async () => {
    platform = await startPlatform()
    await platform.replica({ DNSSEC_KEY_SECRET: older })
  })
  afterAll(() => platform?.close())

  it('refuses to sign a zone, with the reason', async () => {
    const refused = expect.objectContaining({
      refusal: 'dnssec_unavailable',
      message: 'secured: the built-in publisher cannot sign.',
    })
    const call = platform.call(1)
    await expect(platform.rpc.call(createZone, { ...named('plain'), secured: true }, call)).rejects.toEqual(refused)
    await platform.rpc.call(createZone, { ...named('plain'), secured: false }, call)
    await expect(platform.rpc.call(updateZone, { name: 'plain.com', secured: true }, call)).rejects.toEqual(refused)
    await platform.rpc.call(updateZone, { name: 'plain.com', secured: false }, call)
    const zone = await platform.rpc.call(getZone, { name: 'plain.com', with_dnskey: true }, call)
    expect(zone).toMatchObject({ dnskey: '' })
  })
})

if (!hasPowerdns) it('tests signed zones only where pdns_server is installed', () => expect(hasPowerdns).toBe(false))

const where = hasPowerdns ? describe : () => undefined

where('DNSSEC with PowerDNS', () => {
  let platform: Awaited<ReturnType<typeof startPlatform>>
  let powerdns: Awaited<ReturnType<typeof startPowerdns>>
  let secondary: Awaited<ReturnType<typeof startSecondary>>
  let replica: Awaited<ReturnType<(typeof platform)['replica']>>
  const settings = () => ({
    DNS_PUBLISHER: 'powerdns',
    POWERDNS_URL: powerdns.url,
    POWERDNS_API_KEY: powerdns.apiKey,
    DNS_VERIFY: `127.0.0.1:${powerdns.dnsPort},127.0.0.1:${secondary.port}`,
    DNSSEC_KEY_SECRET: older,
  })

  beforeAll(async () => {
    ;[platform, powerdns] = await Promise.all([startPlatform([KeysAtRegistry]), startPowerdns()])
    secondary = await startSecondary(powerdns.dnsPort)
    replica = await platform.replica(settings())
  })
  afterAll(async () => {
    await platform?.close()
    await secondary?.close()
    await powerdns?.close()
  })

  const call = () => platform.call(1)
  const dnskeyOf = async (name: string) =>
    (await platform.rpc.call(getZone, { name, with_dnskey: true }, call())).dnskey
  const change = (name: string, given: object) => platform.rpc.call(updateZone, { name, ...given }, call())
  const ask = (name: string, type: string) =>
    askUdp(powerdns.dnsPort, name, type, {
      additionals: [{ type: 'OPT', name: '.', udpPayloadSize: 1232, flags: packetDnssecOk }],
    })
  const packetDnssecOk = 0x8000
  const typesOf = async (name: string, type: string) =>
    ((await ask(name, type)).answers ?? []).map((answer) => answer.type as string)
  const signing = async (name: string) =>
    (
      await platform.sql.query<{ seen_at: Date | null; is_delegated: boolean; last_error: string | null }>(
        'select k.* from zone_key k join zone z on z.id = k.zone_id where z.name = $1 order by z.id desc limit 1',
        [name],
      )
    ).rows[0]
  const keysInPowerdns = async (name: string) =>
    (await powerdns.api('GET', `/${name}./cryptokeys`)) as { dnskey: string; ds: string[] }[]
  let ds: string[]

  it('signs a zone, and sends the key to the registry when every name server serves it', async () => {
    await platform.rpc.call(createZone, { ...named('signed'), secured: true }, call())
    await eventually(async () => (await typesOf('www.signed.com', 'A')).includes('RRSIG'), 'the zone is signed')
    await eventually(async () => {
      platform.clock.advance(1_000)
      return (await signing('signed.com'))?.last_error?.includes(String(secondary.port))
    }, 'an error that names the secondary')
    expect(registry.of('signed.com')).toBeUndefined()
    expect(await dnskeyOf('signed.com')).toBe('')
    secondary.getKeys()
    await eventually(async () => {
      platform.clock.advance(60_000)
      return (await signing('signed.com'))?.is_delegated
    }, 'the registry has the key')
    const [key] = await keysInPowerdns('signed.com')
    ds = key?.ds ?? []
    const [flags, protocol, alg, pubKey] = key!.dnskey.split(' ')
    expect(await dnskeyOf('signed.com')).toBe(key?.dnskey)
    expect(registry.of('signed.com')).toEqual({
      resellerId: 1,
      name: 'signed.com',
      key: { flags: Number(flags), protocol: Number(protocol), alg: Number(alg), pubKey },
      isPresent: true,
      nameservers: ['ns1.example.net', 'ns2.example.net'],
    })
    expect([flags, protocol, alg]).toEqual(['257', '3', '13'])
  })

  it('denies names with NSEC3, so that the zone cannot be listed', async () => {
    const { rcode, authorities = [] } = await ask('gone.signed.com', 'A')
    const types = authorities.map(({ type }) => type as string)
    expect([rcode, types.includes('NSEC3'), types.includes('NSEC')]).toEqual(['NXDOMAIN', true, false])
  })

  it('stores the private key encrypted', async () => {
    const [{ privatekey }] = (await Promise.all(
      ((await powerdns.api('GET', '/signed.com./cryptokeys')) as { id: number }[]).map(({ id }) =>
        powerdns.api('GET', `/signed.com./cryptokeys/${id}`),
      ),
    )) as [{ privatekey: string }]
    const secret = Buffer.from(/PrivateKey: (.*)/.exec(privatekey)![1]!, 'base64')
    const { rows } = await platform.sql.query<{ private_key: Buffer }>('select private_key from zone_key')
    expect(rows.every(({ private_key }) => !private_key.includes(secret))).toBe(true)
  })

  it('signs changes with the same key', async () => {
    await change('signed.com', { records: { add: [{ type: 'TXT', name: 'new', value: 'x', ttl: 600 }] } })
    await eventually(async () => (await typesOf('new.signed.com', 'TXT')).includes('RRSIG'), 'the new record is signed')
    expect(await keysInPowerdns('signed.com')).toMatchObject([{ ds }])
  })

  it('signs with the same DS after PowerDNS has lost its disk', async () => {
    await powerdns.stop()
    await powerdns.startEmpty()
    // The first sweep can meet the connection to the server that has stopped.
    await eventually(async () => {
      platform.clock.advance(60_000)
      return (await typesOf('new.signed.com', 'TXT')).includes('RRSIG')
    }, 'the zone is signed again')
    expect(await keysInPowerdns('signed.com')).toMatchObject([{ ds }])
  })

  it('removes foreign keys from a zone, and adds its own deleted key again', async () => {
    const [own] = (await powerdns.api('GET', '/signed.com./cryptokeys')) as { id: number }[]
    await powerdns.api('POST', '/signed.com./cryptokeys', { keytype: 'csk', active: true, algorithm: 13 })
    await powerdns.api('DELETE', `/signed.com./cryptokeys/${own?.id}`)
    platform.clock.advance(DAY_MS)
    const found = await eventually(async () => {
      platform.clock.advance(60_000)
      const keys = await keysInPowerdns('signed.com')
      return keys.length === 1 && keys[0]?.ds[0] === ds[0] && keys
    }, 'the zone has only its own key')
    expect(found).toMatchObject([{ ds }])
  })

  it('adds a deleted key again within five minutes', async () => {
    const [own] = (await powerdns.api('GET', '/signed.com./cryptokeys')) as { id: number }[]
    await powerdns.api('DELETE', `/signed.com./cryptokeys/${own?.id}`)
    expect(await keysInPowerdns('signed.com')).toEqual([])
    let [asked, minutes] = [0, 0]
    await eventually(async () => {
      // A sweep needs a moment of real time, so a minute passes with every fortieth question, about once in a second.
      if (asked++ % 40 === 0 && minutes++ < 5) platform.clock.advance(60_000)
      const keys = await keysInPowerdns('signed.com')
      return keys[0]?.ds[0] === ds[0]
    }, 'the key is back')
    await eventually(async () => (await typesOf('new.signed.com', 'TXT')).includes('RRSIG'), 'the zone is signed again')
  })

  const dnskey = { type: 'DNSKEY', name: '', value: `257 3 13 ${Buffer.alloc(64, 7).toString('base64')}`, ttl: 600 }
  const cds = { type: 'CDS', name: '', value: `1 13 2 ${'ab'.repeat(32)}`, ttl: 600 }

  it.each([
    ['DNSKEY', dnskey],
    ['CDS', cds],
    ['CDNSKEY', { ...dnskey, type: 'CDNSKEY' }],
  ])('refuses a %s record in a signed zone, because PowerDNS would not serve it', async (type, record) => {
    const refused = expect.objectContaining({
      refusal: 'rrset_conflict',
      message: expect.stringMatching(new RegExp(`^${type} signed.com: the platform signs the zone`)),
    })
    await expect(change('signed.com', { records: { add: [record] } })).rejects.toEqual(refused)
  })

  it('serves signer records in an unsigned zone, and refuses to sign that zone', async () => {
    const domain = { name: 'ownkeys', extension: 'com' }
    const own = { domain, type: 'master' as const, records: [...records, dnskey, cds] }
    const refused = expect.objectContaining({
      refusal: 'dnssec_unavailable',
      message: expect.stringMatching(/^secured: the zone has a DNSKEY record of its own/),
    })
    await expect(platform.rpc.call(createZone, { ...own, secured: true }, call())).rejects.toEqual(refused)
    await platform.rpc.call(createZone, own, call())
    await eventually(async () => (await typesOf('ownkeys.com', 'DNSKEY')).length === 1, 'the DNSKEY is served')
    expect(await typesOf('ownkeys.com', 'CDS')).toEqual(['CDS'])
    await expect(change('ownkeys.com', { secured: true })).rejects.toEqual(refused)
    const asked = { resellerId: 1, name: 'ownkeys.com', isSecured: true }
    await expect(platform.rpc.call(secureZone, asked, call())).rejects.toMatchObject({ refusal: 'dnssec_unavailable' })
  })

  it('reports a signer record that existed before the zone was signed', async () => {
    const { rows } = await platform.sql.query<{ id: number }>("select id from zone where name = 'signed.com'")
    const rdata = Buffer.from(`00010d02${'ab'.repeat(32)}`, 'hex')
    await platform.sql.query(
      `insert into record (zone_id, owner, type, ttl, prio, value, rdata, created_at, updated_at)
       values ($1, 'signed.com', 'CDS', 600, 0, $2, $3, now(), now())`,
      [rows[0]!.id, cds.value, rdata],
    )
    await change('signed.com', { records: { add: [{ type: 'TXT', name: 'beside', value: 'x', ttl: 600 }] } })
    const { publication } = await eventually(async () => {
      platform.clock.advance(1_000)
      const zone = await platform.rpc.call(getZone, { name: 'signed.com' }, call())
      return zone.publication.state === 'partial' && zone
    }, 'the zone reports the unpublished record')
    const reason = 'the zone is signed by the platform'
    expect(publication.unpublished).toEqual([{ record: 'signed.com CDS', reason }])
    expect(await typesOf('beside.signed.com', 'TXT')).toContain('TXT')
    await change('signed.com', { records: { remove: [cds] } })
  })

  it('sends the key to the registry when the domain is registered later', async () => {
    registry.state.set('early.com', 'elsewhere')
    await platform.rpc.call(createZone, { ...named('early'), secured: true }, call())
    await eventually(async () => {
      platform.clock.advance(1_000)
      return registry.of('early.com')
    }, 'a request for the domain')
    expect(await eventually(() => dnskeyOf('early.com'), 'the key is shown')).toMatch(/^257 3 13 /)
    registry.state.delete('early.com')
    registry.asked.length = 0
    const { rows } = await platform.sql.query<{ id: number }>("select id from zone where name = 'early.com'")
    const domain = { id: rows[0]!.id, resellerId: 1, name: 'early.com', status: 'ACT', ownerHandle: 'AT100000-NL' }
    const payload = { ...domain, isHeld: true, version: 1, changedAt: platform.clock.now().toISOString() }
    await eventually(async () => !(await signing('early.com'))?.is_delegated, 'the registry has no key')
    const [messageId, { correlationId }] = [randomUUID(), call()]
    await platform.domains.publisher.publish([{ message: domainChanged, messageId, correlationId, payload }])
    await eventually(async () => (await signing('early.com'))?.is_delegated, 'the registry has the key')
  })

  it.each([
    ['with its history', 'moved', false],
    ['without its history', 'copied', true],
  ])('keeps the key of a zone that moves with its domain to another account %s', async (_, label, isWithoutHistory) => {
    const name = `${label}.com`
    await platform.rpc.call(createZone, { ...named(label), secured: true }, call())
    const key = await eventually(() => dnskeyOf(name), 'the key is shown')
    const since = platform.clock.now().toISOString()
    const holding = { by: 'account' as const, from: 1, since, isWithoutHistory }
    const domain = { id: 7, resellerId: 2, name, status: 'ACT', ownerHandle: 'AT100000-NL', isHeld: true, version: 2 }
    const message = { message: domainChanged, payload: { ...domain, changedAt: since, holding } }
    await platform.domains.publisher.publish([{ ...message, messageId: randomUUID(), correlationId: randomUUID() }])
    const shown = await eventually(async () => {
      const zone = await platform.rpc
        .call(getZone, { name, with_dnskey: true }, platform.call(2))
        .catch(() => undefined)
      return zone?.dnskey
    }, 'the other account has the zone and its key')
    expect(shown).toBe(key)
    await eventually(async () => {
      platform.clock.advance(1_000)
      return registry.asked.some((asked) => asked.name === name && asked.resellerId === 2 && asked.isPresent)
    }, 'the DS is sent again')
    expect(registry.asked.filter((asked) => asked.name === name && !asked.isPresent)).toEqual([])
    await eventually(async () => (await typesOf(`www.${name}`, 'A')).includes('RRSIG'), 'the zone is signed')
  })

  it('removes the DS first, and the signatures after the DS has expired in all resolver caches', async () => {
    registry.state.set('signed.com', 'pending')
    await change('signed.com', { secured: false })
    await eventually(() => registry.of('signed.com')?.isPresent === false, 'a request to remove the DS')
    expect(await dnskeyOf('signed.com')).toBe('')
    registry.state.delete('signed.com')
    await eventually(async () => {
      platform.clock.advance(2_000)
      const { rows } = await platform.sql.query('select from zone_key where withdrawn_at is not null')
      return rows.length === 1
    }, 'the registry has removed the DS')
    platform.clock.advance(DAY_MS - 60_000)
    await change('signed.com', { records: { add: [{ type: 'A', name: 'still', value: '192.0.2.2', ttl: 600 }] } })
    await eventually(async () => (await typesOf('still.signed.com', 'A')).includes('RRSIG'), 'the new record is signed')
    platform.clock.advance(120_000)
    await eventually(async () => {
      const types = await typesOf('still.signed.com', 'A')
      return types.length === 1 && types[0] === 'A'
    }, 'the record is unsigned')
    expect(await signing('signed.com')).toBeUndefined()
    expect(await keysInPowerdns('signed.com')).toEqual([])
    expect(await typesOf('signed.com', 'DNSKEY')).toEqual([])
    const { results } = await platform.rpc.call(listZoneVersions, { name: 'signed.com' }, platform.call(1))
    expect(results[0]).toMatchObject({ source: 'platform.unsign', who: '', added: 0, removed: 0 })
  })

  it('uses the same key when signing is switched on again before the zone is unsigned', async () => {
    const key = (await keysInPowerdns('early.com'))[0]?.dnskey
    await change('early.com', { secured: false })
    await eventually(() => registry.of('early.com')?.isPresent === false, 'a request to remove the DS')
    await change('early.com', { secured: true })
    await eventually(() => registry.of('early.com')?.isPresent === true, 'a request to add the DS')
    expect(await dnskeyOf('early.com')).toBe(key)
  })

  it('switches signing on and off for the domains service', async () => {
    await platform.rpc.call(createZone, named('asked'), call())
    const input = { resellerId: 1, name: 'asked.com', isSecured: true }
    await platform.rpc.call(secureZone, input, call())
    await eventually(async () => (await typesOf('www.asked.com', 'A')).includes('RRSIG'), 'the zone is signed')
    await expect(platform.rpc.call(secureZone, { ...input, resellerId: 2 }, call())).rejects.toMatchObject({
      refusal: 'zone_not_found',
    })
    const none = { resellerId: 1, name: 'none.com', isSecured: false }
    expect(await platform.rpc.call(secureZone, none, call())).toEqual({})
  })

  it('removes the DS of a deleted zone from the registry', async () => {
    await eventually(async () => {
      platform.clock.advance(1_000)
      return registry.of('asked.com')?.isPresent
    }, 'a request to add the DS')
    await platform.rpc.call(deleteZone, { name: 'asked.com' }, call())
    await eventually(() => registry.of('asked.com')?.isPresent === false, 'a request to remove the DS')
    await eventually(async () => {
      platform.clock.advance(3_600_000)
      return (await signing('asked.com')) === undefined
    }, 'the key is deleted')
  })

  it('encrypts the keys with a new secret, so that the old one can be removed', async () => {
    await replica.close()
    replica = await platform.replica({ ...settings(), DNSSEC_KEY_SECRET: `${newer},${older}` })
    expect(await platform.rpc.call(reencryptZoneKeys, {}, call())).toEqual({ keys: 3 })
    expect(await platform.rpc.call(reencryptZoneKeys, {}, call())).toEqual({ keys: 0 })
    await replica.close()
    replica = await platform.replica({ ...settings(), DNSSEC_KEY_SECRET: newer })
    await change('early.com', { records: { add: [{ type: 'A', name: 'rekeyed', value: '192.0.2.3', ttl: 600 }] } })
    await eventually(async () => (await typesOf('rekeyed.early.com', 'A')).includes('RRSIG'), 'the zone is published')
    await replica.close()
    replica = await platform.replica({ ...settings(), DNSSEC_KEY_SECRET: older })
    await change('early.com', { records: { add: [{ type: 'A', name: 'locked', value: '192.0.2.4', ttl: 600 }] } })
    await eventually(async () => {
      const { rows } = await platform.sql.query<{ last_error: string }>("select * from zone where name = 'early.com'")
      return rows[0]?.last_error?.includes('DNSSEC_KEY_SECRET lacks the secret')
    }, 'the zone reports the missing secret')
    await expect(platform.rpc.call(reencryptZoneKeys, {}, call())).rejects.toMatchObject({
      refusal: 'dnssec_unavailable',
    })
  })
})
