import { randomUUID } from 'node:crypto'
import { Module, type INestApplicationContext } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { Database } from '@nameyard/persistence/database'
import { PersistenceModule } from '@nameyard/persistence/persistence-module'
import { raw, sql, statement } from '@nameyard/persistence/statement'
import { AuthCodeCipher } from '@nameyard/runtime/auth-code-cipher'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { service } from '../service'
import { Announcements } from './announcement.store'
import { Interventions } from './intervention.store'
import { OperationStore, settlementOf, settling, type Settlement, type Submission } from './operation.store'

@Module({})
class Root {}

const now = new Date('2027-01-01T00:00:00Z')
const SETTLE_ONLY = statement<Settlement, { id: string; isFollowed: boolean }>(
  'test.settle',
  (given) => sql`with ${settling(given)} select id, is_followed as "isFollowed" from changed`,
)
const codes = new AuthCodeCipher(['s'.repeat(32)])
const later = new Date('2027-01-01T00:01:00Z')

describe('operations', () => {
  let clone: TestDatabase
  let app: INestApplicationContext
  let database: Database
  let store: OperationStore
  let announcements: Announcements
  let interventions: Interventions

  beforeAll(async () => {
    clone = await testDatabase(service)
    const persistence = PersistenceModule.forService({ service: 'registry-worker', url: clone.url, entities: [] })
    app = await NestFactory.createApplicationContext(
      {
        module: Root,
        imports: [persistence],
        providers: [OperationStore, Announcements, Interventions, { provide: AuthCodeCipher, useValue: codes }],
      },
      { logger: false },
    )
    database = app.get(Database)
    store = app.get(OperationStore)
    announcements = app.get(Announcements)
    interventions = app.get(Interventions)
  })
  beforeEach(() => database.read(sql`truncate operation cascade`))
  afterAll(async () => {
    await app?.close()
    await clone?.drop()
  })

  const submit = async (object: string, operationId: string = randomUUID(), after?: string) => {
    const submission = { operationId, resellerId: 1, kind: 'domain.create', object, intent: {}, after } as Submission
    await store.submit('sandbox', submission, { correlationId: 'c' }, now, false)
    return operationId
  }
  const unfinished = async () => {
    const rows = await database.read<{ id: string }>(
      sql`select id from operation where state not in ('done', 'refused', 'failed') order by run_at, seq`,
    )
    return rows.map(({ id }) => id)
  }
  /** Claims the first operation that can run, as if a message had come for each. */
  const claim = async (worker = 1, at = now) => {
    for (const id of await unfinished()) if ((await announcements.claim(worker, [id], at)).length > 0) return id
    return undefined
  }
  const announced = async (at = now) => (await announcements.takeRunnable(at)).map(({ id }) => id)
  const end = (id: string, worker = 1) =>
    database
      .read(SETTLE_ONLY, settlementOf([{ id, worker, state: 'done', now }], []))
      .then((ended) => ended.some((row) => row.id === id))
  const stateOf = async (id: string) => {
    const [row] = await database.read<{ state: string; worker: number | null; absences: number }>(
      sql`select state, worker, absences from operation where id = ${id}`,
    )
    return row
  }

  it('are stored once when they are submitted repeatedly', async () => {
    const id = await submit('a.com')
    await submit('other.com', id)
    expect(await claim()).toBe(id)
    expect(await claim()).toBeUndefined()
  })

  it('run in the order of their arrival, those of one object one by one', async () => {
    const first = await submit('a.com')
    const second = await submit('a.com')
    const other = await submit('b.com')
    expect(await claim()).toBe(first)
    expect(await claim()).toBe(other)
    expect(await claim()).toBeUndefined()
    await end(first)
    expect(await claim()).toBe(second)
  })

  it('run after their predecessors, in any order of arrival', async () => {
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()]
    await submit('a.com', third, second)
    await submit('a.com', second, first)
    expect(await claim()).toBeUndefined()
    expect(await store.nextDue(now)).toBeUndefined()
    await submit('a.com', first)
    expect(await store.nextDue(now)).toEqual(now)
    for (const id of [first, second, third]) {
      expect(await claim()).toBe(id)
      expect(await claim()).toBeUndefined()
      await end(id)
    }
    expect(await claim(1, later)).toBeUndefined()
  })

  it('do not block others of their object while their predecessor has not arrived', async () => {
    const behind = await submit('a.com', randomUUID(), randomUUID())
    const other = await submit('a.com')
    expect(await claim()).toBe(other)
    await end(other)
    expect(await claim(1, later)).toBeUndefined()
    expect(await stateOf(behind)).toMatchObject({ state: 'queued' })
  })

  it('cancel a waiting transfer, also when they arrived before it', async () => {
    const transfer = randomUUID()
    const cancel = await submit('a.com', randomUUID(), transfer)
    await submit('a.com', transfer)
    await database.read(
      sql`update operation set kind = case id when ${transfer} then 'domain.transfer' else 'domain.transfer-cancel' end`,
    )
    expect(await claim()).toBe(transfer)
    expect(await claim()).toBeUndefined()
    await database.unitOfWork({ correlationId: 'c' }, (tx) =>
      store.wait(tx, transfer, 1, { runAt: later, now, view: undefined }),
    )
    expect(await claim()).toBe(cancel)
    await end(cancel)
    expect(await claim(1, later)).toBe(transfer)
  })

  it('are claimed several at a time, but one for each object', async () => {
    const ids = [await submit('a.com'), await submit('a.com'), await submit('b.com'), await submit('c.com')]
    const claimed = await announcements.claim(1, ids, now)
    expect(claimed.map(({ id }) => id).sort()).toEqual([ids[0], ids[2], ids[3]].sort())
    expect(await announcements.claim(1, ids, now)).toEqual([])
  })

  it('are looked up by index among many, also with statistics of an idle time', async () => {
    const crowd = async (label: string) =>
      Promise.all(Array.from({ length: 300 }, (_, index) => submit(`${label}-${index}.com`)))
    await crowd('before')
    await database.read(sql`update operation set state = 'done'`)
    await database.read(sql`analyze operation`)
    const ids = await crowd('now')
    const reads = async () => {
      await database.read(sql`select pg_stat_force_next_flush()`)
      const [row] = await database.read<{ reads: number }>(
        sql`select idx_tup_read::int as reads from pg_stat_user_indexes
            where indexrelname = 'operation_unsettled_of_object'`,
      )
      return row!.reads
    }
    const before = await reads()
    expect(await announcements.claim(1, ids.slice(0, 16), now)).toHaveLength(16)
    const ended = ids.slice(0, 16).map((id, index) => ({ id, account: 'sandbox', object: `now-${index}.com` }))
    expect(await announcements.takeBehind(ended, now)).toEqual([])
    expect((await reads()) - before).toBeLessThan(300)
  })

  it('wait while their account is closed, and paid ones during a pause after 2104', async () => {
    const create = await submit('a.com')
    const account = (column: string, value: Date) =>
      database.read(
        sql`insert into registry_account (account, ${raw(column)}) values ('sandbox', ${value})
            on conflict (account) do update set ${raw(column)} = excluded.${raw(column)}`,
      )
    await account('closed_at', now)
    expect(await claim()).toBeUndefined()
    await database.read(sql`delete from registry_account`)
    await account('unpaid_until', later)
    expect(await claim()).toBeUndefined()
    await database.read(sql`update operation set kind = 'domain.update'`)
    expect(await claim()).toBe(create)
    await database.read(sql`update operation set kind = 'domain.create', state = 'unknown'`)
    expect(await claim()).toBe(create)
    await database.read(sql`update operation set state = 'queued'`)
    expect(await claim(1, later)).toBe(create)
    await database.read(sql`delete from registry_account`)
  })

  it('wait for an earlier one of their object that waits itself', async () => {
    const first = await submit('a.com')
    await submit('a.com')
    await claim()
    await store.postpone({ id: first, absences: 0 }, 1, { state: 'unknown', runAt: later, reason: null })
    expect(await claim()).toBeUndefined()
    expect(await claim(1, later)).toBe(first)
  })

  it('cancel a waiting transfer; no other kind runs before its turn', async () => {
    const transfer = await submit('a.com')
    const [look, cancel] = [await submit('a.com'), await submit('a.com')]
    const kindOf = (id: string, kind: string) =>
      database.read(sql`update operation set kind = ${kind} where id = ${id}`)
    await kindOf(transfer, 'domain.transfer')
    await kindOf(look, 'domain.inspect')
    await kindOf(cancel, 'domain.transfer-cancel')
    await claim()
    expect(await claim()).toBeUndefined()
    await database.unitOfWork({ correlationId: 'c' }, (tx) =>
      store.wait(tx, transfer, 1, { runAt: later, now, view: undefined }),
    )
    expect(await claim()).toBeUndefined()
    await end(look)
    await database.read(sql`delete from operation where id = ${look}`)
    expect(await claim()).toBe(cancel)
    await store.runNow({ account: 'sandbox', object: 'a.com' }, 'domain.transfer', now)
    expect(await claim()).toBeUndefined()
    await end(cancel)
    expect(await claim()).toBe(transfer)
  })

  it('do not block others when an older one arrives while a newer one runs', async () => {
    const younger = await submit('a.com')
    await claim()
    const older = await submit('a.com')
    await database.read(sql`update operation set seq = -1 where id = ${older}`)
    const other = await submit('b.com')
    expect(await claim()).toBe(other)
    expect(await claim()).toBeUndefined()
    await end(younger)
    expect(await claim()).toBe(older)
  })

  it('are claimed by one worker each, and one at a time for an object', async () => {
    const ids = await Promise.all(['a.com', 'b.com', 'c.com', 'd.com', 'a.com', 'b.com'].map((name) => submit(name)))
    const claimed = await Promise.all(Array.from({ length: 12 }, (_, index) => claim(index + 1)))
    const held = claimed.filter((id) => id !== undefined)
    expect(new Set(held).size).toBe(held.length)
    expect(held.every((id) => ids.includes(id))).toBe(true)
    const doubled = sql`select object from operation where state = 'executing' group by 1 having count(*) > 1`
    expect(await database.read(doubled)).toEqual([])
  })

  it('are not run before their time', async () => {
    const id = await submit('a.com')
    await claim()
    await store.postpone({ id, absences: 0 }, 1, { state: 'queued', runAt: later, reason: null })
    expect(await claim()).toBeUndefined()
    expect(await claim(2, later)).toBe(id)
  })

  it('can be settled and postponed only by the worker that holds them', async () => {
    const id = await submit('a.com')
    await claim(1)
    expect(await end(id, 2)).toBe(false)
    await store.postpone({ id, absences: 0 }, 2, { state: 'queued', runAt: now, reason: null })
    expect(await stateOf(id)).toMatchObject({ state: 'executing', worker: 1 })
    expect(await end(id, 1)).toBe(true)
  })

  it('report a pending action once and keep the view of the registry', async () => {
    const id = await submit('a.com')
    const wait = (view?: RegistryView, worker = 1) =>
      database.unitOfWork({ correlationId: 'c' }, (tx) => store.wait(tx, id, worker, { runAt: now, now, view }))
    await claim()
    expect(await wait(undefined, 2)).toBeUndefined()
    expect(await wait({ statuses: ['pendingCreate'] })).toEqual({
      isFirst: true,
      view: { statuses: ['pendingCreate'] },
    })
    expect(await stateOf(id)).toMatchObject({ state: 'waiting', worker: null })
    await claim()
    expect(await wait()).toEqual({ isFirst: false, view: { statuses: ['pendingCreate'] } })
  })

  it('become unknown when their worker is dead, with absences reset', async () => {
    const [released, kept] = [await submit('a.com'), await submit('b.com')]
    await claim()
    await claim()
    await database.read(sql`update operation set absences = 2`)
    const { workers, own } = await store.executing(1)
    expect([...workers]).toEqual([1])
    expect(own).toHaveLength(2)
    expect((await store.executing(2)).own).toEqual([])
    const lost = own.filter(({ id }) => id === released)
    expect(await store.releaseExecutions(1, lost, now)).toBe(1)
    expect(await stateOf(released)).toEqual({ state: 'unknown', worker: null, absences: 0 })
    expect(await stateOf(kept)).toMatchObject({ state: 'executing', worker: 1 })
    await claim()
    // Claimed again meanwhile: that execution goes on.
    expect(await store.releaseExecutions(1, lost, now)).toBe(0)
    expect(await store.release(1, now)).toBe(2)
    expect(await stateOf(kept)).toEqual({ state: 'unknown', worker: null, absences: 0 })
  })

  it('count no absence when they were retried while they looked: the next look follows at once', async () => {
    const id = await submit('retried.com')
    for (let look = 0; look < 3; look++) {
      expect(await claim()).toBe(id)
      await database.unitOfWork({ correlationId: 'c' }, (tx) => interventions.retry(tx, id, now))
      await store.postpone({ id, absences: look + 1 }, 1, { state: 'unknown', runAt: later, reason: null })
      expect(await stateOf(id)).toMatchObject({ state: 'unknown', absences: 0 })
    }
    expect(await claim()).toBe(id)
    await store.postpone({ id, absences: 1 }, 1, { state: 'unknown', runAt: later, reason: null })
    expect(await stateOf(id)).toMatchObject({ state: 'unknown', absences: 1 })
  })

  it('are announced once while a message is on its way, those of all accounts together', async () => {
    const ids = [await submit('a.com'), await submit('b.com')]
    expect(await announced()).toEqual([])
    await database.read(sql`update operation set announced_at = null`)
    await database.read(sql`update operation set account = 'elsewhere' where id = ${ids[0]}`)
    expect((await announced()).sort()).toEqual([...ids].sort())
    expect(await announced()).toEqual([])
  })

  it('say at their submission whether they must be announced, and are behind others otherwise', async () => {
    const submitted = (object: string, operationId: string, after?: string) =>
      store.submit(
        'sandbox',
        { operationId, resellerId: 1, kind: 'domain.create', object, intent: {}, after } as Submission,
        { correlationId: 'c' },
        now,
        false,
      )
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()]
    expect(await Promise.all([submitted('a.com', first), submitted('a.com', second)])).toEqual([true, false])
    expect(await submitted('other.com', third, first)).toBe(false)
    // Repeated: perhaps its message was never sent.
    expect(await submitted('a.com', first)).toBe(true)
    expect(await announced()).toEqual([])
    await claim()
    expect(await announced()).toEqual([])
    await end(first)
    const ended = { id: first, account: 'sandbox', object: 'a.com' }
    const behind = await announcements.takeBehind([ended], now)
    expect(behind.map(({ id }) => id).sort()).toEqual([second, third].sort())
    expect(await announcements.takeBehind([ended], now)).toEqual([])
  })

  it('say at their end whether others wait for them', async () => {
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()]
    await submit('a.com', first)
    await submit('a.com', second)
    await submit('other.com', third, second)
    const ended: (boolean | undefined)[] = []
    for (const id of [first, second, third]) {
      expect(await claim()).toBe(id)
      const [row] = await database.read(SETTLE_ONLY, settlementOf([{ id, worker: 1, state: 'done', now }], []))
      ended.push(row?.isFollowed)
    }
    expect(ended).toEqual([true, true, false])
  })

  it('are announced again after a message that came too early, a pause, and the death of their worker', async () => {
    const id = await submit('a.com')
    await database.read(sql`update operation set run_at = ${later}`)
    expect(await announcements.claim(1, [id], now)).toEqual([])
    expect(await announced()).toEqual([])
    expect(await announced(later)).toEqual([id])
    await announcements.claim(1, [id], later)
    await store.postpone({ id, absences: 0 }, 1, { state: 'queued', runAt: later, reason: null })
    expect(await announced(later)).toEqual([id])
    await announcements.claim(1, [id], later)
    await store.release(1, later)
    expect(await announced(later)).toEqual([id])
  })

  it('are announced again when a message has been on its way for long and its queue is empty', async () => {
    const id = await submit('a.com')
    expect(await announcements.overdueQueues()).toEqual([])
    await database.read(sql`update operation set announced_at = clock_timestamp() - interval '1 minute'`)
    const queue = { account: 'sandbox', isRoutine: false }
    expect(await announcements.overdueQueues()).toEqual([queue])
    await announcements.forgetLost([{ ...queue, isRoutine: true }])
    expect(await announced()).toEqual([])
    await announcements.forgetLost([queue])
    expect(await announced()).toEqual([id])
  })
})
