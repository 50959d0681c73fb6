import { Module, type INestApplicationContext } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { Call, Repeat } from '@nameyard/contracts/operation'
import { carryOut, Replayed } from '@nameyard/messaging/carry-out'
import { Database } from '@nameyard/persistence/database'
import { PersistenceModule } from '@nameyard/persistence/persistence-module'
import { sql } from '@nameyard/persistence/statement'
import { ANSWER_SEAL } from '@nameyard/testing/answer-seal'
import { SettableClock } from '@nameyard/testing/clock'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { openTransaction } from '@nameyard/testing/open-transaction'
import { outboxMigrations } from './migrations-folder'
import { EXTEND_MS, RequestMemory } from './request-memory'

@Module({})
class Root {}

describe('a request that arrives twice', () => {
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
    actor: { resellerId, contactId: 1, username: 'anna', role: 'admin', scope: ['write'] },
    repeat: { key, request, seal: ANSWER_SEAL, lifeMs: 10_000, ...more },
  })

  /** A handler that does its work only after `proceed` is called. */
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

  /** Does its work once per claim; `after` runs when the transaction is committed. */
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

  /** A request whose transaction waits until the transaction that is returned as `lock` ends. */
  const askedWhileLocked = async () => {
    const lock = await openTransaction(clone.url)
    await lock.query('select pg_advisory_xact_lock(1)')
    const locking = (_: unknown, context: Call) =>
      database.unitOfWork(context, (tx) => tx.query(sql`select pg_advisory_xact_lock(1)`))
    const answered = ask(call(), { handle: locking })
    await lock.blocks('the first request')
    return { lock, answered }
  }

  it('is answered from a stored text that shows nothing of the answer', async () => {
    const secret = { handle: async () => ({ auth_code: 'k7!Rp2nq' }) }
    expect(await ask(call(), secret)).toEqual({ auth_code: 'k7!Rp2nq' })
    const rows = await database.read<{ answer: string }>(
      sql`select answer from idempotency where reseller_id = ${resellerId}`,
    )
    expect(rows).toEqual([{ answer: expect.stringMatching(/^sealed\.[\w-]+$/) }])
    expect(Buffer.from(rows[0]!.answer.slice(7), 'base64url').includes('k7!')).toBe(false)
    expect(await ask(call(), secret)).toEqual(new Replayed('{"auth_code":"k7!Rp2nq"}'))
  })

  it('is answered from an answer that an earlier version stored', async () => {
    await ask(call())
    await database.read(sql`update idempotency set answer = '{"number":7}' where reseller_id = ${resellerId}`)
    expect(await ask(call())).toEqual(new Replayed('{"number":7}'))
  })

  it('is carried out once and gets the same answer twice', async () => {
    expect(await ask(call())).toEqual({ number: 1 })
    expect(await ask(call())).toEqual(new Replayed('{"number":1}'))
    expect(done).toHaveLength(1)
  })

  it('is carried out once when it arrives eight times at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(call())))
    expect(done).toHaveLength(1)
    expect(answers.filter((answer) => answer instanceof Replayed)).toHaveLength(7)
  })

  it('is a new request under another key, in another account, or after the key has expired', async () => {
    await ask(call())
    expect(await ask(call('same', 'given:2'))).toEqual({ number: 2 })
    clock.advance(10_001)
    expect(await ask(call())).toEqual({ number: 3 })
    resellerId++
    expect(await ask(call())).toEqual({ number: 4 })
  })

  it('is refused when the key was used for another request', async () => {
    await ask(call())
    await expect(ask(call('other'))).rejects.toMatchObject({ refusal: 'idempotency_key_reused' })
    expect(done).toHaveLength(1)
  })

  it('can be repeated after it failed, because its claim is released', async () => {
    const failing = {
      handle: (_: unknown, context: Call) => database.unitOfWork(context, () => Promise.reject(new Error('no'))),
    }
    await expect(ask(call(), failing)).rejects.toThrow('no')
    expect(await ask(call())).toEqual({ number: 1 })
  })

  it('is answered from the placed work when the first call failed before its answer', async () => {
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

  it('waits for an equal request that has not committed its work yet', async () => {
    const first = held()
    const answered = ask(call(), first)
    await first.running
    // Without the wait it would see half of the first one's effects.
    const refusing = { handle: () => Promise.reject(new Error('credit too low')) }
    const second = ask(call(), refusing)
    first.proceed()
    expect(await Promise.all([answered, second])).toEqual([{ number: 1 }, new Replayed('{"number":1}')])
  })

  it('is refused with request_in_progress when an equal request takes too long', async () => {
    const first = held()
    const answered = ask(call(), first)
    await first.running
    const deadline = clock.now().getTime() + 510
    await expect(ask({ ...call(), deadline })).rejects.toMatchObject({ refusal: 'request_in_progress' })
    first.proceed()
    await answered
  })

  it('is refused in time while the transaction of an equal request is open', async () => {
    const { lock, answered } = await askedWhileLocked()
    const deadline = clock.now().getTime() + 510
    await expect(ask({ ...call(), deadline })).rejects.toMatchObject({ refusal: 'request_in_progress' })
    await lock.end()
    await answered
  })

  it('takes no further connections while its transaction waits', async () => {
    const { lock, answered } = await askedWhileLocked()
    // Its claim is extended twice meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 2 * EXTEND_MS + 500))
    const { rows } = await lock.query(
      `select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(rows).toHaveLength(1)
    await lock.end()
    await answered
  })

  it('is answered before its answer is stored, where that can be built again', async () => {
    const lock = await openTransaction(clone.url)
    const locking = async () => {
      await lock.query(`select from orders.idempotency where reseller_id = ${resellerId} for update`)
    }
    const replay = async (placed: { number: number }) => ({ rebuilt: placed.number })
    expect(await ask(call(), { ...handler(locking), replay })).toEqual({ number: 1 })
    expect(await ask(call(), { ...handler(), replay })).toEqual(new Replayed('{"rebuilt":1}'))
    await lock.end()
    await eventually(
      async () => ((await ask(call(), { ...handler(), replay })) as Replayed).data === '{"number":1}',
      'the stored answer',
    )
  })

  it('is carried out once by another call when the claim of the first one has expired', async () => {
    const first = held()
    const answered = ask(call(), first)
    await first.running
    await database.pool.query(`update idempotency set running_until = now() - interval '1 second'`)
    expect(await ask(call())).toEqual({ number: 1 })
    first.proceed()
    expect(await answered).toEqual(new Replayed('{"number":1}'))
    expect(done).toHaveLength(1)
  })

  it('gets the answer of the call that carried it out, whatever error stopped its own call', async () => {
    const overtaken = {
      handle: async () => {
        await database.pool.query(`update idempotency set running_until = now() - interval '1 second'`)
        await ask(call())
        throw new Error('the name is taken')
      },
    }
    expect(await ask(call(), overtaken)).toEqual(new Replayed('{"number":1}'))
  })

  it('is recognized by its fingerprint under an older secret', async () => {
    const former = [{ key: 'equal:old', request: 'old', seal: ANSWER_SEAL }]
    await ask(call('old', 'equal:old', { isOrder: true }))
    expect(await ask(call('new', 'equal:new', { isOrder: true, former }))).toEqual(new Replayed('{"number":1}'))
    await ask(call('old', 'given:2'))
    expect(
      await ask(call('new', 'given:2', { former: [{ key: 'given:2', request: 'old', seal: ANSWER_SEAL }] })),
    ).toEqual(new Replayed('{"number":2}'))
    await expect(ask(call('new', 'given:2'))).rejects.toMatchObject({ refusal: 'idempotency_key_reused' })
  })

  describe('without a key of the client', () => {
    const order = () => call('same', 'equal:same', { isOrder: true })
    const judged = (isTrue: boolean) => ({ ...handler(), isStillTrue: async () => isTrue })

    it('gets the first answer while that is still true', async () => {
      await ask(order(), judged(true))
      expect(await ask(order(), judged(true))).toEqual(new Replayed('{"number":1}'))
    })

    it('is carried out again, once, when the first answer is no longer true', async () => {
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

    it('gets the first answer without a check when the client sent a key', async () => {
      await ask(call(), judged(true))
      expect(await ask(call(), judged(false))).toEqual(new Replayed('{"number":1}'))
    })
  })

  it('is deleted two days later', async () => {
    // Each request deletes at most 20 old ones, and the other tests have left about as many.
    await database.pool.query('delete from idempotency')
    await ask(call())
    clock.advance(49 * 3_600_000)
    await ask(call('same', 'given:other'))
    const { rows } = await database.pool.query('select key from idempotency where reseller_id = $1', [resellerId])
    expect(rows).toEqual([{ key: 'given:other' }])
  })
})
