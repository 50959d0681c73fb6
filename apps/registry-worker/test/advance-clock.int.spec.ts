import { setTimeout as pause } from 'node:timers/promises'
import { Controller } from '@nestjs/common'
import type { Input, InputGiven, ServiceName } from '@nameyard/contracts/operation'
import { advanceClock } from '@nameyard/contracts/sandbox/advance-clock'
import { advanceClockAsOperator } from '@nameyard/contracts/sandbox/advance-clock-as-operator'
import { readClock } from '@nameyard/contracts/sandbox/read-clock'
import { stepClock } from '@nameyard/contracts/sandbox/step-clock'
import { Handles } from '@nameyard/messaging/handles'
import { eventually } from '@nameyard/testing/eventually'
import { freePort } from '@nameyard/testing/free-port'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { PATIENT_MS, startPlatform, type Platform } from './platform'

const HOUR = 3_600

/** The answer of the orders service waits for this promise. */
let answerDelay: Promise<void> = Promise.resolve()

/** Whether the orders service is busy. */
let isBusy: () => Promise<boolean> = () => Promise.resolve(false)

/** The latest time that it was given. */
let given = 0

/** How often the orders service was asked for its state. */
let asked = 0

/** Replaces another service. It is always idle. */
function idle(service: ServiceName) {
  @Controller()
  class Idle {
    @Handles(stepClock(service))
    async execute({ aheadMs }: Input<ReturnType<typeof stepClock>>) {
      if (service === 'orders') {
        asked++
        given = Math.max(given, aheadMs)
        await answerDelay
      }
      return { waiting: service === 'orders' && (await isBusy()) ? 1 : 0, moved: 0, nextDue: null }
    }
  }
  return Idle
}

let platform: Platform
const others: TestParty[] = []

beforeAll(async () => {
  platform = await startPlatform([idle('domains')], PATIENT_MS)
  const controlPort = String(await freePort())
  await platform.openRegistry({ SANDBOX_CONTROL_PORT: controlPort })
  for (const service of ['customers', 'dns', 'events', 'orders'] as const) {
    others.push(
      await testParty(service, { url: platform.brokerUrl, clock: platform.clock, controllers: [idle(service)] }),
    )
  }
  await platform.worker({
    SANDBOX_CLOCK: 'true',
    // Idle sessions get a greeting, with the registry's time, also during a move.
    REGISTRY_KEEPALIVE_MS: '200',
    REGISTRY_SANDBOX_CONTROL_URL: `http://127.0.0.1:${controlPort}`,
  })
})
afterAll(async () => {
  for (const other of others) await other.close()
  await platform?.close()
})

/** Delays the answer of the orders service until the returned function is called. */
function delayAnswer(): () => void {
  let end!: () => void
  answerDelay = new Promise((resolve) => (end = resolve))
  return end
}

/** Requests an advance of the clock, with a time limit. */
const advance = (input: InputGiven<typeof advanceClock>, forMs = 10_000) =>
  platform.domains.rpc.call(
    advanceClock,
    input,
    platform.domains.call(1, { deadline: platform.clock.machineMs() + forMs }),
  )

test('a request returns its progress when a service does not answer in time, and the next one continues', async () => {
  const release = delayAnswer()
  const reached = await advance({ seconds: HOUR }, 3_000)
  expect(reached).toMatchObject({ is_done: false, steps: 0 })
  expect(Date.parse(reached.until) - Date.parse(reached.now)).toBe(HOUR * 1000)
  release()
  const after = await advance({ until: reached.until })
  expect(after).toMatchObject({ is_done: true, until: reached.until })
})

test('an operator advances the clock', async () => {
  const admin = await testParty('admin', { url: platform.brokerUrl, clock: platform.clock })
  others.push(admin)
  const ask = (input: { seconds: number } | { until: string }) =>
    admin.rpc.call(advanceClockAsOperator, input, admin.call())
  const { until } = await ask({ seconds: HOUR })
  const { now } = await eventually(async () => {
    const reply = await ask({ until })
    return reply.is_done && reply
  }, 'the goal')
  expect(Date.parse(now)).toBeGreaterThanOrEqual(Date.parse(until))
})

/** Seconds by which the clock of the registry is ahead. */
const offset = async () => {
  const { rows } = await platform.sql.query('select offset_seconds::float8 as offset from sandbox_registry.clock')
  return rows[0].offset as number
}

test('a service that is busy during a move is not put ahead of the stored time', async () => {
  const before = await offset()
  // From the moment at which the registry has moved and the services have not.
  isBusy = async () => (await offset()) > before
  const reached = await advance({ seconds: HOUR }, 10_000)
  isBusy = () => Promise.resolve(false)
  expect(reached.is_done).toBe(false)
  // It waits for the end of the first request, and moves nothing.
  await advance({ until: new Date(0).toISOString() })
  const { aheadMs } = await platform.domains.rpc.call(readClock, {}, platform.domains.call())
  expect(given).toBe(aheadMs)
  // The registry was an hour ahead of the platform meanwhile.
  expect((await platform.sql.query(`select text from alarm where kind = 'clock'`)).rows).toEqual([])
})

test('a request that does not start in time advances nothing, and is refused unless it has a fixed goal', async () => {
  const release = delayAnswer()
  const first = advance({ seconds: HOUR }, 5_000)
  const until = new Date(platform.clock.epochMs() + HOUR * 1000).toISOString()
  const [more, there] = await Promise.allSettled([advance({ seconds: HOUR }, 3_000), advance({ until }, 3_000)])
  expect(more).toMatchObject({ status: 'rejected', reason: { refusal: 'service_unavailable' } })
  expect(there).toMatchObject({ status: 'fulfilled', value: { is_done: false, until, steps: 0 } })
  const goal = (await first).until
  release()
  // On a busy machine, one request may not reach the goal. The next one continues.
  await eventually(async () => (await advance({ until: goal })).is_done, 'the clock is at its goal')
  const { now } = await advance({ until: goal })
  expect(Date.parse(now) - Date.parse(goal)).toBeLessThan(HOUR * 1000)
})

test('idle services are asked once before each of the two instants of a step, and twice at it', async () => {
  // Twice at the beginning, for the instant itself and ten seconds before it, and once when the clock runs again.
  const least = 2 + 2 * (1 + 2) + 1
  const counts: number[] = []
  // An event of the worker itself leads to further questions, so hours pass until one has none. The pause lets the event
  // of one hour pass before the next one.
  for (let hour = 0; hour < 30 && !counts.includes(least); hour++) {
    await pause(300)
    asked = 0
    await eventually(async () => (await advance({ seconds: HOUR })).is_done, 'the clock has advanced')
    counts.push(asked)
  }
  expect(Math.min(...counts)).toBe(least)
})
