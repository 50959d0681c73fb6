import { Client } from 'pg'
import { loadConfig } from '@nameyard/runtime/load-config'
import { actorSettings } from '@nameyard/testing/actors'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { Changes } from '../src/changes/changes'
import { WorkerIdentity } from '../src/leases/worker-identity'
import { service } from '../src/service'

let database: TestDatabase
let sql: Client
const identities: WorkerIdentity[] = []

beforeAll(async () => {
  database = await testDatabase(service)
  sql = new Client({ connectionString: database.url })
  await sql.connect()
  await sql.query('set search_path to registry_worker')
})
afterAll(async () => {
  for (const identity of identities) await identity.resign()
  await sql?.end()
  await database?.drop()
})

async function worker(changes = new Changes()): Promise<WorkerIdentity> {
  const config = loadConfig(service.config, {
    DATABASE_URL: database.url,
    AMQP_URL: 'amqp://127.0.0.1',
    ...actorSettings,
    AUTH_CODE_SECRET: 's'.repeat(32),
  })
  const identity = new WorkerIdentity(config, changes)
  identities.push(identity)
  await identity.assume()
  return identity
}

const heldUntil = async (identity: WorkerIdentity) => {
  const key = `worker/${identity.number}`
  const { rows } = await sql.query<{ at: string }>(
    'select held_until::text as at from worker_lease where key = $1 and held_until > now()',
    [key],
  )
  return rows[0]?.at
}

describe('shares of the work', () => {
  it('that one worker hands over are given to the other one, which hears of it, and free for no third', async () => {
    const [giver, asker, third] = [await worker(), await worker(), await worker()]
    const heard: string[] = []
    asker.requests.onSharesGiven(() => heard.push('asker'))
    third.requests.onSharesGiven(() => heard.push('third'))
    const shares = ['work/one/0', 'work/two/0']
    expect(await giver.takeShares(shares)).toEqual(shares)
    expect(await asker.freeShares(shares)).toMatchObject({ given: [], free: [] })
    await giver.handOverShares(['work/two/0'], asker.number!)
    await eventually(() => heard.length > 0, 'a worker that hears of its share')
    expect(await third.freeShares(shares)).toMatchObject({ given: [], free: [] })
    expect(await third.takeShares(['work/two/0'])).toEqual([])
    expect(await asker.freeShares(shares)).toMatchObject({ given: ['work/two/0'], free: [] })
    expect(await asker.takeShares(['work/two/0'])).toEqual(['work/two/0'])
    expect(heard).toEqual(['asker'])
    await asker.resign()
    expect(await third.freeShares(shares)).toMatchObject({ given: [], free: ['work/two/0'] })
  })

  it('are looked for in the statement that renews the leases of the worker', async () => {
    const identity = await worker()
    const before = await heldUntil(identity)
    await eventually(async () => {
      await identity.freeShares(['work/none/0'])
      return (await heldUntil(identity)) !== before
    }, 'a renewal')
    expect(identity.workers).toBeGreaterThan(1)
  })

  it('end the identity of a worker whose lease another one has', async () => {
    const identity = await worker()
    const number = identity.number!
    const lost: number[] = []
    identity.onLost(() => lost.push(number))
    await sql.query('update worker_lease set worker = 0 where key = $1', [`worker/${number}`])
    await eventually(async () => {
      await identity.freeShares([]).catch(() => undefined)
      return lost.length === 1
    }, 'the loss of the identity')
    await eventually(() => identity.number !== undefined && identity.number !== number, 'a new number')
  })
})

describe('leases of several message queues', () => {
  it('are taken together, without those of another worker', async () => {
    const [one, other] = [await worker(), await worker()]
    const held = await one.hold('b/poll')
    expect(held!.isHeld).toBe(true)
    const taken = await other.holdSome(['a/poll', 'b/poll', 'c/poll'])
    expect([...taken.keys()].sort()).toEqual(['a/poll', 'c/poll'])
    expect((await one.holdSome(['a/poll', 'b/poll'])).size).toBe(0)
    await held!.release()
    expect([...(await other.holdSome(['a/poll', 'b/poll'])).keys()]).toEqual(['b/poll'])
    await taken.get('a/poll')!.release()
    expect([...(await one.holdSome(['a/poll'])).keys()]).toEqual(['a/poll'])
  })
})

describe('a copy of rows', () => {
  it('is old when any worker or operator changes a row, and when the connection was lost', async () => {
    const changes = new Changes()
    const heard: string[] = []
    const tables = ['added_account', 'extension', 'registry_account'] as const
    const copies = tables.map((table) => changes.follow(table, () => heard.push(table)))
    await worker(changes)
    expect(heard.splice(0)).toEqual(tables)
    const begin = () => copies.forEach((copy) => copy.begin())
    begin()
    expect(copies.map(({ isOld }) => isOld)).toEqual([false, false, false])

    await sql.query(`insert into registry_account (account, closed_at) values ('closed', now())`)
    await eventually(() => heard.length === 1, 'the closed account')
    expect(copies[2]!.isOld).toBe(true)
    begin()
    await sql.query(`update registry_account set clock_ahead_ms = 5 where account = 'closed'`)
    await sql.query(`update registry_account set closed_at = null where account = 'closed'`)
    await sql.query(`insert into extension (number, suffix, effective_from, record) values (1, 'one', now(), '{}')`)
    await sql.query(`insert into added_account (account, settings, added_at) values ('added', '{}', now())`)
    await eventually(() => heard.length === 4, 'three more changes')
    expect(heard.splice(0)).toEqual(['registry_account', 'registry_account', 'extension', 'added_account'])

    begin()
    await sql.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'nameyard-registry-worker-identity' and datname = current_database()`)
    await eventually(() => heard.length === 3, 'a new connection')
    expect(copies.every(({ isOld }) => isOld)).toBe(true)
  })
})
