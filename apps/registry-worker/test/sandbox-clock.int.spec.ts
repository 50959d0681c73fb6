import type { InputGiven, ServiceName } from '@nameyard/contracts/operation'
import { advanceClock } from '@nameyard/contracts/sandbox/advance-clock'
import { stepClock } from '@nameyard/contracts/sandbox/step-clock'
import { Handles } from '@nameyard/messaging/handles'
import { freePort } from '@nameyard/testing/free-port'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { Controller } from '@nestjs/common'
import { startPlatform, type Platform } from './platform'

const HOUR = 3_600

/** Until when the books keep to themselves that they have nothing to do. */
let silence: Promise<void> = Promise.resolve()

/** Stands where another service does, and never has anything to do. */
function idle(service: ServiceName) {
  @Controller()
  class Idle {
    @Handles(stepClock(service))
    async execute() {
      if (service === 'orders') await silence
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

/** Has the books keep it to themselves until what it gives is called. */
function hush(): () => void {
  let end!: () => void
  silence = new Promise((resolve) => (end = resolve))
  return end
}

/** A request that may take so long. */
const advance = (input: InputGiven<typeof advanceClock>, forMs = 10_000) =>
  platform.domains.rpc.call(
    advanceClock,
    input,
    platform.domains.call(1, { deadline: platform.clock.machineMs() + forMs }),
  )

test('a request says how far it came though a service has not answered by then, and the next goes on', async () => {
  const speak = hush()
  const told = await advance({ seconds: HOUR }, 3_000)
  expect(told).toMatchObject({ is_done: false, steps: 0 })
  expect(Date.parse(told.until) - Date.parse(told.now)).toBe(HOUR * 1000)
  speak()
  const after = await advance({ until: told.until })
  expect(after).toMatchObject({ is_done: true, until: told.until })
})

test('a request that gets no turn in its time moves nothing, and is refused unless it says until when', async () => {
  const speak = hush()
  const first = advance({ seconds: HOUR }, 5_000)
  const until = new Date(platform.clock.epochMs() + HOUR * 1000).toISOString()
  const [more, there] = await Promise.allSettled([advance({ seconds: HOUR }, 3_000), advance({ until }, 3_000)])
  expect(more).toMatchObject({ status: 'rejected', reason: { refusal: 'service_unavailable' } })
  expect(there).toMatchObject({ status: 'fulfilled', value: { is_done: false, until, steps: 0 } })
  const goal = (await first).until
  speak()
  expect(await advance({ until: goal })).toMatchObject({ is_done: true })
  const { now } = await advance({ until: goal })
  expect(Date.parse(now) - Date.parse(goal)).toBeLessThan(HOUR * 1000)
})
