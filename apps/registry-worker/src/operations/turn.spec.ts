import { randomUUID } from 'node:crypto'
import { Module, type INestApplicationContext } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { Database } from '@nameyard/persistence/database'
import { PersistenceModule } from '@nameyard/persistence/persistence-module'
import { sql } from '@nameyard/persistence/statement'
import { AuthCodeCipher } from '@nameyard/runtime/auth-code-cipher'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { service } from '../service'
import { Announcements, keyOf } from './announcement.store'
import { OperationStore, type Submission } from './operation.store'

@Module({})
class Root {}

const now = new Date('2027-01-01T00:00:00Z')

describe('routine looks', () => {
  let clone: TestDatabase
  let app: INestApplicationContext
  let database: Database
  let store: OperationStore
  let announcements: Announcements

  beforeAll(async () => {
    clone = await testDatabase(service)
    const persistence = PersistenceModule.forService({ service: 'registry-worker', url: clone.url, entities: [] })
    const codes = { provide: AuthCodeCipher, useValue: new AuthCodeCipher(['s'.repeat(32)]) }
    app = await NestFactory.createApplicationContext(
      { module: Root, imports: [persistence], providers: [OperationStore, Announcements, codes] },
      { logger: false },
    )
    database = app.get(Database)
    store = app.get(OperationStore)
    announcements = app.get(Announcements)
  })
  beforeEach(() => database.read(sql`truncate operation cascade`))
  afterAll(async () => {
    await app?.close()
    await clone?.drop()
  })

  const submit = async (kind: 'domain.inspect' | 'domain.update', given: Partial<Submission> = {}) => {
    const operationId = given.operationId ?? randomUUID()
    const submission = { operationId, resellerId: 1, kind, object: 'a.com', intent: {}, ...given } as Submission
    await store.submit('sandbox', submission, { correlationId: 'c' }, now, false)
    return operationId
  }
  const look = (given: Partial<Submission> = {}) => submit('domain.inspect', { isRoutine: true, ...given })
  const order = (given: Partial<Submission> = {}) => submit('domain.update', given)
  const claims = async (id: string) => (await announcements.claim(1, [id], now)).length === 1
  const end = (id: string) => database.read(sql`update operation set state = 'done' where id = ${id}`)

  it('are announced in a queue of their own', async () => {
    const id = await look()
    const hinted = await submit('domain.inspect', { object: 'hinted.com' })
    await announcements.forget([id, hinted])
    const announced = await announcements.takeRunnable(now)
    expect(new Map(announced.map((each) => [each.id, keyOf(each)]))).toEqual(
      new Map([
        [id, 'sandbox.looks'],
        [hinted, 'sandbox'],
      ]),
    )
    await database.read(sql`update operation set announced_at = clock_timestamp() - interval '1 minute'`)
    const overdue = await announcements.overdueQueues()
    expect(overdue.map(keyOf).sort()).toEqual(['sandbox', 'sandbox.looks'])
    await announcements.forgetLost([{ account: 'sandbox', isRoutine: true }])
    expect((await announcements.takeRunnable(now)).map((each) => each.id)).toEqual([id])
  })

  it('are overtaken by orders of their domain, and run after them', async () => {
    const waiting = await look()
    const [first, second] = [await order({ after: waiting }), await order()]
    expect(await claims(waiting)).toBe(false)
    expect(await store.nextDue(now)).toEqual(now)
    expect(await claims(second)).toBe(false)
    expect(await claims(first)).toBe(true)
    await end(first)
    expect(await claims(second)).toBe(true)
    expect(await claims(waiting)).toBe(false)
    await end(second)
    expect(await claims(waiting)).toBe(true)
  })

  it('are not overtaken once they have begun', async () => {
    const begun = await look()
    expect(await claims(begun)).toBe(true)
    const waiting = await order({ after: begun })
    expect(await claims(waiting)).toBe(false)
    await store.release(1, now)
    expect(await claims(waiting)).toBe(false)
    expect(await claims(begun)).toBe(true)
    await end(begun)
    expect(await claims(waiting)).toBe(true)
  })

  it('let no order overtake the predecessor of a look, in any order of arrival', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    const last = await order({ after: second })
    await look({ operationId: second, after: first })
    expect(await claims(last)).toBe(false)
    await order({ operationId: first })
    expect(await claims(last)).toBe(false)
    expect(await claims(first)).toBe(true)
    await end(first)
    expect(await claims(last)).toBe(true)
  })

  it('do not wait for an order whose predecessor has not arrived', async () => {
    const waiting = await look()
    await order({ after: randomUUID() })
    expect(await claims(waiting)).toBe(true)
  })
})
