import { randomUUID } from 'node:crypto'
import { Controller } from '@nestjs/common'
import { claimZone } from '@nameyard/contracts/dns/claim-zone'
import { createZone } from '@nameyard/contracts/dns/create-zone'
import { getZone } from '@nameyard/contracts/dns/get-zone'
import { listZoneVersions } from '@nameyard/contracts/dns/list-zone-versions'
import { requestZoneProof } from '@nameyard/contracts/dns/request-zone-proof'
import { restoreZone } from '@nameyard/contracts/dns/restore-zone'
import { zoneTaken } from '@nameyard/contracts/dns/zone-taken'
import { domainChanged } from '@nameyard/contracts/domains/domain-changed'
import { Refusal } from '@nameyard/contracts/errors'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes } from '@nameyard/messaging/consumes'
import { AccountsStandIn, labels } from '@nameyard/testing/accounts'
import { eventually } from '@nameyard/testing/eventually'
import { holders } from '@nameyard/testing/holders'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { startPlatform } from './platform'
import { startRegistry } from './registry'

const told: Payload<typeof zoneTaken>[] = []

/** Replaces the customers service. */
@Controller()
class CustomersStandIn {
  @Consumes(zoneTaken)
  async tell(news: Payload<typeof zoneTaken>): Promise<void> {
    told.push(news)
  }
}

let platform: Awaited<ReturnType<typeof startPlatform>>
let registry: Awaited<ReturnType<typeof startRegistry>>
let customers: TestParty

beforeAll(async () => {
  platform = await startPlatform()
  registry = await startRegistry()
  const settings = { SANDBOX: 'true', DELEGATION_SANDBOX_URL: registry.url }
  await platform.replica(settings)
  await platform.replica(settings)
  customers = await testParty('customers', {
    url: platform.brokerUrl,
    clock: platform.clock,
    controllers: [AccountsStandIn, CustomersStandIn],
  })
})
afterAll(async () => {
  await customers?.close()
  await platform?.close()
  registry?.close()
})
afterEach(() => holders.of.clear())

/** Two accounts with name servers of their own, and one that has the shared ones. */
const [OWNER, SQUATTER, FORMER] = [1, 2, 3] as const
labels.set(OWNER, 'aaaabbbbccccdddd').set(SQUATTER, 'eeeeffffgggghhhh')
const setOf = (label: string) => ['ns1', 'ns2'].map((host) => `${label}.${host}.example.net`)
const [ownSet, squatterSet] = [setOf('aaaabbbbccccdddd'), setOf('eeeeffffgggghhhh')]
const shared = ['ns1.example.net', 'ns2.example.net']
const elsewhere = ['ns1.example.org', 'ns2.example.org']
const DAY_MS = 86_400_000

const outcome = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? error.refusal : String(error)),
  )
const create = (name: string, resellerId: number) => {
  const [label = '', ...extension] = name.split('.')
  const records = [{ type: 'A', name: 'www', value: '192.0.2.1', ttl: 900 }]
  const domain = { name: label, extension: extension.join('.') }
  return platform.rpc.call(createZone, { domain, type: 'master', records }, platform.call(resellerId))
}
const reads = (name: string, resellerId: number) =>
  outcome(platform.rpc.call(getZone, { name }, platform.call(resellerId)))
const claim = (name: string, resellerId: number) =>
  platform.rpc.call(claimZone, { name }, platform.call(resellerId)) as Promise<{ proof: string; withdrawn: number }>
const refused = (name: string, resellerId: number) => outcome(claim(name, resellerId))
const reasonOf = (name: string, resellerId: number) =>
  claim(name, resellerId).then(
    () => '',
    (error: Refusal) => error.message,
  )
const proofOf = (name: string, resellerId: number) =>
  platform.rpc.call(requestZoneProof, { name }, platform.call(resellerId))
/** Publishes records that accounts have got, at servers elsewhere. */
const publish = async (name: string, ...resellerIds: readonly number[]) => {
  const proofs = await Promise.all(resellerIds.map((resellerId) => proofOf(name, resellerId)))
  registry.delegated.set(name, elsewhere)
  registry.texts.set(
    proofs[0]!.record.name,
    proofs.map(({ record }) => record.value),
  )
}
const learn = async (name: string, over: Partial<Payload<typeof domainChanged>>) => {
  const changedAt = platform.clock.now().toISOString()
  const holding = { by: 'registration' as const, since: changedAt }
  const given = { status: 'ACT', ownerHandle: 'AT100000-NL', isHeld: true, version: 2, changedAt, holding }
  const payload = { id: 7, resellerId: OWNER, name, ...given, ...over }
  const message = { message: domainChanged, payload, messageId: randomUUID(), correlationId: randomUUID() }
  await platform.domains.publisher.publish([message])
  await eventually(async () => {
    const { rows } = await platform.sql.query('select from holder where name = $1 and version = $2', [
      name,
      payload.version,
    ])
    return rows.length > 0
  }, `version ${payload.version} of ${name}`)
}

describe('an account that proves control of a name', () => {
  it('by its delegation takes the name from another account, which is told and keeps a restore point', async () => {
    for (const name of ['won.com', 'a.won.com']) await create(name, SQUATTER)
    expect(await outcome(create('won.com', OWNER))).toBe('zone_unavailable')
    registry.delegated.set('won.com', ownSet)
    expect(await claim('WON.com', OWNER)).toEqual({ success: true, proof: 'delegation', withdrawn: 2 })
    for (const name of ['won.com', 'a.won.com']) expect(await reads(name, SQUATTER)).toBe('zone_not_found')
    const news = await eventually(() => told.find(({ domain }) => domain === 'won.com'), 'the news')
    expect(news).toMatchObject({ resellerId: SQUATTER, news: 'claimed', zones: ['won.com', 'a.won.com'] })
    const { results } = await platform.rpc.call(listZoneVersions, { name: 'won.com' }, platform.call(SQUATTER))
    expect(results[0]).toMatchObject({ source: 'platform.withdraw', removed: 1 })
    const restored = () => platform.rpc.call(restoreZone, { name: 'won.com', version: 1 }, platform.call(SQUATTER))
    expect(await outcome(restored())).toBe('zone_unavailable')
    expect(await outcome(create('b.won.com', SQUATTER))).toBe('zone_unavailable')
    expect(await outcome(create('won.com', OWNER))).toBe('done')
    await expect(platform.rpc.call(listZoneVersions, { name: 'won.com' }, platform.call(OWNER))).resolves.toMatchObject(
      { results: [{ source: 'zones.create' }] },
    )
  })

  it('keeps the name free of other accounts for 30 days, then it is first come, first served again', async () => {
    await create('reserved.com', SQUATTER)
    registry.delegated.set('reserved.com', ownSet)
    await claim('reserved.com', OWNER)
    platform.clock.advance(30 * DAY_MS - 1_000)
    const restored = () => platform.rpc.call(restoreZone, { name: 'reserved.com', version: 1 }, platform.call(SQUATTER))
    expect(await outcome(restored())).toBe('zone_unavailable')
    platform.clock.advance(2_000)
    expect(await outcome(restored())).toBe('done')
  })

  it('by a record at other servers takes the name once for each record', async () => {
    await create('text.com', SQUATTER)
    await publish('text.com', OWNER)
    expect((await proofOf('text.com', OWNER)).record).toMatchObject({
      type: 'TXT',
      name: '_nameyard-challenge.text.com',
    })
    expect(await claim('text.com', OWNER)).toMatchObject({ proof: 'record', withdrawn: 1 })
    expect(await reasonOf('text.com', OWNER)).toContain('get a record with zones.request-proof first')
    const used = registry.texts.get('_nameyard-challenge.text.com')
    expect(used).not.toContain((await proofOf('text.com', OWNER)).record.value)
    expect(await reasonOf('text.com', OWNER)).toContain('its servers do not have the record')
  })

  it('takes the name from an account that proved it before', async () => {
    await publish('again.com', SQUATTER)
    await claim('again.com', SQUATTER)
    await create('again.com', SQUATTER)
    await publish('again.com', OWNER)
    expect(await claim('again.com', OWNER)).toMatchObject({ proof: 'record', withdrawn: 1 })
    expect([await outcome(create('again.com', OWNER)), await reads('again.com', SQUATTER)]).toEqual([
      'done',
      'zone_not_found',
    ])
  })

  it('gets a zone below a zone of another account, which stays without the name', async () => {
    await create('wide.com', SQUATTER)
    registry.delegated.set('wide.com', elsewhere).set('deep.wide.com', ownSet)
    expect(await outcome(create('deep.wide.com', OWNER))).toBe('zone_unavailable')
    expect(await claim('deep.wide.com', OWNER)).toMatchObject({ proof: 'delegation', withdrawn: 0 })
    expect(await outcome(create('a.deep.wide.com', OWNER))).toBe('done')
    expect(await outcome(create('deep.wide.com', OWNER))).toBe('done')
    expect(await reads('wide.com', SQUATTER)).toBe('done')
    expect(await outcome(create('b.deep.wide.com', SQUATTER))).toBe('zone_unavailable')
  })

  it('takes no zone below whose account has proved control of it', async () => {
    registry.delegated.set('mixed.com', elsewhere).set('own.mixed.com', squatterSet)
    await create('own.mixed.com', SQUATTER)
    await eventually(async () => {
      const { delegation } = await platform.rpc.call(getZone, { name: 'own.mixed.com' }, platform.call(SQUATTER))
      return delegation.state === 'own'
    }, 'the delegation of own.mixed.com')
    await publish('text.mixed.com', SQUATTER)
    await claim('text.mixed.com', SQUATTER)
    for (const name of ['a.text.mixed.com', 'not.mixed.com', 'nottext.mixed.com']) await create(name, SQUATTER)
    await publish('mixed.com', OWNER)
    expect(await claim('mixed.com', OWNER)).toMatchObject({ withdrawn: 2 })
    const names = ['own.mixed.com', 'a.text.mixed.com', 'not.mixed.com', 'nottext.mixed.com']
    expect(await Promise.all(names.map((name) => reads(name, SQUATTER)))).toEqual([
      'done',
      'done',
      'zone_not_found',
      'zone_not_found',
    ])
    expect(await outcome(create('own.mixed.com', OWNER))).toBe('zone_unavailable')
    expect(await outcome(create('b.text.mixed.com', OWNER))).toBe('zone_unavailable')
    expect(await outcome(create('mixed.com', OWNER))).toBe('done')
  })
})

describe('control is not proved', () => {
  it.each<[string, string, readonly string[] | undefined, string]>([
    ['by a delegation to the shared names', 'to-shared.com', shared, 'it is not delegated to exactly your servers'],
    ['by a delegation to the set of another account', 'to-other.com', squatterSet, 'exactly your servers'],
    ['by a delegation to one of the own servers', 'to-one.com', ownSet.slice(1), 'exactly your servers'],
    ['by a delegation to other servers', 'to-elsewhere.com', elsewhere, 'get a record'],
    ['for a name that is not delegated', 'to-none.com', undefined, 'it is not delegated'],
  ])('%s', async (_, name, hosts, reason) => {
    await create(name, SQUATTER)
    if (hosts) registry.delegated.set(name, hosts)
    expect(await reasonOf(name, OWNER)).toContain(reason)
    expect(await reads(name, SQUATTER)).toBe('done')
  })

  it('for an account with the shared name servers by a delegation to them', async () => {
    await create('elder.com', SQUATTER)
    registry.delegated.set('elder.com', shared)
    expect(await refused('elder.com', FORMER)).toBe('zone_control_unproved')
    expect((await proofOf('elder.com', FORMER)).name_servers).toEqual([])
    expect((await proofOf('elder.com', OWNER)).name_servers).toEqual(ownSet)
  })

  it('by a record in a zone that this platform serves', async () => {
    await create('served.com', SQUATTER)
    await publish('served.com', OWNER)
    for (const hosts of [shared, squatterSet]) {
      registry.delegated.set('served.com', hosts)
      expect(await refused('served.com', OWNER)).toBe('zone_control_unproved')
    }
    // The name of the record alone is delegated to this platform.
    registry.delegated.set('served.com', elsewhere).set('_nameyard-challenge.served.com', ownSet)
    expect(await reasonOf('served.com', OWNER)).toContain('its servers are those of this platform')
    expect(await reads('served.com', SQUATTER)).toBe('done')
  })

  it('by the record of another account', async () => {
    await publish('bound.com', SQUATTER)
    await proofOf('bound.com', OWNER)
    expect(await reasonOf('bound.com', OWNER)).toContain('its servers do not have the record')
  })

  it('by a record that has expired', async () => {
    await publish('expired.com', OWNER)
    const { record, expiration_date } = await proofOf('expired.com', OWNER)
    platform.clock.advance(7 * DAY_MS - 1_000)
    expect((await proofOf('expired.com', OWNER)).record).toEqual(record)
    platform.clock.advance(2_000)
    expect(await refused('expired.com', OWNER)).toBe('zone_control_unproved')
    const next = await proofOf('expired.com', OWNER)
    expect(next.record.value).not.toBe(record.value)
    expect(next.expiration_date > expiration_date).toBe(true)
  })

  it('while public resolution does not answer', async () => {
    await publish('silent.com', OWNER)
    registry.isAway = true
    expect(await reasonOf('silent.com', OWNER)).toContain('its parent zone does not answer now')
    registry.isAway = false
    expect(await refused('silent.com', OWNER)).toBe('done')
  })
})

describe('the holder of a domain', () => {
  it('keeps the name against every proof, and needs none', async () => {
    await learn('held.com', { id: 8 })
    await create('held.com', OWNER)
    registry.delegated.set('held.com', squatterSet)
    for (const name of ['held.com', 'a.held.com']) {
      expect(await refused(name, SQUATTER)).toBe('zone_unavailable')
      expect(await outcome(proofOf(name, SQUATTER))).toBe('zone_unavailable')
    }
    expect(await claim('held.com', OWNER)).toEqual({ success: true, proof: 'domain', withdrawn: 0 })
  })

  it('ends earlier proofs of other accounts', async () => {
    await publish('ended.com', SQUATTER)
    await claim('ended.com', SQUATTER)
    await create('ended.com', SQUATTER)
    await learn('ended.com', { id: 9 })
    expect(await reads('ended.com', SQUATTER)).toBe('zone_not_found')
    await learn('ended.com', { id: 9, version: 3, isHeld: false, holding: null })
    expect(await outcome(create('ended.com', FORMER))).toBe('done')
  })
})

it.each(['com', 'co.uk'])('a claim of the public suffix %s is refused', async (name) => {
  expect(['zone_unavailable', 'extension_invalid']).toContain(await refused(name, OWNER))
  expect(['zone_unavailable', 'extension_invalid']).toContain(await outcome(proofOf(name, OWNER)))
})

describe('claims at the same time', () => {
  it('of accounts that both have a valid record have one winner', async () => {
    for (let at = 0; at < 8; at += 1) {
      const name = `raced-${at}.com`
      await create(name, FORMER)
      await publish(name, OWNER, SQUATTER)
      const accounts = [OWNER, SQUATTER, OWNER, SQUATTER]
      const outcomes = await Promise.all(accounts.map((resellerId) => refused(name, resellerId)))
      const winners = accounts.filter((_, index) => outcomes[index] === 'done')
      expect(winners).toHaveLength(1)
      const made = await Promise.all([OWNER, SQUATTER].map((resellerId) => outcome(create(name, resellerId))))
      expect(made[[OWNER, SQUATTER].indexOf(winners[0] as 1)]).toBe('done')
      expect(made.filter((each) => each === 'done')).toHaveLength(1)
    }
  })

  it('and a new zone of another account leave no zone of that account', async () => {
    for (let at = 0; at < 8; at += 1) {
      const name = `met-${at}.com`
      registry.delegated.set(name, ownSet)
      await Promise.all([outcome(create(name, SQUATTER)), outcome(create(`a.${name}`, SQUATTER)), claim(name, OWNER)])
      for (const each of [name, `a.${name}`]) expect(await reads(each, SQUATTER)).toBe('zone_not_found')
      expect(await outcome(create(name, OWNER))).toBe('done')
    }
  })

  it('and a registration leave the name to the holder', async () => {
    for (let at = 0; at < 6; at += 1) {
      const name = `registered-${at}.com`
      registry.delegated.set(name, squatterSet)
      await Promise.all([refused(name, SQUATTER), learn(name, { id: 100 + at })])
      expect(await outcome(create(name, SQUATTER))).toBe('zone_unavailable')
      expect(await outcome(create(name, OWNER))).toBe('done')
    }
  })
})

it('an account has at most 100 open records, also with requests at the same time', async () => {
  const now = platform.clock.now()
  await platform.sql.query('delete from zone_proof where reseller_id = $1', [FORMER])
  await platform.sql.query(
    `insert into zone_proof (name, reseller_id, value, expires_at)
     select 'open-' || i || '.com', $1, 'x', $2 from generate_series(1, 99) i`,
    [FORMER, new Date(now.getTime() + DAY_MS)],
  )
  const [one, other] = ['hundredth.com', 'another.com'].map((name) => outcome(proofOf(name, FORMER)))
  expect([await one, await other].toSorted()).toEqual(['done', 'zone_proofs_open'])
  expect(await outcome(proofOf('open-1.com', FORMER))).toBe('done')
  expect(await outcome(proofOf('another.com', OWNER))).toBe('done')
  await platform.sql.query(`update zone_proof set expires_at = $1 where name = 'open-2.com'`, [now])
  expect(await outcome(proofOf('freed.com', FORMER))).toBe('done')
})
