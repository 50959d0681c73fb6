import { randomUUID } from 'node:crypto'
import { createDomainToken } from '@nameyard/contracts/dns/create-domain-token'
import { createTemplate } from '@nameyard/contracts/dns/create-template'
import { createZone } from '@nameyard/contracts/dns/create-zone'
import { deleteZone } from '@nameyard/contracts/dns/delete-zone'
import { getZone } from '@nameyard/contracts/dns/get-zone'
import { importZone } from '@nameyard/contracts/dns/import-zone'
import { listZones } from '@nameyard/contracts/dns/list-zones'
import { prepareZone } from '@nameyard/contracts/dns/prepare-zone'
import { restoreZone } from '@nameyard/contracts/dns/restore-zone'
import { updateZone } from '@nameyard/contracts/dns/update-zone'
import { domainChanged } from '@nameyard/contracts/domains/domain-changed'
import { Refusal } from '@nameyard/contracts/errors'
import type { Payload } from '@nameyard/contracts/event'
import { eventually } from '@nameyard/testing/eventually'
import { holders } from '@nameyard/testing/holders'
import { startPlatform } from './platform'

let platform: Awaited<ReturnType<typeof startPlatform>>

beforeAll(async () => {
  platform = await startPlatform()
  await platform.replica()
  await platform.replica()
})
afterAll(() => platform?.close())
afterEach(() => {
  holders.of.clear()
  holders.isAway = false
  holders.asked.length = 0
})

const [OWNER, OTHER] = [1, 2] as const

type Changed = Payload<typeof domainChanged>
let domains = 0

/** Returns an event about a domain that its account holds by registration. */
const held = (name: string, resellerId: number, over: Partial<Changed> = {}): Changed => {
  const changedAt = over.changedAt ?? platform.clock.now().toISOString()
  const holding = { by: 'registration' as const, since: changedAt }
  const given = { status: 'ACT', ownerHandle: 'AT100000-NL', isHeld: true, version: 2, changedAt, holding }
  return { id: ++domains, resellerId, name, ...given, ...over }
}
const ended = (domain: Changed, over: Partial<Changed> = {}): Changed => ({
  ...domain,
  status: 'DEL',
  isHeld: false,
  holding: null,
  version: domain.version + 1,
  ...over,
})

/** Publishes events, and waits until each is stored or outdated. */
const learn = async (...events: readonly Changed[]) => {
  const marker = held(`marker-${++domains}.org`, OWNER)
  for (const payload of [...events, marker]) {
    const message = { message: domainChanged, payload, messageId: randomUUID(), correlationId: randomUUID() }
    await platform.domains.publisher.publish([message])
  }
  for (const { id, name, version, holding, changedAt } of [...events, marker])
    await eventually(async () => {
      const { rows } = await platform.sql.query<{ done: boolean }>(
        `select case when domain_id = $2 then version >= $3
           else $4 or (changed_at, domain_id) > ($5::timestamptz, $2) end as done
         from holder where name = $1`,
        [name, id, version, holding === null, changedAt],
      )
      return rows[0]?.done
    }, `the holder of ${name}`)
}
const holderOf = async (name: string) => {
  const { rows } = await platform.sql.query<{ reseller_id: number | null }>(
    'select reseller_id from holder where name = $1',
    [name],
  )
  return rows[0]?.reseller_id
}
const create = (name: string, resellerId: number, over: object = {}) => {
  const [label = '', ...extension] = name.split('.')
  const records = [{ type: 'A', name: 'www', value: '192.0.2.1', ttl: 900 }]
  const zone = { domain: { name: label, extension: extension.join('.') }, type: 'master' as const, records, ...over }
  return platform.rpc.call(createZone, zone, platform.call(resellerId))
}
const outcome = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? error.refusal : String(error)),
  )
const reads = (name: string, resellerId: number) =>
  outcome(platform.rpc.call(getZone, { name }, platform.call(resellerId)))
const total = async (resellerId: number) =>
  (await platform.rpc.call(listZones, {}, platform.call(resellerId))).total as number
const described = ({ id: domainId, resellerId, name, version, changedAt, holding }: Changed) =>
  holders.of.set(name, { domainId, resellerId, name, version, changedAt, holding: holding! })

describe('a new zone', () => {
  it('is refused at a held name and below it to every other account, whatever makes it', async () => {
    await learn(held('mine.com', OWNER))
    const zone_file = 'www 600 IN A 192.0.2.1\n'
    for (const name of ['mine.com', 'a.b.mine.com']) {
      expect(await outcome(create(name, OTHER))).toBe('zone_unavailable')
      const imported = platform.rpc.call(importZone, { name, zone_file }, platform.call(OTHER))
      expect(await outcome(imported)).toBe('zone_unavailable')
    }
    expect(await outcome(create('a.b.mine.com', OWNER))).toBe('done')
  })

  it('is refused above a name that another account holds', async () => {
    await learn(held('third.level.com', OWNER))
    expect(await outcome(create('level.com', OTHER))).toBe('zone_unavailable')
  })

  it('is refused to an account whose earlier zone the history has', async () => {
    await create('lost.com', OTHER)
    await platform.rpc.call(deleteZone, { name: 'lost.com' }, platform.call(OTHER))
    await learn(held('lost.com', OWNER))
    const restored = platform.rpc.call(restoreZone, { name: 'lost.com', version: 1 }, platform.call(OTHER))
    expect(await outcome(restored)).toBe('zone_unavailable')
  })

  it('is refused when the domains service knows a holder whose event has not come', async () => {
    described(held('coming.com', OWNER))
    expect(await outcome(create('coming.com', OTHER))).toBe('zone_unavailable')
    expect(await outcome(create('www.coming.com', OTHER))).toBe('zone_unavailable')
    expect(await outcome(create('coming.com', OWNER))).toBe('done')
  })

  it('is allowed to the new holder that the domains service knows, although an event names the former one', async () => {
    const before = held('moved-on.com', OTHER)
    await learn(before)
    platform.clock.advance(1_000)
    described(held('moved-on.com', OWNER))
    expect(await outcome(create('moved-on.com', OWNER))).toBe('done')
  })

  it('is refused as temporary while the domains service is away, except to the known holder', async () => {
    await learn(held('known.com', OWNER))
    holders.isAway = true
    expect(await outcome(create('unknown.com', OTHER))).toBe('service_unavailable')
    expect(await outcome(create('known.com', OWNER))).toBe('done')
  })

  it('needs no request to the domains service for changes of an existing zone', async () => {
    await create('existing.com', OWNER)
    holders.asked.length = 0
    const add = [{ type: 'A', name: 'a', value: '192.0.2.2', ttl: 900 }]
    await platform.rpc.call(updateZone, { name: 'existing.com', records: { add } }, platform.call(OWNER))
    const zone_file = 'b 600 IN A 192.0.2.1\n'
    await platform.rpc.call(importZone, { name: 'existing.com', zone_file }, platform.call(OWNER))
    await platform.rpc.call(restoreZone, { name: 'existing.com', version: 1 }, platform.call(OWNER))
    expect(holders.asked).toEqual([])
  })

  it('and a registration at the same time leave no zone of another account, in any order', async () => {
    const names = Array.from({ length: 20 }, (_, at) => `race-${at}.com`)
    await Promise.all([
      learn(...names.map((name) => held(name, OWNER))),
      ...names.map((name) => outcome(create(name, OTHER))),
    ])
    const { rows } = await platform.sql.query(
      "select name from zone where name like 'race-%' and deleted_at is null and reseller_id = $1",
      [OTHER],
    )
    expect(rows).toEqual([])
    expect(await total(OTHER)).toBe(await counted(OTHER))
  })
})

const counted = async (resellerId: number) => {
  const { rows } = await platform.sql.query<{ zones: number }>(
    'select count(*)::integer as zones from zone where reseller_id = $1 and deleted_at is null',
    [resellerId],
  )
  return rows[0]!.zones
}

describe('events about holders', () => {
  it('count in the order of their versions, in whatever order and how often they arrive', async () => {
    const domain = held('ordered.com', OWNER)
    await learn(ended(domain), domain, domain)
    expect(await holderOf('ordered.com')).toBeNull()
    platform.clock.advance(1_000)
    const next = held('ordered.com', OTHER)
    await learn(next, ended(domain, { version: 9 }), domain)
    expect(await holderOf('ordered.com')).toBe(OTHER)
  })

  it('of a release that says nothing of the holder are completed by the domains service', async () => {
    const { holding, ...domain } = held('older.com', OWNER)
    holders.of.set('older.com', {
      domainId: domain.id,
      resellerId: OWNER,
      name: 'older.com',
      version: domain.version,
      changedAt: domain.changedAt,
      holding: holding!,
    })
    await learn(domain)
    expect(await holderOf('older.com')).toBe(OWNER)
  })
})

describe('the zones of other accounts', () => {
  it('are withdrawn by a registration, with a restore point that the new holder cannot see', async () => {
    await create('squat.com', OTHER)
    await create('a.squat.com', OTHER)
    await platform.rpc.call(createDomainToken, { domain: 'squat.com' }, platform.call(OTHER))
    const domain = held('squat.com', OWNER)
    await learn(domain)
    expect([await reads('squat.com', OTHER), await reads('a.squat.com', OTHER)]).toEqual([
      'zone_not_found',
      'zone_not_found',
    ])
    const { rows } = await platform.sql.query(
      'select from zone_link l join zone z on z.id = l.zone_id where z.name = $1',
      ['squat.com'],
    )
    expect(rows).toEqual([])
    const restored = (version: number) =>
      platform.rpc.call(restoreZone, { name: 'squat.com', version }, platform.call(OTHER))
    expect(await outcome(restored(1))).toBe('zone_unavailable')
    await learn(ended(domain))
    expect(await outcome(restored(1))).toBe('done')
  })

  it('stay when the domain is that of their own account, and at names below that other accounts hold', async () => {
    await learn(held('deep.wide.com', OTHER))
    await create('deep.wide.com', OTHER)
    await create('wide-own.com', OWNER)
    await learn(held('wide.com', OWNER), held('wide-own.com', OWNER))
    expect([await reads('deep.wide.com', OTHER), await reads('wide-own.com', OWNER)]).toEqual(['done', 'done'])
  })

  it('move with an internal transfer, the counts of both accounts with them', async () => {
    const domain = held('sold.com', OWNER)
    await learn(domain)
    await create('sold.com', OWNER)
    await create('a.sold.com', OWNER)
    const since = platform.clock.now().toISOString()
    const bought = held('sold.com', OTHER, { holding: { by: 'account', from: OWNER, since } })
    await learn(bought, ended(domain))
    expect(await Promise.all(['sold.com', 'a.sold.com'].map((name) => reads(name, OTHER)))).toEqual(['done', 'done'])
    expect(await reads('sold.com', OWNER)).toBe('zone_not_found')
    for (const account of [OWNER, OTHER]) expect(await total(account)).toBe(await counted(account))
  })

  it('take no change of their former account after they have moved', async () => {
    const names = Array.from({ length: 10 }, (_, at) => `busy-${at}.com`)
    const owned = names.map((name) => held(name, OWNER))
    await learn(...owned)
    for (const name of names) await create(name, OWNER)
    const since = platform.clock.now().toISOString()
    const change = (name: string, at: number) => {
      const add = [{ type: 'A', name: `a${at}`, value: '192.0.2.2', ttl: 900 }]
      return outcome(platform.rpc.call(updateZone, { name, records: { add } }, platform.call(OWNER)))
    }
    const changes = names.flatMap((name) => Array.from({ length: 15 }, (_, at) => change(name, at)))
    const holding = { by: 'account' as const, from: OWNER, since }
    await learn(...names.map((name) => held(name, OTHER, { holding })))
    const outcomes = await Promise.all(changes)
    expect(outcomes.every((each) => each === 'done' || each === 'zone_not_found')).toBe(true)
    const { rows } = await platform.sql.query(
      `select z.name, c.version from zone_change c join zone z on z.id = c.zone_id
       where z.reseller_id = $1 and c.contact_id = $2 and c.version > z.moved_version`,
      [OTHER, OWNER],
    )
    expect(rows).toEqual([])
  })

  it('of domains that were held before holders were stored stay published for a while', async () => {
    await create('early.com', OTHER)
    const holding = { by: 'registration' as const, since: '2020-01-01T00:00:00.000Z' }
    await learn(held('early.com', OWNER, { holding }))
    expect(await reads('early.com', OTHER)).toBe('zone_not_found')
    const { rows } = await platform.sql.query(
      "select kept_for from zone where name = 'early.com' and deleted_at is null",
    )
    expect(rows).toEqual([{ kept_for: OTHER }])
  })

  it('are given back when their account becomes the holder after all', async () => {
    await create('back.com', OTHER)
    const transferred = held('back.com', OWNER)
    await learn({ ...transferred, holding: { by: 'transfer', since: transferred.changedAt } })
    expect(await reads('back.com', OTHER)).toBe('zone_not_found')
    platform.clock.advance(1_000)
    await learn(ended(transferred), held('back.com', OTHER))
    expect(await reads('back.com', OTHER)).toBe('done')
    for (const account of [OWNER, OTHER]) expect(await total(account)).toBe(await counted(account))
  })
})

it('the quota counts the zones of an account that are neither at nor below its domains', async () => {
  const few = await startPlatform()
  try {
    await few.replica({ ZONES_WITHOUT_DOMAIN: '2' })
    const records = [{ type: 'A', name: 'www', value: '192.0.2.1', ttl: 900 }]
    const make = (name: string, extension = 'com', resellerId: number = OWNER) =>
      outcome(few.rpc.call(createZone, { domain: { name, extension }, type: 'master', records }, few.call(resellerId)))
    described(held('own.com', OWNER))
    const payload = held('own.com', OWNER)
    const message = { message: domainChanged, payload, messageId: randomUUID(), correlationId: randomUUID() }
    await few.domains.publisher.publish([message])
    await eventually(async () => (await few.sql.query('select from holder')).rows.length === 1, 'the holder is known')
    expect([await make('own'), await make('below', 'own.com'), await make('one')]).toEqual(['done', 'done', 'done'])
    const [second, third] = await Promise.all([make('two'), make('three')])
    expect([second, third].toSorted()).toEqual(['done', 'zone_quota_reached'])
    expect([await make('more', 'own.com'), await make('theirs', 'com', OTHER)]).toEqual(['done', 'done'])
  } finally {
    await few.close()
  }
})

describe('the prepared zone of an order', () => {
  const prepare = async (name: string) => {
    const records = [{ type: 'A', name: 'www', value: '192.0.2.7', ttl: 900 }]
    await outcome(platform.rpc.call(createTemplate, { name: 'panel', records }, platform.call(OWNER)))
    const { actor: _, ...call } = platform.call(OWNER)
    await platform.domains.rpc.call(prepareZone, { resellerId: OWNER, name, template_name: 'panel' }, call)
  }
  const prepared = async (name: string) =>
    (await platform.sql.query('select from prepared_zone where name = $1', [name])).rows.length

  it('is neither shown nor counted before the domain is active, and replaces the zone of another account then', async () => {
    await create('prepared.com', OTHER)
    const before = await total(OWNER)
    await prepare('prepared.com')
    expect([await reads('prepared.com', OWNER), await reads('prepared.com', OTHER)]).toEqual(['zone_not_found', 'done'])
    expect(await total(OWNER)).toBe(before)
    await learn(held('prepared.com', OWNER))
    expect([await reads('prepared.com', OWNER), await reads('prepared.com', OTHER)]).toEqual(['done', 'zone_not_found'])
    expect([await total(OWNER), await prepared('prepared.com')]).toEqual([before + 1, 0])
  })

  it('counts as the zone of the new holder after a transfer, too', async () => {
    await create('prepared-in.com', OTHER)
    await prepare('prepared-in.com')
    const domain = held('prepared-in.com', OWNER)
    await learn({ ...domain, holding: { by: 'transfer', since: domain.changedAt } })
    expect(await reads('prepared-in.com', OWNER)).toBe('done')
  })

  it('is removed when the order fails', async () => {
    await create('failed.com', OTHER)
    await prepare('failed.com')
    await learn(ended(held('failed.com', OWNER)))
    expect([await prepared('failed.com'), await reads('failed.com', OTHER)]).toEqual([0, 'done'])
  })
})

it('reads the holders of domains that are older than the table', async () => {
  described(held('of-old.com', OWNER))
  await platform.sql.query('update holder_fill set is_done = false, after_domain = 0')
  await eventually(async () => (await holderOf('of-old.com')) === OWNER, 'the holder is read')
  await eventually(async () => {
    const { rows } = await platform.sql.query<{ is_done: boolean }>('select is_done from holder_fill')
    return rows[0]!.is_done
  }, 'all holders are read')
})
