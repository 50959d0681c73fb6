import { createZone } from '@nameyard/contracts/dns/create-zone'
import { deleteZone } from '@nameyard/contracts/dns/delete-zone'
import { getZone } from '@nameyard/contracts/dns/get-zone'
import { secureZone } from '@nameyard/contracts/dns/secure-zone'
import { updateZone } from '@nameyard/contracts/dns/update-zone'
import { zoneState } from '@nameyard/contracts/events/catalogue/zone-events'
import { storedEvents } from '@nameyard/testing/account-events'
import { eventually } from '@nameyard/testing/eventually'
import { hasPowerdns, startPowerdns } from '@nameyard/testing/powerdns'
import { startPlatform } from './platform'
import { KeysAtRegistry } from './registry-of-keys'

type Platform = Awaited<ReturnType<typeof startPlatform>>

const DAY_MS = 24 * 3_600_000
const domain = (name: string) => ({ name, extension: 'com' })
const records = [{ type: 'A', name: 'www', value: '192.0.2.1', ttl: 600 }]
const text = (value: string) => ({ type: 'TXT', name: 'text', value, ttl: 600 })

/** The events of zones of account 1. */
const zones = (platform: Platform) => {
  const call = () => platform.call(1)
  const of = (name: string) => storedEvents(platform.sql, 'dns', `dns/zones/${name}`)
  return {
    of,
    call,
    /** Waits until a zone has an event of a type as its last one. Returns the types. */
    until: async (name: string, type: string): Promise<string[]> => {
      await eventually(async () => {
        platform.clock.advance(1_000)
        return (await of(name)).at(-1)?.type === type
      }, `${type} of ${name}`)
      return (await of(name)).map((event) => event.type)
    },
    /** Expects that the last event has what the read shows now. */
    expectShown: async (name: string) => {
      const shown = await platform.rpc.call(getZone, { name, with_dnskey: true }, call())
      const { state, resellerId, zone } = (await of(name)).at(-1)!
      expect({ state, resellerId, zone }).toEqual({ state: shown, resellerId: 1, zone: name })
      expect(zoneState.strict().parse(state)).toEqual(state)
    },
  }
}

describe('the events of a zone', () => {
  let platform: Platform
  let zone: ReturnType<typeof zones>
  beforeAll(async () => {
    platform = await startPlatform()
    zone = zones(platform)
    await platform.replica()
  })
  afterAll(() => platform?.close())

  it('tell that it was created, published and deleted, each with the zone without its records', async () => {
    await platform.rpc.call(createZone, { domain: domain('told'), type: 'master', records }, zone.call())
    expect(await zone.until('told.com', 'zone.published')).toEqual(['zone.created', 'zone.published'])
    await zone.expectShown('told.com')
    await platform.rpc.call(updateZone, { name: 'told.com', records: { add: [text('one')] } }, zone.call())
    await eventually(async () => (await zone.of('told.com')).length === 3, 'the second publication')
    await zone.expectShown('told.com')
    await platform.rpc.call(deleteZone, { name: 'told.com' }, zone.call())
    expect(await zone.until('told.com', 'zone.deleted')).toHaveLength(4)
    for (const { state } of await zone.of('told.com')) expect(JSON.stringify(state)).not.toContain('192.0.2.1')
  })

  it('have one publication for changes that arrive together', async () => {
    await platform.rpc.call(createZone, { domain: domain('busy'), type: 'master', records }, zone.call())
    const changes = Array.from({ length: 40 }, (_, at) =>
      platform.rpc.call(updateZone, { name: 'busy.com', records: { add: [text(`number ${at}`)] } }, zone.call()),
    )
    await Promise.all(changes)
    await eventually(async () => {
      const last = (await zone.of('busy.com')).at(-1)?.state as { publication: { published_version: number } }
      return last.publication.published_version === 41
    }, 'the last version')
    expect((await zone.of('busy.com')).length).toBeLessThan(20)
  })
})

if (!hasPowerdns) it('tests signed zones only where pdns_server is installed', () => expect(hasPowerdns).toBe(false))

const where = hasPowerdns ? describe : () => undefined

where('the events of a signed zone', () => {
  let platform: Platform
  let powerdns: Awaited<ReturnType<typeof startPowerdns>>
  let zone: ReturnType<typeof zones>
  beforeAll(async () => {
    ;[platform, powerdns] = await Promise.all([startPlatform([KeysAtRegistry]), startPowerdns()])
    zone = zones(platform)
    await platform.replica({
      DNS_PUBLISHER: 'powerdns',
      POWERDNS_URL: powerdns.url,
      POWERDNS_API_KEY: powerdns.apiKey,
      DNS_VERIFY: `127.0.0.1:${powerdns.dnsPort}`,
      DNSSEC_KEY_SECRET: 'o'.repeat(32),
    })
  })
  afterAll(async () => {
    await platform?.close()
    await powerdns?.close()
  })

  it('tell each step of its signing, with the key for the DS, and of the end of it', async () => {
    const name = 'signed.com'
    await platform.rpc.call(
      createZone,
      { domain: domain('signed'), type: 'master', records, secured: true },
      zone.call(),
    )
    await zone.until(name, 'zone.ds-published')
    await zone.expectShown(name)
    await platform.rpc.call(secureZone, { resellerId: 1, name, isSecured: false }, { ...zone.call(), actor: undefined })
    await zone.until(name, 'zone.ds-withdrawn')
    platform.clock.advance(30 * DAY_MS)
    await eventually(async () => (await zone.of(name)).some(({ type }) => type === 'zone.unsigned'), 'the end')
    const told = await zone.of(name)
    expect(told.map(({ type }) => type).filter((type) => type !== 'zone.published')).toEqual([
      'zone.created',
      'zone.signing-requested',
      'zone.signed',
      'zone.ds-published',
      'zone.unsigning-requested',
      'zone.ds-withdrawn',
      'zone.unsigned',
    ])
    const signed = told.find(({ type }) => type === 'zone.signed')!.state as { dnskey: string }
    expect(signed.dnskey).toMatch(/^257 3 13 /)
  })
})
