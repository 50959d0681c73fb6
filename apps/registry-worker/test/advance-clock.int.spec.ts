import { Controller } from '@nestjs/common'
import type { InputGiven, ServiceName } from '@nameyard/contracts/operation'
import { advanceClock } from '@nameyard/contracts/sandbox/advance-clock'
import { stepClock } from '@nameyard/contracts/sandbox/step-clock'
import { Handles } from '@nameyard/messaging/handles'
import { eventually } from '@nameyard/testing/eventually'
import { freePort } from '@nameyard/testing/free-port'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { startPlatform, type Platform } from './platform'

const HOUR = 3_600

/** The answer of the orders service waits for this promise. */
let answerDelay: Promise<void> = Promise.resolve()

/** How often the orders service was asked for its state. */
let asked = 0

/** Replaces another service. It is always idle. */
function idle(service: ServiceName) {
  @Controller()
  class Idle {
    @Handles(stepClock(service))
    async execute() {
      if (service === 'orders') {
        asked++
        await answerDelay
      }
      return { waiting: 0, moved: 0, nextDue: null }
    }
  }
  return Idle
}

let platform: Platform
const others: TestParty[] = []

beforeAll(async () => {
  platform = await startPlatform([idle('domains')])
  const controlPort = String(await freePort())
  await platform.openRegistry({ SANDBOX_CONTROL_PORT: controlPort })
  for (const service of ['customers', 'dns', 'orders'] as const) {
    others.push(
      await testParty(service, { url: platform.brokerUrl, clock: platform.clock, controllers: [idle(service)] }),
    )
  }
  await platform.worker({
    SANDBOX_CLOCK: 'true',
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
  // An event of the worker itself leads to further questions, so hours pass until one has none.
  for (let hour = 0; hour < 30 && !counts.includes(least); hour++) {
    asked = 0
    await eventually(async () => (await advance({ seconds: HOUR })).is_done, 'the clock has advanced')
    counts.push(asked)
  }
  expect(Math.min(...counts)).toBe(least)
})
