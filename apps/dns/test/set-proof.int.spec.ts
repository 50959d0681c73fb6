import { createZone } from '@nameyard/contracts/dns/create-zone'
import { getZone } from '@nameyard/contracts/dns/get-zone'
import { listZoneVersions } from '@nameyard/contracts/dns/list-zone-versions'
import { setProof } from '@nameyard/contracts/dns/set-proof'
import type { InputGiven } from '@nameyard/contracts/operation'
import { startPlatform } from './platform'

let platform: Awaited<ReturnType<typeof startPlatform>>
let zones = 0
/** Each test has a zone of its own in account 1. */
let zone: string

beforeAll(async () => {
  platform = await startPlatform()
  await platform.replica()
})
afterAll(() => platform?.close())
beforeEach(async () => {
  zone = `proven${++zones}.com`
  await make(zone)
})

const www = { type: 'A' as const, name: 'www', value: '192.0.2.1', ttl: 900 }
const make = (name: string) => {
  const domain = { name: name.slice(0, -4), extension: 'com' }
  return platform.rpc.call(createZone, { domain, type: 'master', records: [www] }, platform.call(1))
}
const set = (over: Partial<InputGiven<typeof setProof>> = {}) =>
  platform.rpc.call(
    setProof,
    { resellerId: 1, name: `_proof.${zone}`, type: 'TXT', value: 'token', isPlaced: true, ...over },
    { ...platform.call(1), actor: undefined },
  )
const recordsOf = async (type: string) => {
  const { records = [] } = await platform.rpc.call(getZone, { name: zone, with_records: true }, platform.call(1))
  return records.filter((each) => each.type === type).map(({ name, value, ttl }) => `${name} ${ttl} ${value}`)
}
const versions = async () =>
  (await platform.rpc.call(listZoneVersions, { name: zone }, platform.call(1))).results.map(({ source }) => source)

describe('zones.set-proof', () => {
  it('adds a record with a short TTL to the zone of the account, once for repeated requests', async () => {
    expect(await set()).toEqual({ isHosted: true })
    expect(await set()).toEqual({ isHosted: true })
    const proofs = await recordsOf('TXT')
    expect(proofs).toEqual([expect.stringContaining('token')])
    expect(Number(proofs[0]!.split(' ')[1])).toBeLessThan(900)
    expect(await versions()).toEqual(['zones.set-proof', 'zones.create'])
  })

  it('creates the zone that it is told to where the account has none, as the platform', async () => {
    const apex = 'policies-of-platform.com'
    const record = { name: `_report.${apex}`, newZone: apex }
    expect(await set({ name: record.name })).toEqual({ isHosted: false })
    expect(await set({ ...record, isPlaced: false })).toEqual({ isHosted: false })
    expect(await set(record)).toEqual({ isHosted: true })
    expect(await set({ ...record, value: 'other' })).toEqual({ isHosted: true })
    zone = apex
    expect(await recordsOf('TXT')).toHaveLength(2)
    expect(await versions()).toEqual(['zones.set-proof', 'zones.set-proof'])
    const [author] = (
      await platform.sql.query('select username from zone_change z join zone on zone.id = z.zone_id where name = $1', [
        apex,
      ])
    ).rows
    expect(author).toEqual({ username: null })
  })

  it('removes only the proof, once for repeated requests', async () => {
    await set({ value: 'first' })
    await set({ value: 'second' })
    expect(await set({ value: 'first', isPlaced: false })).toEqual({ isHosted: true })
    expect(await set({ value: 'first', isPlaced: false })).toEqual({ isHosted: true })
    expect(await recordsOf('TXT')).toEqual([expect.stringContaining('second')])
    expect(await recordsOf('A')).toHaveLength(1)
    expect(await versions()).toHaveLength(4)
  })

  it('changes no zone of another account', async () => {
    expect(await set({ resellerId: 2 })).toEqual({ isHosted: false })
    expect(await recordsOf('TXT')).toEqual([])
  })

  it('answers that a name without a zone here, and a name in a slave zone, is not hosted', async () => {
    expect(await set({ name: '_proof.nowhere.com' })).toEqual({ isHosted: false })
    await make('fetched.com')
    await platform.sql.query(`update zone set type = 'slave', master_address = '192.0.2.53' where name = 'fetched.com'`)
    expect(await set({ name: '_proof.fetched.com' })).toEqual({ isHosted: false })
  })

  it('sets the proof in the nearest zone above the name', async () => {
    await make(`sub${zones}.com`)
    expect(await set({ name: `_proof.a.b.${zone}` })).toEqual({ isHosted: true })
    expect(await recordsOf('TXT')).toEqual([expect.stringContaining('_proof.a.b')])
  })

  it('refuses a CNAME at a name that has another record', async () => {
    const cname = { name: `www.${zone}`, type: 'CNAME' as const, value: 'elsewhere.example.net' }
    await expect(set(cname)).rejects.toMatchObject({ refusal: 'rrset_conflict' })
    expect(await recordsOf('CNAME')).toEqual([])
  })
})
