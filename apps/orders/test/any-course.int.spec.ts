import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { Controller } from '@nestjs/common'
import fc from 'fast-check'
import { Client } from 'pg'
import { Refusal } from '@nameyard/contracts/errors'
import type { Command, Payload } from '@nameyard/contracts/event'
import type { AnyOperation, Input, InputGiven, Result } from '@nameyard/contracts/operation'
import { captureReservation } from '@nameyard/contracts/orders/capture-reservation'
import { correctBalance } from '@nameyard/contracts/orders/correct-balance'
import { placedOrders } from '@nameyard/contracts/orders/placed-orders'
import { releaseReservation } from '@nameyard/contracts/orders/release-reservation'
import { reservationConfirmed } from '@nameyard/contracts/orders/reservation-confirmed'
import { reserveCredit } from '@nameyard/contracts/orders/reserve-credit'
import { topUp } from '@nameyard/contracts/orders/top-up'
import { verifyLedger } from '@nameyard/contracts/orders/verify-ledger'
import { Handles } from '@nameyard/messaging/handles'
import { Clock } from '@nameyard/runtime/clock'
import { actorSettings } from '@nameyard/testing/actors'
import { testBroker, type TestBroker } from '@nameyard/testing/broker'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { service } from '../src/service'
import { charge } from './platform'

/** Steps per sequence, and number of sequences: 2,000 steps in a normal run; TEST_COURSES sets more. */
const STEPS = 250
const SEQUENCES = Number(process.env.TEST_COURSES ?? 8)

/** Concurrent steps. */
const AT_ONCE = 20

/** An order, as its owner knows it. */
interface Order {
  readonly id: string
  readonly account: number
  readonly amount: number
  answer: 'none' | 'reserved' | 'refused'
  isPlaced: boolean
  /** What the owner has decided; it never changes. */
  outcome?: 'captured' | 'released'
  isGivenUp: boolean
}

/** Orders by id: the durable memory of the owner. */
const ordersById = new Map<string, Order>()

@Controller()
class AnswerPlacedOrders {
  @Handles(placedOrders)
  async execute({ orderIds, refuseOthers }: Input<typeof placedOrders>): Promise<Result<typeof placedOrders>> {
    const placed = orderIds.filter((orderId) => ordersById.get(orderId)?.isPlaced)
    if (refuseOthers)
      for (const orderId of orderIds) if (!ordersById.get(orderId)!.isPlaced) ordersById.get(orderId)!.isGivenUp = true
    return { placed }
  }
}

let database: TestDatabase
let broker: TestBroker
let owner: TestParty
let sql: Client
let child: ChildProcess
let isClosing = false

/** Starts the orders service as a process. Restarts it whenever it ends, as a supervisor does. */
function supervise(): void {
  const typescript = join(__dirname, '../../../libs/runtime/test/typescript.cjs')
  const options = ['--conditions=@nameyard/source', '-r', typescript, join(__dirname, '../src/main.ts')]
  child = spawn(process.execPath, options, {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: database.url,
      AMQP_URL: broker.url,
      ...actorSettings,
      LOG_LEVEL: 'silent',
      UNCONFIRMED_AFTER_MS: '3000',
    },
    stdio: 'ignore',
  })
  child.once('exit', () => {
    if (!isClosing) supervise()
  })
}

/** Kills the running process. */
async function kill(): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

beforeAll(async () => {
  ;[database, broker] = await Promise.all([testDatabase(service), testBroker()])
  sql = new Client({ connectionString: database.url })
  await sql.connect()
  await sql.query('set search_path to orders')
  owner = await testParty('domains', { url: broker.url, clock: new Clock(), controllers: [AnswerPlacedOrders] })
  supervise()
})
afterAll(async () => {
  isClosing = true
  if (child) await kill()
  await owner?.close()
  await sql?.end()
  await Promise.all([database?.drop(), broker?.drop()])
})

/** Returns the reply or its refusal. Repeats requests that were sent to a killed process. */
async function callUntilAnswered<O extends AnyOperation>(
  operation: O,
  input: InputGiven<O>,
): Promise<{ result: Result<O>; refusal?: undefined } | { refusal: Refusal }> {
  return eventually(async () => {
    try {
      return { result: await owner.rpc.call(operation, input, owner.call(), { timeoutMs: 1_500 }) }
    } catch (error) {
      const refusal = error as Refusal
      return outages.has(refusal.refusal) ? undefined : { refusal }
    }
  }, operation.id)
}

const outages: ReadonlySet<string> = new Set(['service_unavailable', 'internal_error'])

/** All published messages, to be published again. */
const sent: { message: Command; payload: unknown; messageId: string }[] = []

function send<M extends Command>(message: M, payload: Payload<M>): Promise<void> {
  const outgoing = { message, payload, messageId: randomUUID() }
  sent.push(outgoing)
  return publish(outgoing)
}

function publish(outgoing: (typeof sent)[number]): Promise<void> {
  return owner.publisher.publish([{ ...outgoing, correlationId: 'course' }])
}

/** Movements by operators, in cents, by account. */
const moved = new Map<number, number>()

async function move(operation: typeof topUp | typeof correctBalance, account: number, cents: number): Promise<void> {
  const amount = (cents / 100).toFixed(2)
  const input = { resellerId: account, currency: 'EUR', amount, key: randomUUID(), note: 'course' }
  const { refusal } = await callUntilAnswered(operation, input)
  if (!refusal) moved.set(account, (moved.get(account) ?? 0) + cents)
  else expect(['credit_too_low', 'account_not_found']).toContain(refusal.refusal)
}

async function reserve(order: Order): Promise<void> {
  const { id, account, amount } = order
  const input = { orderId: id, owner: 'domains' as const, resellerId: account, charge: charge(amount) }
  const { refusal } = await callUntilAnswered(reserveCredit, input)
  if (!refusal) order.answer = 'reserved'
  else {
    expect(['credit_too_low', 'order_refused']).toContain(refusal.refusal)
    if (refusal.refusal === 'order_refused')
      expect([order.id, order.isGivenUp || order.outcome === 'released']).toEqual([order.id, true])
    // A repeated request may be answered after the order has ended.
    if (order.answer === 'none') order.answer = 'refused'
  }
}

/** Places an order after its reservation, unless its owner has promised not to. */
async function place(order: Order): Promise<void> {
  if (order.answer !== 'reserved' || order.isGivenUp || order.isPlaced) return
  order.isPlaced = true
  await send(reservationConfirmed, { orderId: order.id })
}

async function finish(order: Order, outcome: 'captured' | 'released'): Promise<void> {
  if (!order.isPlaced) return
  order.outcome ??= outcome
  if (order.outcome === 'captured') await send(captureReservation, { orderId: order.id })
  else await send(releaseReservation, { orderId: order.id, resellerId: order.account })
}

async function giveUp(order: Order): Promise<void> {
  if (order.isPlaced) return
  order.isGivenUp = true
  await send(releaseReservation, { orderId: order.id, resellerId: order.account })
}

const cutConnections = () =>
  sql.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'nameyard-orders' and datname = current_database()`)

type Step =
  | { do: 'order'; account: number; amount: number; at: 'none' | 'placed' | 'captured' | 'released' }
  | { do: 'repeat' | 'place' | 'capture' | 'release' | 'give-up' | 'again'; which: number }
  | { do: 'top-up' | 'correct'; account: number; cents: number }
  | { do: 'cut' | 'kill' }

const account = fc.nat(2)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 350,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      account,
      amount: fc.integer({ min: 0, max: 500 }),
      at: fc.constantFrom('none' as const, 'placed' as const, 'captured' as const, 'released' as const),
    }),
  },
  {
    weight: 550,
    arbitrary: fc.record({
      do: fc.constantFrom('repeat', 'place', 'capture', 'release', 'give-up', 'again') as fc.Arbitrary<'repeat'>,
      which: fc.nat(),
    }),
  },
  {
    weight: 100,
    arbitrary: fc.record({
      do: fc.constantFrom('top-up', 'correct') as fc.Arbitrary<'top-up'>,
      account,
      cents: fc.integer({ min: 1, max: 3000 }),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ do: 'cut' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'kill' as const }) },
)

let accounts = 0

/** Runs a sequence of steps concurrently, on new accounts. */
async function run(steps: readonly Step[]): Promise<void> {
  const first = accounts
  accounts += 3
  for (const each of [1, 2, 3]) await move(topUp, first + each, 5000)
  const orders: Order[] = []
  const execute = async (each: Step): Promise<void> => {
    switch (each.do) {
      case 'order': {
        const order: Order = {
          id: randomUUID(),
          account: first + 1 + each.account,
          amount: each.amount,
          answer: 'none',
          isPlaced: false,
          isGivenUp: false,
        }
        ordersById.set(order.id, order)
        orders.push(order)
        await reserve(order)
        if (each.at !== 'none') await place(order)
        if (each.at === 'captured' || each.at === 'released') await finish(order, each.at)
        return
      }
      case 'top-up':
        return move(topUp, first + 1 + each.account, each.cents)
      case 'correct':
        return move(correctBalance, first + 1 + each.account, each.cents % 2 ? -each.cents : each.cents)
      case 'cut':
        return void (await cutConnections())
      case 'kill':
        return kill()
      case 'again':
        return sent.length > 0 ? publish(sent[each.which % sent.length]!) : undefined
    }
    const order = orders[each.which % Math.max(1, orders.length)]
    if (!order) return
    if (each.do === 'repeat') return reserve(order)
    if (each.do === 'place') return place(order)
    if (each.do === 'give-up') return giveUp(order)
    return finish(order, each.do === 'capture' ? 'captured' : 'released')
  }
  const next = steps.values()
  const worker = async () => {
    for (const each of next) await execute(each)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** Returns the final state that a reservation must reach; undefined when there was none. */
function expected({ answer, isPlaced, isGivenUp, outcome }: Order): string | undefined {
  if (outcome) return outcome
  if (isPlaced) return 'confirmed'
  return answer === 'reserved' || isGivenUp ? 'released' : undefined
}

it('keeps the ledger consistent in any sequence of steps, with crashes and repeated messages', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS }), async (steps) => {
      await run(steps)
      const { result } = (await callUntilAnswered(verifyLedger, {})) as { result: Result<typeof verifyLedger> }
      expect(result).toMatchObject({ findings: [], unasked: [] })
    }),
    // A sequence changes the database, so it cannot be repeated to find a shorter one.
    { numRuns: SEQUENCES, endOnFailure: true },
  )

  const orders = [...ordersById.values()]
  await eventually(
    async () => {
      const { rows } = await sql.query<{ id: string; state: string }>('select order_id as id, state from reservation')
      const states = new Map(rows.map(({ id, state }) => [id, state]))
      const wrong = orders.filter((order) => states.get(order.id) !== expected(order))
      if (wrong.length > 0)
        throw new Error(JSON.stringify(wrong.slice(0, 3).map((order) => [order, states.get(order.id)])))
      return true
    },
    'the expected state of every reservation',
    90_000,
  )
  const { rows } = await sql.query<{ id: number; available: number; reserved: number; revenue: number }>(
    `select reseller_id as id, available::float8 as available, reserved::float8 as reserved, revenue::float8 as revenue
       from ledger_account order by 1`,
  )
  const sum = (id: number, end: string) =>
    orders.reduce((all, order) => (order.account === id && expected(order) === end ? all + order.amount : all), 0)
  expect(rows).toEqual(
    [...moved]
      .sort(([a], [b]) => a - b)
      .map(([id, cents]) => {
        const [revenue, reserved] = [sum(id, 'captured'), sum(id, 'confirmed')]
        return { id, available: cents - revenue - reserved, reserved, revenue }
      }),
  )
  const { result } = (await callUntilAnswered(verifyLedger, {})) as { result: Result<typeof verifyLedger> }
  expect(result).toMatchObject({ findings: [], unasked: [] })
  expect(result.open.total).toBe(orders.filter((order) => expected(order) === 'confirmed').length)
}, 600_000)
