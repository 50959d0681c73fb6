import { Module, type INestApplicationContext } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { MessagingModule } from '@nameyard/messaging/messaging-module'
import { Rpc } from '@nameyard/messaging/rpc'
import { Clock } from '@nameyard/runtime/clock'
import { eventually } from '@nameyard/testing/eventually'
import { AccessChanges } from '../src/access/access-changes'
import { Allowances } from '../src/access/allowances'
import { Authenticator } from '../src/access/authenticate'
import { behind, good, openEdge, type Edge } from './edge'

@Module({})
class Asking {}

const clock = new Clock()
let edge: Edge
let asking: INestApplicationContext
/** The monotonic clock of the gateway. */
let elapsed: number
let allowances: Allowances
let changes: AccessChanges
let authenticator: Authenticator

beforeAll(async () => {
  edge = await openEdge()
  asking = await NestFactory.createApplicationContext(
    { module: Asking, imports: [MessagingModule.forService({ service: 'gateway', url: edge.brokerUrl })] },
    { logger: false },
  )
})
afterAll(async () => {
  await asking?.close()
  await edge?.close()
})
beforeEach(() => {
  Object.assign(behind, { verdicts: 0, looks: 0, revoked: false, changes: undefined })
  behind.spent.length = 0
  elapsed = 0
  allowances = new Allowances(() => elapsed)
  changes = new AccessChanges(asking.get(Rpc), allowances, clock, () => elapsed)
  authenticator = new Authenticator(asking.get(Rpc), allowances, changes, () => elapsed)
})
afterEach(() => {
  changes.onModuleDestroy()
  Object.assign(behind, { revoked: false, changes: undefined })
})

const call = (address = '192.0.2.7', forMs = 10_000) => ({
  correlationId: '00000000-0000-4000-8000-000000000001',
  deadline: clock.epochMs() + forMs,
  address,
})
const pass = (address?: string, forMs?: number) =>
  authenticator.authenticate(`Bearer ${good}`, 'customers', call(address, forMs))
const refused = { refusal: 'authentication_failed' }

/** What a gateway hears: the accounts that have changed. */
const heard = (changed: readonly number[] = [], next = '10') => ({ next, changed: [...changed], allowances: [] })

/** Waits for a look that begins from now on. */
async function look(): Promise<void> {
  const before = behind.looks
  // The first one may have begun before.
  await eventually(() => behind.looks >= before + 2, 'a look at changes')
}

/** Checks the token while the gateway hears of changes, so that the answer lasts. */
async function passWhileHearing(): Promise<void> {
  behind.changes = heard()
  changes.want()
  await look()
  elapsed += 10
  await pass()
  expect(behind.verdicts).toBe(1)
}

describe('a gateway that does not hear of changes', () => {
  it('asks once for concurrent requests with the same token, and again after 0.7 seconds', async () => {
    await Promise.all([pass(), pass(), pass()])
    expect(behind.verdicts).toBe(1)
    await pass('192.0.2.8')
    expect(behind.verdicts).toBe(2)
    behind.revoked = true
    elapsed = 699
    await expect(pass()).resolves.toMatchObject({ actor: { resellerId: 7 } })
    elapsed = 700
    await expect(pass()).rejects.toMatchObject(refused)
    behind.revoked = false
    await expect(pass()).resolves.toMatchObject({ actor: { resellerId: 7 } })
  })
})

describe('a gateway that hears of changes', () => {
  it('does not ask again for half a minute', async () => {
    await passWhileHearing()
    for (const later of [800, 8_000, 16_000, 24_000, 30_009]) {
      elapsed = later
      await look()
      await pass()
    }
    expect(behind.verdicts).toBe(1)
    elapsed = 30_010
    await look()
    await pass()
    expect(behind.verdicts).toBe(2)
  })

  it('asks again when a change of the account was heard, at once', async () => {
    await passWhileHearing()
    behind.revoked = true
    behind.changes = heard([7], '11')
    await look()
    await expect(pass()).rejects.toMatchObject(refused)
  })

  it('does not ask again when another account has changed', async () => {
    await passWhileHearing()
    behind.changes = heard([8], '11')
    elapsed += 1_000
    await look()
    await pass()
    expect(behind.verdicts).toBe(1)
  })

  it('asks again when nothing was heard for half a second', async () => {
    await passWhileHearing()
    behind.changes = undefined
    elapsed += 720
    behind.revoked = true
    await expect(pass()).rejects.toMatchObject(refused)
  })

  it('asks again for what it asked before it heard', async () => {
    await pass()
    elapsed += 10
    behind.changes = heard()
    await look()
    elapsed += 720
    await look()
    await pass()
    expect(behind.verdicts).toBe(2)
  })

  it('asks again when the database was restored to an earlier moment', async () => {
    await passWhileHearing()
    behind.changes = heard([], '9')
    elapsed += 720
    await look()
    await pass()
    expect(behind.verdicts).toBe(2)
  })

  it('begins anew after ten seconds in which it did not hear', async () => {
    await passWhileHearing()
    behind.changes = undefined
    elapsed += 10_020
    changes.want()
    behind.changes = heard()
    await look()
    await pass()
    expect(behind.verdicts).toBe(2)
  })

  it('asks again for a request that ends later than the statement', async () => {
    await passWhileHearing()
    await look()
    await pass(undefined, 50_000)
    expect(behind.verdicts).toBe(2)
  })

  it('reports the requests that it accepted with each look, and learns the limit', async () => {
    await passWhileHearing()
    behind.changes = { ...heard(), allowances: [{ resellerId: 7, remaining: 4, perSecond: 1, burst: 10 }] }
    allowances.take(7)
    await look()
    expect(behind.spent).toContainEqual({ resellerId: 7, requests: 1 })
    expect(allowances.take(7)).toMatchObject({ remaining: 3, burst: 10 })
  })

  it('stops after ten seconds without requests', async () => {
    await passWhileHearing()
    elapsed += 10_001
    const looks = behind.looks
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(behind.looks).toBeLessThanOrEqual(looks + 1)
  })
})
