import { randomUUID } from 'node:crypto'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { Database } from '@nameyard/persistence/database'
import { PersistenceModule } from '@nameyard/persistence/persistence-module'
import { statement } from '@nameyard/persistence/statement'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { Module, type INestApplicationContext } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { service } from '../service'
import { OperationStore, settling, type End, type Submission } from './operation.store'

@Module({})
class Root {}

const now = new Date('2027-01-01T00:00:00Z')
const settled = (ends: readonly End[]) => {
  const { text, values } = settling(ends, [])
  return [statement('', `with ${text} select id from changed`), values] as const
}
const later = new Date('2027-01-01T00:01:00Z')

describe('the operations', () => {
  let clone: TestDatabase
  let app: INestApplicationContext
  let database: Database
  let store: OperationStore

  beforeAll(async () => {
    clone = await testDatabase(service)
    const persistence = PersistenceModule.forService({ service: 'registry-worker', url: clone.url, entities: [] })
    app = await NestFactory.createApplicationContext(
      { module: Root, imports: [persistence], providers: [OperationStore] },
      { logger: false },
    )
    database = app.get(Database)
    store = app.get(OperationStore)
  })
  beforeEach(() => database.read(statement('', 'truncate operation cascade')))
  afterAll(async () => {
    await app?.close()
    await clone?.drop()
  })

  const submit = async (object: string, operationId: string = randomUUID(), after?: string) => {
    const submission = { operationId, resellerId: 1, kind: 'domain.create', object, intent: {}, after } as Submission
    await store.submit('sandbox', submission, 'c', now)
    return operationId
  }
  const claim = async (worker = 1, at = now) => (await store.claim(worker, 'sandbox', 1, at))[0]?.id
  const end = (id: string, worker = 1) =>
    database.read(...settled([{ id, worker, state: 'done', now }])).then((ended) => ended.some((row) => row.id === id))
  const stateOf = async (id: string) => {
    const [row] = await database.read<{ state: string; worker: number | null; absences: number }>(
      statement('', 'select state, worker, absences from operation where id = $1'),
      [id],
    )
    return row
  }

  it('are taken in once, however often they come', async () => {
    const id = await submit('a.com')
    await submit('other.com', id)
    expect(await claim()).toBe(id)
    expect(await claim()).toBeUndefined()
  })

  it('run in the order they came, those of one object one after the other', async () => {
    const first = await submit('a.com')
    const second = await submit('a.com')
    const other = await submit('b.com')
    expect(await claim()).toBe(first)
    expect(await claim()).toBe(other)
    expect(await claim()).toBeUndefined()
    await end(first)
    expect(await claim()).toBe(second)
  })

  it('run behind the one that each stands behind, in whatever order they come', async () => {
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

  it('hold up nobody of their object while what they stand behind has not come', async () => {
    const behind = await submit('a.com', randomUUID(), randomUUID())
    const other = await submit('a.com')
    expect(await claim()).toBe(other)
    await end(other)
    expect(await claim(1, later)).toBeUndefined()
    expect(await stateOf(behind)).toMatchObject({ state: 'queued' })
  })

  it('take back a transfer that waits, also when they came before it', async () => {
    const transfer = randomUUID()
    const cancel = await submit('a.com', randomUUID(), transfer)
    await submit('a.com', transfer)
    const kinds = `update operation set kind = case id when $1 then 'domain.transfer' else 'domain.transfer-cancel' end`
    await database.read(statement('', kinds), [transfer])
    expect(await claim()).toBe(transfer)
    expect(await claim()).toBeUndefined()
    await database.unitOfWork({ correlationId: 'c' }, (tx) =>
      store.wait(tx, transfer, 1, { runAt: later, now, view: undefined }),
    )
    expect(await claim()).toBe(cancel)
    await end(cancel)
    expect(await claim(1, later)).toBe(transfer)
  })

  it('are claimed several at a time, and still one of an object', async () => {
    const ids = [await submit('a.com'), await submit('a.com'), await submit('b.com'), await submit('c.com')]
    const claimed = await store.claim(1, 'sandbox', 2, now)
    expect(claimed.map(({ id }) => id)).toEqual([ids[0], ids[2]])
    expect((await store.claim(1, 'elsewhere', 9, now)).length).toBe(0)
    expect((await store.claim(1, 'sandbox', 9, now)).map(({ id }) => id)).toEqual([ids[3]])
  })

  it('are looked up one by one in a crowd, also when figures are from a time without one', async () => {
    const crowd = async (label: string) =>
      Promise.all(Array.from({ length: 300 }, (_, index) => submit(`${label}-${index}.com`)))
    await crowd('before')
    await database.read(statement('', `update operation set state = 'done'`))
    await database.read(statement('', 'analyze operation'))
    await crowd('now')
    const reads = async () => {
      await database.read(statement('', 'select pg_stat_force_next_flush()'))
      const [row] = await database.read<{ reads: number }>(
        statement(
          '',
          `select idx_tup_read::int as reads from pg_stat_user_indexes
           where indexrelname = 'operation_unsettled_of_object'`,
        ),
      )
      return row!.reads
    }
    const before = await reads()
    expect(await store.claim(1, 'sandbox', 16, now)).toHaveLength(16)
    expect((await reads()) - before).toBeLessThan(300)
  })

  it('wait while their account is closed, and those that cost money while it has none', async () => {
    const create = await submit('a.com')
    const account = (column: string, value: Date) =>
      database.read(
        statement(
          '',
          `insert into registry_account (account, ${column}) values ('sandbox', $1)
                       on conflict (account) do update set ${column} = $1`,
        ),
        [value],
      )
    await account('closed_at', now)
    expect(await claim()).toBeUndefined()
    await database.read(statement('', 'delete from registry_account'))
    await account('unpaid_until', later)
    expect(await claim()).toBeUndefined()
    await database.read(statement('', `update operation set kind = 'domain.update'`))
    expect(await claim()).toBe(create)
    await database.read(statement('', `update operation set kind = 'domain.create', state = 'unknown'`))
    expect(await claim()).toBe(create)
    await database.read(statement('', `update operation set state = 'queued'`))
    expect(await claim(1, later)).toBe(create)
    await database.read(statement('', 'delete from registry_account'))
  })

  it('wait for an earlier one of their object that waits itself', async () => {
    const first = await submit('a.com')
    await submit('a.com')
    await claim()
    await store.postpone({ id: first, absences: 0 }, 1, { state: 'unknown', runAt: later, reason: null })
    expect(await claim()).toBeUndefined()
    expect(await claim(1, later)).toBe(first)
  })

  it('take back a transfer that waits, and nothing else before its turn', async () => {
    const transfer = await submit('a.com')
    const [look, cancel] = [await submit('a.com'), await submit('a.com')]
    const kindOf = (id: string, kind: string) =>
      database.read(statement('', 'update operation set kind = $2 where id = $1'), [id, kind])
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
    await database.read(statement('', 'delete from operation where id = $1'), [look])
    expect(await claim()).toBe(cancel)
    await store.hurry({ account: 'sandbox', object: 'a.com' }, 'domain.transfer', now)
    expect(await claim()).toBeUndefined()
    await end(cancel)
    expect(await claim()).toBe(transfer)
  })

  it('do not hold up others when an older one arrives while a younger runs', async () => {
    const younger = await submit('a.com')
    await claim()
    const older = await submit('a.com')
    await database.read(statement('', 'update operation set seq = -1 where id = $1'), [older])
    const other = await submit('b.com')
    expect(await claim()).toBe(other)
    expect(await claim()).toBeUndefined()
    await end(younger)
    expect(await claim()).toBe(older)
  })

  it('are claimed by one worker each, and one of an object at a time', async () => {
    const ids = await Promise.all(['a.com', 'b.com', 'c.com', 'd.com', 'a.com', 'b.com'].map((name) => submit(name)))
    const claimed = await Promise.all(Array.from({ length: 12 }, (_, index) => claim(index + 1)))
    const held = claimed.filter((id) => id !== undefined)
    expect(new Set(held).size).toBe(held.length)
    expect(held.every((id) => ids.includes(id))).toBe(true)
    const doubled = statement(
      '',
      `select object from operation where state = 'executing' group by 1 having count(*) > 1`,
    )
    expect(await database.read(doubled)).toEqual([])
  })

  it('are not run before their time', async () => {
    const id = await submit('a.com')
    await claim()
    await store.postpone({ id, absences: 0 }, 1, { state: 'queued', runAt: later, reason: null })
    expect(await claim()).toBeUndefined()
    expect(await claim(2, later)).toBe(id)
  })

  it('belong to the worker that holds them: another one can neither end nor postpone them', async () => {
    const id = await submit('a.com')
    await claim(1)
    expect(await end(id, 2)).toBe(false)
    await store.postpone({ id, absences: 0 }, 2, { state: 'queued', runAt: now, reason: null })
    expect(await stateOf(id)).toMatchObject({ state: 'executing', worker: 1 })
    expect(await end(id, 1)).toBe(true)
  })

  it('wait at the registry, which is told once and shows what it shows', async () => {
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

  it('are of unknown outcome when their worker is gone, and absences are counted anew', async () => {
    const [gone, kept] = [await submit('a.com'), await submit('b.com')]
    await claim()
    await claim()
    await database.read(statement('', 'update operation set absences = 2'))
    expect(await store.workersInHand()).toEqual([1])
    expect(await store.orphan(1, now, [kept])).toBe(1)
    expect(await stateOf(gone)).toEqual({ state: 'unknown', worker: null, absences: 0 })
    expect(await stateOf(kept)).toMatchObject({ state: 'executing', worker: 1 })
  })
})
