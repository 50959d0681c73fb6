import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { z } from 'zod'
import { getDomain } from '@nameyard/contracts/domains/get-domain'
import type { Payload } from '@nameyard/contracts/event'
import { accountEvent } from '@nameyard/contracts/events/account-event'
import { recordEvent } from '@nameyard/contracts/events/record-event'
import type { Tx } from '@nameyard/persistence/database'
import { raw, sql, statement, type PreparedStatement } from '@nameyard/persistence/statement'
import { testBroker, type TestBroker } from '@nameyard/testing/broker'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { nameSold, orders, replica, type Replica } from './sample'

const call = { correlationId: 'c-1' }
const state = z.object({ step: z.int() })
const nameMoved = accountEvent({
  type: 'name.moved',
  producer: 'orders',
  summary: 'A name has moved.',
  version: 2,
  read: getDomain,
  state,
})

type Recorded = Payload<typeof recordEvent>

/** Number of an advisory lock. */
const HELD = 296

const failing = statement('sample.fail', () => sql`select 1 / 0`)
const holding = statement('sample.hold', () => sql`select pg_advisory_xact_lock(${raw(String(HELD))})`)
/** The commands of the transaction that wrote its messages and the chain of an object. */
const commandsOf = statement<{ readonly object: string }>(
  'sample.commands',
  ({ object }) => sql`
    select distinct cmin::text from outbox where xmin::text = pg_current_xact_id()::text
    union select cmin::text from event_chains where object = ${object}`,
)

/** A statement that is sent behind the others of a transaction. */
const last = <Given = void>(sent: PreparedStatement<Given, object>) => ({
  statement: sent,
  given: {} as Given,
  committed: () => undefined,
})

describe('account events', () => {
  let database: TestDatabase
  let broker: TestBroker
  let one: Replica

  beforeAll(async () => {
    ;[database, broker] = await Promise.all([testDatabase(orders), testBroker()])
    one = await replica(database.url, broker.url)
  })
  afterAll(async () => {
    await one?.close()
    await Promise.all([database?.drop(), broker?.drop()])
  })

  /** An object of its own for each test. */
  const newObject = () => `names/${randomUUID()}`
  const record = (tx: Tx, object: string, step: number) =>
    one.events.record(tx, nameMoved, { resellerId: 7, object, at: new Date('2026-01-01T00:00:00Z'), state: { step } })
  const within = (work: (tx: Tx) => Promise<unknown>) => one.database.unitOfWork(call, work)
  /** The events of an object as they were stored, in the order of their chain; the outbox moves them to `sent`. */
  const recorded = async (object: string): Promise<Recorded[]> => {
    const rows = await one.database.read<{ payload: string }>(sql`
      select payload from (select message_id, payload from outbox union select message_id, payload from sent) as stored
      order by message_id`)
    return rows.map(({ payload }) => JSON.parse(payload) as Recorded).filter((each) => each.object === object)
  }
  const previousOf = (events: readonly Recorded[]) => events.map(({ previous }) => previous?.id ?? null)
  /** What a chain in this order has. */
  const chainOf = (events: readonly Recorded[]) => [null, ...events.slice(0, -1).map(({ id }) => id)]

  it('are commands of the event log, with the object and the request', async () => {
    const object = newObject()
    await within((tx) => record(tx, object, 1))
    const [event] = await recorded(object)
    expect(recordEvent.payload.parse(event)).toEqual({
      id: expect.any(String),
      resellerId: 7,
      type: 'name.moved',
      version: 2,
      object,
      previous: null,
      at: '2026-01-01T00:00:00.000Z',
      request: 'c-1',
      state: { step: 1 },
    })
  })

  it('name the event of their object before them, over several transactions', async () => {
    const object = newObject()
    for (const step of [1, 2, 3]) await within((tx) => record(tx, object, step))
    const events = await recorded(object)
    expect(events.map((event) => event.state)).toEqual([{ step: 1 }, { step: 2 }, { step: 3 }])
    expect(previousOf(events)).toEqual(chainOf(events))
  })

  it('tell when the event before them was recorded, in the form of the contract', async () => {
    const object = newObject()
    const from = Date.now()
    await within((tx) => record(tx, object, 1))
    await within(async (tx) => {
      await record(tx, object, 2)
      await record(tx, object, 3)
    })
    for (const event of (await recorded(object)).slice(1)) {
      const { previous } = recordEvent.payload.parse(event)
      expect(new Date(previous!.at).getTime()).toBeGreaterThanOrEqual(from)
      expect(new Date(previous!.at).getTime()).toBeLessThanOrEqual(Date.now())
    }
  })

  it('name each other in a transaction with several events of two objects and other messages', async () => {
    const [first, second] = [newObject(), newObject()]
    await within((tx) => record(tx, first, 1))
    await within(async (tx) => {
      await record(tx, second, 1)
      await record(tx, first, 2)
      await one.outbox.append(tx, nameSold, { name: 'between.com' })
      await record(tx, second, 2)
      await record(tx, first, 3)
    })
    await within((tx) => record(tx, second, 3))
    for (const object of [first, second]) {
      const events = await recorded(object)
      expect(events).toHaveLength(3)
      expect(previousOf(events)).toEqual(chainOf(events))
    }
  })

  it('leave the chain as it was when their transaction rolls back', async () => {
    const object = newObject()
    await within((tx) => record(tx, object, 1))
    const failed = within(async (tx) => {
      await record(tx, object, 2)
      // Sent behind the statement that stores the messages.
      tx.beforeCommit(() => last(failing))
    })
    await expect(failed).rejects.toThrow('division by zero')
    await within((tx) => record(tx, object, 3))
    const events = await recorded(object)
    expect(events).toHaveLength(2)
    expect(previousOf(events)).toEqual(chainOf(events))
  })

  it('are one chain when two transactions record the first event of an object at the same time', async () => {
    const object = newObject()
    const other = new Client({ connectionString: database.url })
    await other.connect()
    await other.query(`select pg_advisory_lock(${HELD})`)
    const waiting = (locktype: string) =>
      eventually(async () => {
        const { rowCount } = await other.query(
          `select from pg_locks waiting join pg_locks held using (pid)
           where waiting.locktype = $1 and not waiting.granted and held.relation = 'orders.event_chains'::regclass`,
          [locktype],
        )
        return rowCount === 1
      }, `a transaction that waits for a lock of the type ${locktype}`)
    const first = within(async (tx) => {
      await record(tx, object, 1)
      tx.beforeCommit(() => last(holding))
    })
    await waiting('advisory')
    const second = within((tx) => record(tx, object, 2))
    await waiting('transactionid')
    await other.end()
    await Promise.all([first, second])
    const events = await recorded(object)
    const start = events.filter(({ previous }) => previous === null)
    expect(events).toHaveLength(2)
    expect(start).toHaveLength(1)
    expect(events.find(({ previous }) => previous !== null)?.previous?.id).toBe(start[0]!.id)
  })

  it('begin a new chain when the old one was deleted', async () => {
    const object = newObject()
    await within((tx) => record(tx, object, 1))
    await one.database.read(sql`delete from event_chains where object = ${object}`)
    await within((tx) => record(tx, object, 2))
    await within((tx) => record(tx, object, 3))
    const events = await recorded(object)
    expect(previousOf(events)).toEqual([null, null, events[1]!.id])
  })

  it('are stored by the statement that stores the other messages', async () => {
    const object = newObject()
    const found: object[] = []
    await within(async (tx) => {
      await one.outbox.append(tx, nameSold, { name: 'one-statement.com' })
      await record(tx, object, 1)
      tx.beforeCommit(() => ({ ...last(commandsOf), given: { object }, committed: (rows) => void found.push(...rows) }))
    })
    expect(found).toHaveLength(1)
  })
})
