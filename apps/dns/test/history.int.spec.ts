import { createZone } from '@nameyard/contracts/dns/create-zone'
import { deleteZone } from '@nameyard/contracts/dns/delete-zone'
import { getZone } from '@nameyard/contracts/dns/get-zone'
import { getZoneVersion } from '@nameyard/contracts/dns/get-zone-version'
import { listZoneVersions } from '@nameyard/contracts/dns/list-zone-versions'
import { restoreZone } from '@nameyard/contracts/dns/restore-zone'
import { updateZone } from '@nameyard/contracts/dns/update-zone'
import { Refusal } from '@nameyard/contracts/errors'
import type { InputGiven } from '@nameyard/contracts/operation'
import { startPlatform } from './platform'

let platform: Awaited<ReturnType<typeof startPlatform>>

beforeAll(async () => {
  platform = await startPlatform()
  await platform.replica()
})
afterAll(() => platform?.close())

type Records = NonNullable<InputGiven<typeof createZone>['records']>
type Change = NonNullable<InputGiven<typeof updateZone>['records']>

const a = (name: string, value = '192.0.2.1', ttl = 900) => ({ type: 'A', name, value, ttl })
const caller = (resellerId = 1) => platform.call(resellerId)

function create(name: string, records: Records, more: object = {}) {
  const [label = '', ...rest] = name.split('.')
  const domain = { name: label, extension: rest.join('.') }
  return platform.rpc.call(createZone, { domain, type: 'master', records, ...more }, caller())
}
const update = (name: string, records: Change, more: object = {}) =>
  platform.rpc.call(updateZone, { name, records, ...more }, caller())
const restore = (name: string, version: number, more: object = {}, resellerId = 1) =>
  platform.rpc.call(restoreZone, { name, version, ...more }, caller(resellerId))
const versions = (name: string, more: object = {}, resellerId = 1) =>
  platform.rpc.call(listZoneVersions, { name, ...more }, caller(resellerId))
const compare = (name: string, version: number, to?: number) =>
  platform.rpc.call(getZoneVersion, { name, version, ...(to && { to }) }, caller())

/** Returns the reseller's records of a zone, and its serial. */
async function shown(name: string) {
  const { records = [] } = await platform.rpc.call(getZone, { name, with_records: true }, caller())
  const own = records.filter(({ type }) => type !== 'SOA' && type !== 'NS')
  return {
    serial: records[0]?.value.split(' ')[2],
    lines: own.map(({ name: owner, ttl, type, value }) => `${owner.split('.')[0]} ${ttl} ${type} ${value}`),
  }
}

async function refusal(asked: Promise<unknown>) {
  const answer = await asked.catch((error: unknown) => error)
  if (answer instanceof Refusal) return answer
  throw new Error(`not refused: ${JSON.stringify(answer)}`)
}

const steps = (changes: { was?: { name: string; value: string }; is?: { name: string; value: string } }[]) =>
  changes.map(({ was, is }) =>
    [was, is].map((each) => (each ? `${each.name.split('.')[0]} ${each.value}` : '')).join(' > '),
  )

describe('the history of a zone', () => {
  it('shows who changed which record, by which operation, and the former value', async () => {
    platform.clock.set('2027-03-01T10:00:00Z')
    await create('told.com', [a('www'), { type: 'MX', name: '', value: 'mail.example.net', prio: 10, ttl: 600 }])
    platform.clock.set('2027-03-02T10:00:00Z')
    await update('told.com', { remove: [a('www')], add: [a('www', '192.0.2.2'), a('new')] })
    await update('told.com', { update: [{ original_record: a('new'), record: a('new', '192.0.2.1', 600) }] })
    const { history } = await platform.rpc.call(getZone, { name: 'told.com', with_history: true }, caller())
    const who = { who: 'user1' }
    expect(history).toEqual([
      {
        ...who,
        date: '2027-03-02 10:00:00',
        was: 'new.told.com 900 A 192.0.2.1',
        is: 'new.told.com 600 A 192.0.2.1',
        source: 'zones.update',
        version: 3,
      },
      {
        ...who,
        date: '2027-03-02 10:00:00',
        was: 'www.told.com 900 A 192.0.2.1',
        is: 'www.told.com 900 A 192.0.2.2',
        source: 'zones.update',
        version: 2,
      },
      {
        ...who,
        date: '2027-03-02 10:00:00',
        was: '',
        is: 'new.told.com 900 A 192.0.2.1',
        source: 'zones.update',
        version: 2,
      },
      {
        ...who,
        date: '2027-03-01 10:00:00',
        was: '',
        is: 'www.told.com 900 A 192.0.2.1',
        source: 'zones.create',
        version: 1,
      },
      {
        ...who,
        date: '2027-03-01 10:00:00',
        was: '',
        is: 'told.com 600 MX 10 mail.example.net',
        source: 'zones.create',
        version: 1,
      },
    ])
  })

  it('shows the latest 100 records, and all versions in pages', async () => {
    await create(
      'long.com',
      Array.from({ length: 150 }, (_, at) => a(`n${at}`)),
    )
    await update('long.com', { add: [a('last')] })
    const { history = [] } = await platform.rpc.call(getZone, { name: 'long.com', with_history: true }, caller())
    expect(history).toHaveLength(100)
    expect(history[0]?.is).toContain('last.long.com')
    const { results, total } = await versions('long.com')
    expect(total).toBe(2)
    expect(results).toMatchObject([
      { version: 2, who: 'user1', source: 'zones.update', added: 1, removed: 0 },
      { version: 1, source: 'zones.create', added: 150, removed: 0 },
    ])
    expect(await versions('long.com', { limit: 1, offset: 1 })).toEqual({ total: 2, results: [results[1]] })
  })

  it('is not visible to another account', async () => {
    await create('secret.com', [a('www')])
    expect((await refusal(versions('secret.com', {}, 2))).refusal).toBe('zone_not_found')
    expect((await refusal(restore('secret.com', 1, {}, 2))).refusal).toBe('zone_not_found')
    expect((await refusal(versions('never.com'))).refusal).toBe('zone_not_found')
  })
})

describe('a plan', () => {
  it('shows what a change does, and changes nothing', async () => {
    await create('plan.com', [a('www'), a('old')])
    const { plan } = await update(
      'plan.com',
      { remove: [a('old')], add: [a('new'), a('www', '192.0.2.2')] },
      { plan: true },
    )
    expect(plan).toMatchObject({ version: 1, added: 2, removed: 1, changed: 0 })
    expect(steps(plan!.changes)).toEqual(['old 192.0.2.1 > ', ' > new 192.0.2.1', ' > www 192.0.2.2'])
    expect(await shown('plan.com')).toEqual({ serial: '1', lines: ['old 900 A 192.0.2.1', 'www 900 A 192.0.2.1'] })
  })

  it('shows the creation and the deletion of a zone', async () => {
    const { plan } = await create('planned.com', [a('www')], { plan: true })
    expect(plan).toMatchObject({
      version: 0,
      added: 1,
      changes: [{ is: { name: 'www.planned.com', ttl: 900, prio: 0 } }],
    })
    expect((await refusal(versions('planned.com'))).refusal).toBe('zone_not_found')
    await create('planned.com', [a('www')])
    const removal = await platform.rpc.call(deleteZone, { name: 'planned.com', plan: true }, caller())
    expect(removal.plan).toMatchObject({ version: 1, removed: 1, changes: [{ was: { name: 'www.planned.com' } }] })
    expect((await shown('planned.com')).lines).toHaveLength(1)
  })

  it('is refused for the same reasons as the change', async () => {
    expect((await refusal(update('plan.com', { add: [a('www', 'x')] }, { plan: true }))).refusal).toBe(
      'record_a_invalid',
    )
  })
})

describe('the guard against large removals', () => {
  const ten = Array.from({ length: 10 }, (_, at) => a(`n${at}`))

  it('refuses a change that removes more than 30 % of the records, if requested', async () => {
    await create('brake.com', ten)
    const four = { remove: ten.slice(0, 4) }
    const braked = await refusal(update('brake.com', four, { guard: true }))
    expect(braked).toMatchObject({ refusal: 'zone_change_braked', faults: [{ path: 'guard' }] })
    expect(braked.message).toBe('4 of 10 records would be removed; guard=false allows it.')
    expect((await update('brake.com', four, { plan: true })).plan?.brake).toBe('the change removes 4 of 10 records')
    expect(await update('brake.com', { remove: ten.slice(0, 3) }, { guard: true })).toEqual({ success: true })
    // Off by default, so that existing clients are not affected.
    await restore('brake.com', 1)
    expect(await update('brake.com', { replace: [ten[0]!] })).toEqual({ success: true })
  })

  it('is on by default for a restore', async () => {
    await create('restore-brake.com', [a('www')])
    await update('restore-brake.com', { add: ten })
    expect((await refusal(restore('restore-brake.com', 1))).refusal).toBe('zone_change_braked')
    expect(await restore('restore-brake.com', 1, { guard: false })).toEqual({ success: true })
    expect((await shown('restore-brake.com')).lines).toEqual(['www 900 A 192.0.2.1'])
  })
})

describe('a version of a zone', () => {
  beforeAll(async () => {
    await create('back.com', [a('www'), a('www', '192.0.2.2'), { type: 'TXT', name: '', value: 'x', ttl: 600 }])
    await update('back.com', {
      replace: [a('www', '192.0.2.2', 600), { type: 'CNAME', name: 'ftp', value: 'a.b', ttl: 60 }],
    })
    await update('back.com', { add: [a('new')] })
  })

  it('is compared with any other version', async () => {
    expect(steps((await compare('back.com', 2)).changes)).toEqual([' > new 192.0.2.1'])
    expect(await compare('back.com', 3)).toEqual({ version: 3, to: 3, added: 0, removed: 0, changed: 0, changes: [] })
    const back = await compare('back.com', 3, 1)
    expect(back).toMatchObject({ version: 3, to: 1, added: 2, removed: 2, changed: 1 })
    expect((await refusal(compare('back.com', 9))).message).toBe('Zone back.com has no version 9.')
    expect((await refusal(compare('back.com', 1, 9))).refusal).toBe('zone_version_not_found')
    expect((await refusal(compare('nothing.com', 1))).refusal).toBe('zone_not_found')
  })

  it('is restored, and the restore is undone in the same way', async () => {
    const before = await shown('back.com')
    expect((await restore('back.com', 1, { plan: true })).plan).toMatchObject({
      version: 3,
      added: 2,
      removed: 2,
      changed: 1,
    })
    expect(await restore('back.com', 1)).toEqual({ success: true })
    expect(await shown('back.com')).toEqual({
      serial: '4',
      lines: ['back 600 TXT "x"', 'www 900 A 192.0.2.1', 'www 900 A 192.0.2.2'],
    })
    await restore('back.com', 3)
    expect(await shown('back.com')).toEqual({ ...before, serial: '5' })
    expect(await restore('back.com', 5)).toEqual({ success: true })
    expect((await shown('back.com')).serial).toBe('5')
    expect((await refusal(restore('back.com', 9))).refusal).toBe('zone_version_not_found')
    expect((await refusal(restore('nothing.com', 1))).refusal).toBe('zone_not_found')
  })

  it('restores a deleted zone with a later serial', async () => {
    await create('lost.com', [a('www')])
    await update('lost.com', { add: [a('new')] })
    await platform.rpc.call(deleteZone, { name: 'lost.com' }, caller())
    expect((await versions('lost.com')).results[0]).toMatchObject({ version: 3, source: 'zones.delete', removed: 2 })
    expect((await refusal(restore('lost.com', 3))).refusal).toBe('zone_records_missing')
    await restore('lost.com', 2)
    expect(await shown('lost.com')).toEqual({ serial: '4', lines: ['new 900 A 192.0.2.1', 'www 900 A 192.0.2.1'] })
    await restore('lost.com', 1)
    expect((await shown('lost.com')).lines).toEqual(['www 900 A 192.0.2.1'])
  })

  it('is not mixed with versions of another account’s zone of the same name', async () => {
    await create('sold.com', [a('www')])
    await platform.rpc.call(deleteZone, { name: 'sold.com' }, caller())
    const domain = { name: 'sold', extension: 'com' }
    await platform.rpc.call(createZone, { domain, type: 'master', records: [a('theirs')] }, caller(2))
    expect((await refusal(restore('sold.com', 1))).refusal).toBe('zone_unavailable')
    expect((await versions('sold.com', {}, 2)).results).toMatchObject([{ version: 3 }])
    await platform.rpc.call(deleteZone, { name: 'sold.com' }, caller(2))
    await restore('sold.com', 1)
    expect((await shown('sold.com')).lines).toEqual(['www 900 A 192.0.2.1'])
  })
})

it('compares and restores versions above 31 bits, which a zone can get from a served serial', async () => {
  await create('wrap.com', [a('one')])
  const { version } = (await platform.rpc.call(getZone, { name: 'wrap.com' }, caller())).publication
  expect(version).toBe(1)
  const late = 2 ** 31 - 1
  await platform.sql.query(`update zone set version = $1, published_version = $1 where name = 'wrap.com'`, [late])
  for (const each of ['two', 'three']) await update('wrap.com', { add: [a(each)] })
  expect((await versions('wrap.com')).results.map((made) => made.version)).toEqual([late + 2, late + 1, 1])
  await restore('wrap.com', late + 1)
  expect(await shown('wrap.com')).toMatchObject({
    serial: String(late + 3),
    lines: [/one/, /two/].map((name) => expect.stringMatching(name)),
  })
  expect(await compare('wrap.com', late + 2)).toMatchObject({ to: late + 3, removed: 1 })
  await platform.rpc.call(deleteZone, { name: 'wrap.com' }, caller())
})
