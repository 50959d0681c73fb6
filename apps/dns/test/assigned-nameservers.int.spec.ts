import { arbitrateZone } from '@nameyard/contracts/dns/arbitrate-zone'
import { checkControl } from '@nameyard/contracts/dns/check-control'
import { createZone } from '@nameyard/contracts/dns/create-zone'
import { exportZone } from '@nameyard/contracts/dns/export-zone'
import { getNameserverGroup } from '@nameyard/contracts/dns/get-nameserver-group'
import { getZone } from '@nameyard/contracts/dns/get-zone'
import { importZone } from '@nameyard/contracts/dns/import-zone'
import { listRecords } from '@nameyard/contracts/dns/list-records'
import { listZones } from '@nameyard/contracts/dns/list-zones'
import { moveZone } from '@nameyard/contracts/dns/move-zone'
import { resolveNameserverGroup } from '@nameyard/contracts/dns/resolve-nameserver-group'
import { updateZone } from '@nameyard/contracts/dns/update-zone'
import { readDate } from '@nameyard/contracts/primitives/dates'
import { labels } from '@nameyard/testing/accounts'
import { eventually } from '@nameyard/testing/eventually'
import { holders } from '@nameyard/testing/holders'
import { askUdp } from './dns-client'
import { startPlatform } from './platform'
import { startRegistry } from './registry'

let platform: Awaited<ReturnType<typeof startPlatform>>
let port: number
let registry: Awaited<ReturnType<typeof startRegistry>>

beforeAll(async () => {
  platform = await startPlatform()
  registry = await startRegistry()
  ;({ port } = await platform.replica({ SANDBOX: 'true', DELEGATION_SANDBOX_URL: registry.url }))
})
afterAll(async () => {
  await platform?.close()
  registry?.close()
})

/** An account with name servers of its own, another one, and one that was opened before accounts had their own. */
const [OWN, NEXT, FORMER] = [1, 2, 3] as const
labels.set(OWN, 'aaaabbbbccccdddd').set(NEXT, 'eeeeffffgggghhhh')
const set = ['aaaabbbbccccdddd.ns1.example.net', 'aaaabbbbccccdddd.ns2.example.net']
const nextSet = ['eeeeffffgggghhhh.ns1.example.net', 'eeeeffffgggghhhh.ns2.example.net']
const shared = ['ns1.example.net', 'ns2.example.net']

const create = (name: string, resellerId: number) => {
  const records = [{ type: 'A', name: 'www', value: '192.0.2.1', ttl: 900 }]
  const zone = { domain: { name, extension: 'com' }, type: 'master' as const, records }
  return platform.rpc.call(createZone, zone, platform.call(resellerId))
}
/** The hosts that the built-in responder answers at an apex. */
const served = async (name: string) => {
  const { answers = [] } = await askUdp(port, name, 'NS')
  return answers.map((each) => ('data' in each ? String(each.data) : '')).toSorted()
}
const isServed = (name: string, hosts: readonly string[]) =>
  eventually(async () => JSON.stringify(await served(name)) === JSON.stringify(hosts), `${hosts[0]} at ${name}`)

it('many first requests of an account at the same time all get its name servers', async () => {
  for (let resellerId = 100; resellerId < 130; resellerId++) {
    labels.set(resellerId, `first${resellerId}`)
    const asked = Array.from({ length: 20 }, () =>
      platform.rpc.call(resolveNameserverGroup, { resellerId, group: 'dns-openprovider' }, platform.call(resellerId)),
    )
    const groups = await Promise.all(asked)
    for (const { nameservers } of groups) expect(nameservers[0]?.name).toBe(`first${resellerId}.ns1.example.net`)
  }
})

describe('the apex of a zone', () => {
  it('has the name servers of its account wherever it is read', async () => {
    await create('own', OWN)
    const call = platform.call(OWN)
    const read = { name: 'own.com', with_records: true }
    const zone = await platform.rpc.call(getZone, read, call)
    const [listed] = (await platform.rpc.call(listZones, { with_records: true }, call)).results
    const records = await platform.rpc.call(listRecords, { name: 'own.com', type: 'NS' }, call)
    const valuesOf = (all: readonly { type: string; value: string }[] = [], type = 'NS') =>
      all.flatMap((each) => (each.type === type ? each.value : []))
    for (const each of [zone.records, listed?.records, records.results]) expect(valuesOf(each)).toEqual(set)
    expect(valuesOf(zone.records, 'SOA')).toEqual([expect.stringMatching(`^${set[0]} hostmaster.example.net 1 `)])
    const { zone_file } = await platform.rpc.call(exportZone, { name: 'own.com' }, call)
    for (const host of set) expect(zone_file).toContain(`NS\t${host}.`)
    await isServed('own.com', set)
    const { answers = [] } = await askUdp(port, 'own.com', 'SOA')
    expect(answers).toMatchObject([{ data: { mname: set[0] } }])
  })

  it('has the shared name servers in an account from before', async () => {
    await create('former', FORMER)
    await isServed('former.com', shared)
  })

  it('takes the name servers of the next account when its zone is moved', async () => {
    await create('moved', OWN)
    const asked = { operator: 'maria', reason: 'sold', name: 'moved.com', resellerId: NEXT }
    await platform.rpc.call(moveZone, asked, platform.call(OWN))
    await isServed('moved.com', nextSet)
    const { publication } = await platform.rpc.call(getZone, { name: 'moved.com' }, platform.call(NEXT))
    expect(publication.version).toBe(2)
  })

  it('accepts its own NS records in a change and in a zone file, and leaves out those of another account', async () => {
    await create('filed', OWN)
    const call = platform.call(OWN)
    const asNs = (value: string) => ({ type: 'NS', name: '', value, ttl: 3600 })
    const replace = [...set.map(asNs), { type: 'A', name: 'www', value: '192.0.2.2', ttl: 900 }]
    await platform.rpc.call(updateZone, { name: 'filed.com', records: { replace } }, call)
    const fileOf = (hosts: readonly string[]) =>
      [...hosts.map((host) => `@ 3600 IN NS ${host}.`), 'www 900 IN A 192.0.2.3', ''].join('\n')
    const imported = (hosts: readonly string[]) =>
      platform.rpc.call(importZone, { name: 'filed.com', zone_file: fileOf(hosts), plan: true }, call)
    for (const hosts of [set, nextSet]) {
      const { plan } = await imported(hosts)
      expect(plan).toMatchObject({ added: 0, removed: 0 })
      expect(JSON.stringify(plan)).not.toContain('ns1.example.net')
    }
  })
})

describe('the group of the platform', () => {
  it.each([
    [OWN, set],
    [NEXT, nextSet],
    [FORMER, shared],
  ])('consists of the name servers of account %i', async (resellerId, hosts) => {
    const asked = { ns_group: 'dns-openprovider' }
    const { name_servers } = await platform.rpc.call(getNameserverGroup, asked, platform.call(resellerId))
    expect(name_servers.map(({ name }) => name)).toEqual(hosts)
    const group = { resellerId, group: 'dns-openprovider' }
    const { nameservers } = await platform.rpc.call(resolveNameserverGroup, group, platform.call(resellerId))
    expect(nameservers.map(({ name }) => name)).toEqual(hosts)
  })

  it('does not change when the customers service names another label later', async () => {
    labels.set(FORMER, 'iiiijjjjkkkkllll')
    const group = { resellerId: FORMER, group: 'dns-openprovider' }
    const { nameservers } = await platform.rpc.call(resolveNameserverGroup, group, platform.call(FORMER))
    expect(nameservers.map(({ name }) => name)).toEqual(shared)
  })
})

describe('the delegation that a zone shows', () => {
  const shown = async (name: string, resellerId: number = OWN) =>
    (await platform.rpc.call(getZone, { name }, platform.call(resellerId))).delegation
  const becomes = (name: string, state: string, resellerId: number = OWN) =>
    eventually(async () => (await shown(name, resellerId)).state === state, `${name} ${state} for ${resellerId}`)
  const minutes = (count: number) => platform.clock.advance(count * 60_000)

  it('is checked soon after its creation, and again soon after a read that finds an old result', async () => {
    await create('shown', OWN)
    await becomes('shown.com', 'none')
    expect(await shown('shown.com')).toMatchObject({ expected: set, found: [] })
    registry.delegated.set('shown.com', nextSet)
    minutes(9)
    await shown('shown.com')
    const [listed] = (await platform.rpc.call(listZones, { name_pattern: 'shown.com' }, platform.call(OWN))).results
    expect(listed?.delegation).toMatchObject({ state: 'none', expected: set })
    minutes(2)
    expect(await shown('shown.com')).toMatchObject({ state: 'none' })
    await becomes('shown.com', 'other')
    const { found, checked_at } = await shown('shown.com')
    expect(found).toEqual(nextSet)
    expect(readDate(checked_at)).toEqual(new Date(Math.floor(platform.clock.epochMs() / 1_000) * 1_000))
  })

  it('is checked once a day without a read', async () => {
    await create('daily', OWN)
    await becomes('daily.com', 'none')
    registry.delegated.set('daily.com', set)
    minutes(23 * 60)
    const stored = async () => {
      const { rows } = await platform.sql.query<{ state: string }>(
        "select d.state from zone_delegation d join zone z on z.id = d.zone_id where z.name = 'daily.com'",
      )
      return rows[0]!.state
    }
    expect(await stored()).toBe('none')
    minutes(2 * 60)
    await eventually(async () => (await stored()) === 'own', 'the result of the day')
  })

  it('keeps the last result while public resolution does not answer', async () => {
    registry.delegated.set('silent.com', set)
    await create('silent', OWN)
    await becomes('silent.com', 'own')
    registry.isAway = true
    const { checked_at } = await shown('silent.com')
    minutes(11)
    await shown('silent.com')
    await eventually(async () => {
      const { rows } = await platform.sql.query<{ tried: boolean }>(
        `select d.tried_at > d.checked_at and d.claimed_until is null as tried
         from zone_delegation d join zone z on z.id = d.zone_id where z.name = 'silent.com'`,
      )
      return rows[0]!.tried
    }, 'another attempt')
    expect(await shown('silent.com')).toMatchObject({ state: 'own', checked_at })
    registry.isAway = false
  })

  it('is that of the next account after the zone was moved', async () => {
    registry.delegated.set('handed.com', set)
    await create('handed', OWN)
    await becomes('handed.com', 'own')
    const asked = { operator: 'maria', reason: 'sold', name: 'handed.com', resellerId: NEXT }
    await platform.rpc.call(moveZone, asked, platform.call(OWN))
    const { state, expected } = await shown('handed.com', NEXT)
    expect(state).not.toBe('own')
    expect(expected).toEqual(nextSet)
    await becomes('handed.com', 'other', NEXT)
  })

  it('names the shared name servers to an account from before, to which a delegation proves nothing', async () => {
    registry.delegated.set('elder.com', shared)
    await create('elder', FORMER)
    await becomes('elder.com', 'shared', FORMER)
    expect(await shown('elder.com', FORMER)).toMatchObject({ expected: shared, found: shared })
  })
})

describe('the control of a name', () => {
  const stateFor = async (resellerId: number, name: string) =>
    (await platform.rpc.call(checkControl, { resellerId, name }, platform.call(resellerId))).state

  it('is shown by a delegation to exactly the set of the account, and by nothing in a zone of this platform', async () => {
    registry.delegated
      .set('mine.com', set)
      .set('theirs.com', nextSet)
      .set('old.com', shared)
      .set('away.com', ['ns1.example.org', 'ns2.example.org'])
    const states = async (resellerId: number) => {
      const names = ['mine.com', 'www.mine.com', 'theirs.com', 'old.com', 'away.com', 'free.com']
      return Promise.all(names.map((name) => stateFor(resellerId, name)))
    }
    expect(await states(OWN)).toEqual(['own', 'own', 'other', 'shared', 'elsewhere', 'none'])
    expect(await states(NEXT)).toEqual(['other', 'other', 'own', 'shared', 'elsewhere', 'none'])
    expect(await states(FORMER)).toEqual(['other', 'other', 'other', 'shared', 'elsewhere', 'none'])
  })

  it('belongs to the holder of a domain, whom the domains service is asked for each time', async () => {
    registry.delegated.set('sold.com', set)
    const changedAt = platform.clock.now().toISOString()
    const holding = { by: 'registration' as const, since: changedAt }
    const hold = (resellerId: number, version: number) =>
      holders.of.set('sold.com', { name: 'sold.com', domainId: 7, resellerId, version, changedAt, holding })
    hold(OWN, 1)
    expect(await Promise.all([OWN, NEXT].map((each) => stateFor(each, 'a.sold.com')))).toEqual(['held', 'other'])
    hold(NEXT, 2)
    expect(await Promise.all([OWN, NEXT].map((each) => stateFor(each, 'a.sold.com')))).toEqual(['other', 'held'])
  })

  it('is not proved by a decision of an operator, who keeps other accounts away only', async () => {
    registry.delegated.set('decided.com', ['ns1.example.org'])
    const decided = { operator: 'maria', reason: 'case 7', name: 'decided.com', resellerId: OWN }
    await platform.rpc.call(arbitrateZone, decided, platform.call(OWN))
    expect(await Promise.all([OWN, NEXT].map((each) => stateFor(each, 'decided.com')))).toEqual(['elsewhere', 'other'])
  })

  it('is unknown while public resolution does not answer', async () => {
    registry.isAway = true
    expect(await stateFor(OWN, 'mine.com')).toBe('unknown')
    registry.isAway = false
  })
})
