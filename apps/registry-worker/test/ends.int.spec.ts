import { randomUUID } from 'node:crypto'
import { Module, type INestApplicationContext } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { Connection } from '@nameyard/messaging/connection'
import { MessagingModule } from '@nameyard/messaging/messaging-module'
import { WorkQueues } from '@nameyard/messaging/work-queues'
import { OutboxModule } from '@nameyard/outbox/outbox-module'
import { Database } from '@nameyard/persistence/database'
import { PersistenceModule } from '@nameyard/persistence/persistence-module'
import { sql } from '@nameyard/persistence/statement'
import { AuthCodeCipher } from '@nameyard/runtime/auth-code-cipher'
import { Clock } from '@nameyard/runtime/clock'
import { brokerUrls, testBroker, type TestBroker } from '@nameyard/testing/broker'
import { SettableClock } from '@nameyard/testing/clock'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { Announcements } from '../src/operations/announcement.store'
import { Announcer } from '../src/operations/announcer'
import { settlementEvent } from '../src/operations/execute-operation'
import { OperationWrites } from '../src/operations/operation-writes'
import { OperationStore, type ClaimedOperation, type Submission } from '../src/operations/operation.store'
import { service } from '../src/service'

@Module({})
class Root {}

const WORKER = 1
const clock = new SettableClock()
let database: TestDatabase
let broker: TestBroker
let app: INestApplicationContext

beforeAll(async () => {
  ;[database, broker] = await Promise.all([testDatabase(service), testBroker(brokerUrls()[0])])
  const imports = [
    PersistenceModule.forService({ service: 'registry-worker', url: database.url, entities: [] }),
    MessagingModule.forService({ service: 'registry-worker', url: broker.url }),
    OutboxModule.forService({ now: () => clock.now() }),
  ]
  const providers = [
    { provide: Clock, useValue: clock },
    { provide: AuthCodeCipher, useValue: new AuthCodeCipher(['s'.repeat(32)]) },
    { provide: WorkQueues, useFactory: (connection: Connection) => new WorkQueues(connection), inject: [Connection] },
    OperationStore,
    OperationWrites,
    Announcements,
    Announcer,
  ]
  app = await NestFactory.createApplicationContext({ module: Root, imports, providers }, { logger: false })
  await eventually(() => app.get(WorkQueues).isOpen, 'the broker')
})
beforeEach(() => app.get(Database).read(sql`truncate operation cascade`))
afterAll(async () => {
  await app?.get(Announcer).stop()
  await app?.close()
  await Promise.all([database?.drop(), broker?.drop()])
})

const submit = async (object: string) => {
  const id = randomUUID()
  const submission = { operationId: id, resellerId: 1, kind: 'domain.create', object, intent: {} } as Submission
  const isAnnounced = await app.get(OperationStore).submit('a', submission, { correlationId: 'c' }, clock.now(), false)
  return { id, account: 'a', object, isRoutine: false, isAnnounced }
}
const claim = async (id: string) => {
  const [claimed] = await app.get(Announcements).claim(WORKER, [id], clock.now())
  return claimed!
}
const settle = (operation: ClaimedOperation, worker = WORKER) => {
  const end = { id: operation.id, worker, state: 'done', now: clock.now() } as const
  return app.get(OperationWrites).settle({ operation, end, event: settlementEvent(operation, end), answers: [] })
}
const send = ({ id, object }: ClaimedOperation, worker = WORKER) => {
  const cltrid = `${id.replaceAll('-', '')}-1`
  const row = { cltrid, id, worker, command: 'domain:create', object, now: clock.now(), frame: '<create/>' }
  return app.get(OperationWrites).send(row)
}
const recorded = () =>
  app
    .get(Database)
    .read<{ object: string; transaction: string }>(
      sql`select object, xmin::text as transaction from registry_transaction`,
    )
const ended = () =>
  app
    .get(Database)
    .read<{ object: string; transaction: string }>(
      sql`select object, xmin::text as transaction from operation where state = 'done'`,
    )

it('are written with the commands that are about to be sent', async () => {
  const [ending, sending] = [await claim((await submit('a.com')).id), await claim((await submit('b.com')).id)]
  expect(await Promise.all([settle(ending), send(sending)])).toEqual([false, true])
  const [[command], [end]] = [await recorded(), await ended()]
  expect(command).toMatchObject({ object: 'b.com' })
  expect(end).toEqual({ object: 'a.com', transaction: command!.transaction })
})

it('are written only by the worker that holds the operations, and so are commands', async () => {
  const [ending, sending] = [await claim((await submit('a.com')).id), await claim((await submit('b.com')).id)]
  expect(await Promise.all([settle(ending, 2), send(sending, 2)])).toEqual([false, false])
  expect([await recorded(), await ended()]).toEqual([[], []])
  // Without its end, the command of another operation is recorded all the same.
  expect(await Promise.all([settle(ending, 2), send(sending)])).toEqual([false, true])
  expect(await recorded()).toEqual([expect.objectContaining({ object: 'b.com' })])
})

it('say whether something waits for them', async () => {
  const first = await claim((await submit('a.com')).id)
  const second = await submit('a.com')
  expect(second.isAnnounced).toBe(false)
  expect(await settle(first)).toBe(true)
  expect(await settle(await claim(second.id))).toBe(false)
})

it('are followed by an operation that was stored while they were written', async () => {
  const first = await claim((await submit('a.com')).id)
  const second = await submit('a.com')
  await app.get(Announcer).submitted(second, second.isAnnounced)
  // The statement has not seen the second one: nobody looks for it after this end.
  await settle(first)
  await eventually(async () => (await app.get(WorkQueues).depth('a')) === 1, 'a message about the second one')
})
