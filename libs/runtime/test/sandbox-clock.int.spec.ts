import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Controller, Injectable, Module, type OnApplicationBootstrap } from '@nestjs/common'
import { z } from 'zod'
import { event } from '@nameyard/contracts/event'
import { internalOperation } from '@nameyard/contracts/operation'
import { stepClock } from '@nameyard/contracts/sandbox/step-clock'
import { Consumes } from '@nameyard/messaging/consumes'
import { Handles } from '@nameyard/messaging/handles'
import { actorSettings } from '@nameyard/testing/actors'
import { testBroker, type TestBroker } from '@nameyard/testing/broker'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { Clock } from '../src/clock'
import { loadConfig, serviceConfig } from '../src/load-config'
import { createLog } from '../src/log'
import { microservice } from '../src/microservice'
import { Schedule } from '../src/schedule'
import type { Running } from '../src/service'

const happened = event({
  id: 'registry-worker.happened',
  producer: 'registry-worker',
  consumers: [],
  payload: z.object({}),
})

/** When the work of the service is due, how often the service has looked for it, and how often for its time. */
let due: Date | undefined
let runs = 0
let questions = 0

@Injectable()
class Work implements OnApplicationBootstrap {
  constructor(private readonly schedule: Schedule) {}

  onApplicationBootstrap(): void {
    this.schedule.add({
      nextDue: () => {
        questions++
        return Promise.resolve(due)
      },
      runDue: () => Promise.resolve(++runs),
    })
  }
}

const lookAround = internalOperation({
  id: 'orders.look-around',
  service: 'orders',
  audience: 'service',
  callers: ['registry-worker'],
  effect: 'read',
  summary: 'An operation',
  body: z.object({}),
  result: z.object({}),
})

@Controller()
class LookAround {
  @Handles(lookAround)
  execute(): Promise<Record<never, never>> {
    return Promise.resolve({})
  }
}

@Controller()
class OnHappened {
  @Consumes(happened)
  execute(): Promise<void> {
    return Promise.resolve()
  }
}

@Module({ controllers: [OnHappened, LookAround], providers: [Work] })
class FollowingModule {}

const service = microservice({
  name: 'orders',
  config: serviceConfig,
  migrations: join(__dirname, 'migrations'),
  retention: { rules: [], ended: {}, kept: {} },
  module: () => FollowingModule,
})

let database: TestDatabase
let broker: TestBroker
let worker: TestParty
let running: Running

beforeAll(async () => {
  ;[database, broker] = await Promise.all([testDatabase(service), testBroker()])
  const settings = { DATABASE_URL: database.url, AMQP_URL: broker.url, SANDBOX_CLOCK: 'true', ...actorSettings }
  running = await service.start(loadConfig(service.config, settings), {
    clock: new Clock(),
    log: createLog('orders', 'silent'),
  })
  worker = await testParty('registry-worker', { url: broker.url, clock: new Clock() })
})
afterAll(async () => {
  await worker?.close()
  await running?.close()
  await Promise.all([database?.drop(), broker?.drop()])
})
afterEach(() => (due = undefined))

/**
 * Steps the clock to an instant; returns how often the service has looked for due work and has asked when work is due, and
 * its answer.
 */
async function step(heldAt: Date) {
  const [ran, asked] = [runs, questions]
  const answer = await worker.rpc.call(stepClock('orders'), { aheadMs: 0, heldAt: heldAt.toISOString() }, worker.call())
  return { looked: runs - ran, asked: questions - asked, ...answer }
}

const later = (seconds: number) => new Date(Date.now() + seconds * 1000)

describe('a service that follows the sandbox clock', () => {
  it('looks for due work at a new instant, and not again at the same instant while it is idle', async () => {
    const instant = later(1)
    expect(await step(instant)).toMatchObject({ looked: 1, asked: 1, waiting: 0, nextDue: null })
    expect(await step(instant)).toMatchObject({ looked: 0, asked: 0, waiting: 0, nextDue: null })
    expect(await step(instant)).toMatchObject({ looked: 0, asked: 0, waiting: 0, nextDue: null })
    expect(await step(later(2))).toMatchObject({ looked: 1 })
  })

  it('looks again at the same instant while work is due', async () => {
    const instant = later(3)
    due = instant
    expect(await step(instant)).toMatchObject({ looked: 1, nextDue: instant.toISOString() })
    expect(await step(instant)).toMatchObject({ looked: 1, nextDue: instant.toISOString() })
    due = undefined
    await step(instant)
    expect(await step(instant)).toMatchObject({ looked: 0 })
  })

  it('asks again when work is due after it has received a request', async () => {
    const instant = later(3.5)
    await step(instant)
    due = later(5)
    await worker.rpc.call(lookAround, {}, worker.call())
    expect(await step(instant)).toMatchObject({ looked: 0, asked: 1, nextDue: due.toISOString() })
  })

  it('looks again at the same instant after it has handled a message', async () => {
    const instant = later(4)
    const { moved } = await step(instant)
    await worker.publisher.publish([{ message: happened, payload: {}, messageId: randomUUID(), correlationId: 'c-1' }])
    const ran = await eventually(async () => {
      const stepped = await step(instant)
      return stepped.moved === moved + 1 && stepped
    }, 'the message is handled')
    const { looked } = await step(instant)
    expect(ran.looked + looked).toBe(1)
    expect(await step(instant)).toMatchObject({ looked: 0 })
  })
})
