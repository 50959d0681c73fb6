import type { Call, Repeat } from '@nameyard/contracts/operation'
import { carryOut, Replayed } from '@nameyard/messaging/carry-out'
import { Database } from '@nameyard/persistence/database'
import { PersistenceModule } from '@nameyard/persistence/persistence-module'
import { SettableClock } from '@nameyard/testing/clock'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { Module, type INestApplicationContext } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { outboxMigrations } from './migrations-folder'
import { RequestMemory } from './request-memory'

@Module({})
class Root {}

describe('a request that comes twice', () => {
  const clock = new SettableClock()
  let clone: TestDatabase
  let app: INestApplicationContext
  let database: Database
  let memory: RequestMemory
  let resellerId = 0
  let calls = 0
  let done: string[]

  beforeAll(async () => {
    clone = await testDatabase({ name: 'orders', migrations: [outboxMigrations] })
    const persistence = PersistenceModule.forService({ service: 'orders', url: clone.url, entities: [] })
    app = await NestFactory.createApplicationContext({ module: Root, imports: [persistence] }, { logger: false })
    database = app.get(Database)
    memory = new RequestMemory(database, () => clock.now())
    database.claimWith(memory)
  })
  beforeEach(() => {
    resellerId++
    done = []
  })
  afterAll(async () => {
    await app?.close()
    await clone?.drop()
  })

  const call = (request = 'same', key = 'given:1', more: Partial<Repeat> = {}): Call => ({
    correlationId: `call ${++calls}`,
    deadline: Infinity,
    actor: { resellerId, contactId: 1, username: 'anna', scope: ['write'] },
    repeat: { key, request, lifeMs: 10_000, ...more },
  })

  /** A handler that places its work when it is told to. */
  const held = () => {
    let proceed = () => {}
    const permitted = new Promise<void>((resolve) => (proceed = resolve))
    let begun = () => {}
    const running = new Promise<void>((resolve) => (begun = resolve))
    const handle = async (input: unknown, context: Call) => {
      begun()
      await permitted
      return handler().handle(input, context)
    }
    return { proceed, running, handle }
  }

  /** Does its work once per claim; `after` runs when the transaction is over. */
  const handler = (after: () => unknown = () => undefined) => ({
    handle: async (_: unknown, context: Call) => {
      const placed = await database.unitOfWork(context, async () => {
        done.push(context.correlationId)
        return { number: done.length }
      })
      await after()
      return placed
    },
  })
  const ask = (given: Call, carried: Parameters<typeof carryOut>[0] = handler()) => carryOut(carried, {}, given, memory)

  it('is carried out once and answered alike', async () => {
    expect(await ask(call())).toEqual({ number: 1 })
    expect(await ask(call())).toEqual(new Replayed('{"number":1}'))
    expect(done).toHaveLength(1)
  })

  it('is carried out once when it comes at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(call())))
    expect(done).toHaveLength(1)
    expect(answers.filter((answer) => answer instanceof Replayed)).toHaveLength(7)
  })

  it('is another request under another key, in another account, or after its life', async () => {
    await ask(call())
    expect(await ask(call('same', 'given:2'))).toEqual({ number: 2 })
    clock.advance(10_001)
    expect(await ask(call())).toEqual({ number: 3 })
    resellerId++
    expect(await ask(call())).toEqual({ number: 4 })
  })

  it('is refused when the key stood for another request', async () => {
    await ask(call())
    await expect(ask(call('other'))).rejects.toMatchObject({ refusal: 'idempotency_key_reused' })
    expect(done).toHaveLength(1)
  })

  it('may be tried again when it failed, and leaves nothing behind', async () => {
    const failing = {
      handle: (_: unknown, context: Call) => database.unitOfWork(context, () => Promise.reject(new Error('no'))),
    }
    await expect(ask(call(), failing)).rejects.toThrow('no')
    expect(await ask(call())).toEqual({ number: 1 })
  })

  it('is answered with what was placed when the first call died before its answer', async () => {
    await expect(
      ask(
        call(),
        handler(() => Promise.reject(new Error('died'))),
      ),
    ).rejects.toThrow('died')
    expect(await ask(call())).toEqual(new Replayed('{"number":1}'))
    const replay = async (placed: { number: number }) => ({ rebuilt: placed.number })
    expect(await ask(call(), { ...handler(), replay })).toEqual(new Replayed('{"rebuilt":1}'))
    expect(done).toHaveLength(1)
  })

  it('waits for an equal request that has placed nothing yet', async () => {
    const first = held()
    const answered = ask(call(), first)
    await first.running
    // What it would meet: half of the first one's effects.
    const refusing = { handle: () => Promise.reject(new Error('credit too low')) }
    const second = ask(call(), refusing)
    first.proceed()
    expect(await Promise.all([answered, second])).toEqual([{ number: 1 }, new Replayed('{"number":1}')])
  })

  it('is refused as running when an equal request takes too long', async () => {
    const first = held()
    const answered = ask(call(), first)
    await first.running
    const deadline = clock.now().getTime() + 510
    await expect(ask({ ...call(), deadline })).rejects.toMatchObject({ refusal: 'request_in_progress' })
    first.proceed()
    await answered
  })

  it('is carried out by another call when the first one gives no sign of life, once', async () => {
    const first = held()
    const answered = ask(call(), first)
    await first.running
    await database.pool.query(`update idempotency set running_until = now() - interval '1 second'`)
    expect(await ask(call())).toEqual({ number: 1 })
    first.proceed()
    expect(await answered).toEqual(new Replayed('{"number":1}'))
    expect(done).toHaveLength(1)
  })

  it('gets the answer of the call that overtook it, whatever stopped it', async () => {
    const overtaken = {
      handle: async () => {
        await database.pool.query(`update idempotency set running_until = now() - interval '1 second'`)
        await ask(call())
        throw new Error('the name is taken')
      },
    }
    expect(await ask(call(), overtaken)).toEqual(new Replayed('{"number":1}'))
  })

  it('is recognized by what it was remembered as under an older secret', async () => {
    const former = [{ key: 'equal:old', request: 'old' }]
    await ask(call('old', 'equal:old', { isOrder: true }))
    expect(await ask(call('new', 'equal:new', { isOrder: true, former }))).toEqual(new Replayed('{"number":1}'))
    await ask(call('old', 'given:2'))
    expect(await ask(call('new', 'given:2', { former: [{ key: 'given:2', request: 'old' }] }))).toEqual(
      new Replayed('{"number":2}'),
    )
    await expect(ask(call('new', 'given:2'))).rejects.toMatchObject({ refusal: 'idempotency_key_reused' })
  })

  describe('without a key of the client', () => {
    const order = () => call('same', 'equal:same', { isOrder: true })
    const judged = (isTrue: boolean) => ({ ...handler(), isStillTrue: async () => isTrue })

    it('is answered alike while the first answer is true', async () => {
      await ask(order(), judged(true))
      expect(await ask(order(), judged(true))).toEqual(new Replayed('{"number":1}'))
    })

    it('is carried out again when the first answer is not true any more, once', async () => {
      await ask(order(), judged(true))
      const seen: unknown[] = []
      const outdated = {
        ...handler(),
        isStillTrue: async (placed: { number: number }) => (seen.push(placed), placed.number > 1),
      }
      const answers = await Promise.all(Array.from({ length: 8 }, () => ask(order(), outdated)))
      expect(answers.filter((answer) => !(answer instanceof Replayed))).toEqual([{ number: 2 }])
      expect(seen[0]).toEqual({ number: 1 })
      expect(done).toHaveLength(2)
    })

    it('is not judged where the client gave a key', async () => {
      await ask(call(), judged(true))
      expect(await ask(call(), judged(false))).toEqual(new Replayed('{"number":1}'))
    })
  })

  it('is forgotten in the end', async () => {
    await ask(call())
    clock.advance(49 * 3_600_000)
    await ask(call('same', 'given:other'))
    const { rows } = await database.pool.query('select key from idempotency where reseller_id = $1', [resellerId])
    expect(rows).toEqual([{ key: 'given:other' }])
  })
})
