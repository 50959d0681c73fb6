import { setZoneKey } from '@nameyard/contracts/domains/set-zone-key'
import { updateDomain } from '@nameyard/contracts/domains/update-domain'
import type { InputGiven } from '@nameyard/contracts/operation'
import { startPlatform, type Account, type Platform } from './platform'
import { registries } from './worker-stand-in'

/** The keys of signed zones at the registry, as the dns service asks for them. */

const key = { flags: 257, protocol: 3, alg: 13, pubKey: 'AAAA' }

let platform: Platform
let anna: Account
let names = 0
/** Each test has an active domain of its own. */
let name: string
let id: number
let nameservers: string[]

beforeAll(async () => {
  platform = await startPlatform()
  anna = await platform.account()
})
afterAll(() => platform?.close())
beforeEach(async () => {
  name = `signed${++names}.com`
  id = (await platform.active(anna, name)).id
  nameservers = ((await platform.rowOf(id)).name_servers as { name: string }[]).map((each) => each.name)
})

const set = (over: Partial<InputGiven<typeof setZoneKey>> = {}) =>
  platform.rpc.call(
    setZoneKey,
    { resellerId: anna.resellerId, name, key, isPresent: true, nameservers, ...over },
    platform.worker.call(),
  )
const updates = () => registries.submitted.filter(({ object, kind }) => object === name && kind === 'domain.update')
const settled = async () => platform.settle(await platform.submitted(name, 'domain.update'), {})

describe('domains.set-zone-key', () => {
  it('adds the key at the registry, once for repeated requests', async () => {
    expect(await set()).toEqual({ state: 'pending' })
    const { intent } = await platform.submitted(name, 'domain.update')
    expect(intent.desired.zoneKeys).toEqual([key])
    expect(await set()).toEqual({ state: 'pending' })
    await settled()
    expect(await set()).toEqual({ state: 'done' })
    expect(updates()).toHaveLength(1)
  })

  it('removes only this key, and keeps the key that the account has set', async () => {
    const dnssec_keys = [{ flags: 257, protocol: 3, alg: 13, pub_key: 'AQIDBA==' }]
    await platform.rpc.call(updateDomain, { id, dnssec_keys }, anna.call())
    await settled()
    await set()
    expect((await platform.rowOf(id)).zone_keys).toHaveLength(2)
    expect(await set({ isPresent: false })).toEqual({ state: 'pending' })
    expect((await platform.rowOf(id)).zone_keys).toMatchObject([{ pubKey: 'AQIDBA==' }])
  })

  it('does nothing for the domain of another account, and for an unknown name', async () => {
    const bert = await platform.account()
    expect(await set({ resellerId: bert.resellerId })).toEqual({ state: 'elsewhere' })
    expect(await set({ name: 'nowhere.com' })).toEqual({ state: 'elsewhere' })
    expect(updates()).toEqual([])
  })

  it('adds no key to a domain that is delegated to other name servers', async () => {
    expect(await set({ nameservers: ['ns1.elsewhere.net'] })).toEqual({ state: 'elsewhere' })
    expect(await set({ nameservers: nameservers.slice(1) })).toEqual({ state: 'elsewhere' })
    expect(updates()).toEqual([])
  })

  it('refuses an algorithm that the registry does not accept with dnssec_algorithm_unsupported', async () => {
    await expect(set({ key: { ...key, alg: 1 } })).rejects.toMatchObject({ refusal: 'dnssec_algorithm_unsupported' })
  })

  it('refuses more keys than the registry accepts with dnssec_key_invalid', async () => {
    const pubKeys = ['AQ==', 'Ag==', 'Aw==', 'BA==', 'BQ==', 'Bg==', 'Bw==', 'CA==']
    const dnssec_keys = pubKeys.map((pub_key) => ({ flags: 257, protocol: 3, alg: 13, pub_key }))
    await platform.rpc.call(updateDomain, { id, dnssec_keys }, anna.call())
    await settled()
    await expect(set()).rejects.toMatchObject({ refusal: 'dnssec_key_invalid' })
  })
})
