import { Module } from '@nestjs/common'
import type { INestApplicationContext } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { Client } from 'pg'
import { Unavailable } from '@nameyard/contracts/unavailable'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { proxyTo, type Proxy } from '@nameyard/testing/proxy'
import { Database, type Tx } from './database'
import { DatabaseWatch } from './database-watch'
import { PersistenceModule } from './persistence-module'
import { sql, statement } from './statement'

@Module({})
class Root {}

/** What ends a wait in these tests ends it sooner than this limit of a statement, also on a busy machine. */
const LONG_MS = 120_000

describe('a database that does not answer', () => {
  let clone: TestDatabase
  let proxy: Proxy
  let app: INestApplicationContext
  let database: Database
  let watch: DatabaseWatch

  const open = (statementMs: number) => {
    const options = { service: 'sample-service', url: proxy.url, entities: [], statementMs, silenceMs: 500 }
    return NestFactory.createApplicationContext(
      { module: Root, imports: [PersistenceModule.forService(options)] },
      { logger: false },
    )
  }
  beforeAll(async () => {
    clone = await testDatabase({ name: 'sample-service', migrations: [] })
    proxy = await proxyTo(clone.url)
    app = await open(LONG_MS)
    ;[database, watch] = [app.get(Database), app.get(DatabaseWatch)]
  })
  afterAll(async () => {
    await app?.close()
    await proxy?.close()
    await clone?.drop()
  })

  const one = statement<void, { one: number }>('sample.one', () => sql`select 1 as one`)
  const slow = sql`select pg_sleep(120)`
  const call = { correlationId: 'c' }
  const isKnown = (isAnswering: boolean) =>
    eventually(() => watch.isAnswering === isAnswering, `the database ${isAnswering ? 'answering' : 'silent'}`)
  const answersAgain = async () => {
    proxy.restore()
    await isKnown(true)
    expect(await database.read(one)).toEqual([{ one: 1 }])
  }

  it.each([
    ['between two statements', (tx: Tx) => tx.query(one)],
    ['before the commit', () => Promise.resolve([])],
    ['before a statement of TypeORM', (tx: Tx) => tx.manager.query('select 1')],
  ])('is unavailable to a transaction whose session ends %s', async (_, next) => {
    const work = database.unitOfWork(call, async (tx) => {
      const [row] = await tx.query<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      const killer = new Client({ connectionString: clone.url })
      await killer.connect()
      await killer.query('select pg_terminate_backend($1)', [row!.pid])
      await killer.end()
      // The end of the session is detected before the next statement.
      await new Promise((resolve) => setTimeout(resolve, 200))
      return next(tx)
    })
    await expect(work).rejects.toBeInstanceOf(Unavailable)
    expect(await database.read(one)).toEqual([{ one: 1 }])
  })

  it('fails waiting statements, reports that it does not answer, and is used again when it answers', async () => {
    await database.read(one)
    proxy.silence()
    const began = performance.now()
    const waiting = [database.read(one), database.unitOfWork(call, (tx) => tx.query(one)), database.read(slow)]
    for (const each of await Promise.allSettled(waiting))
      expect(each).toMatchObject({ status: 'rejected', reason: expect.any(Unavailable) })
    expect(performance.now() - began).toBeLessThan(LONG_MS)
    await isKnown(false)
    await expect(database.read(one)).rejects.toThrow(Unavailable)
    await answersAgain()
  })

  it('is detected on its old connections when new ones are answered', async () => {
    await Promise.all([database.read(one), database.read(one)])
    await eventually(async () => {
      proxy.silenceOpen()
      return true
    }, 'silent connections')
    await expect(database.read(one)).rejects.toThrow(Unavailable)
    expect(watch.isAnswering).toBe(true)
    expect(await database.read(one)).toEqual([{ one: 1 }])
  })

  it('fails when the connection is refused, and when it was cut', async () => {
    const cut = expect(database.read(slow)).rejects.toThrow(Unavailable)
    await new Promise((resolve) => setTimeout(resolve, 100))
    proxy.cut()
    await cut
    await expect(database.unitOfWork(call, (tx) => tx.query(one))).rejects.toThrow(Unavailable)
    await isKnown(false)
    await answersAgain()
  })

  it('cancels a statement over the time limit, on the server too', async () => {
    const limited = await open(1_000)
    await expect(limited.get(Database).read(slow)).rejects.toThrow(Unavailable)
    expect(await limited.get(Database).read(one)).toEqual([{ one: 1 }])
    expect(limited.get(DatabaseWatch).isAnswering).toBe(true)
    await limited.close()
  })

  it('cancels a unit of work after its deadline, on the server too', async () => {
    const began = performance.now()
    const deadline = performance.timeOrigin + began + 100
    const locked = sql`select pg_advisory_xact_lock(4711), pg_sleep(120)`
    await expect(database.unitOfWork({ ...call, deadline }, (tx) => tx.query(locked))).rejects.toThrow(Unavailable)
    expect(performance.now() - began).toBeLessThan(LONG_MS)
    await eventually(
      () => database.read(sql`select from pg_locks where locktype = ${'advisory'}`).then((rows) => rows.length === 0),
      'the session gone with its lock',
    )
  })

  it('closes although its connections do not answer', async () => {
    await database.read(one)
    proxy.silence()
    const began = performance.now()
    await app.close()
    expect(performance.now() - began).toBeLessThan(LONG_MS)
  })
})
