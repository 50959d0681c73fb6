import { Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { getCustomer } from '@nameyard/contracts/customers/get-customer'
import { MessagingModule } from '@nameyard/messaging/messaging-module'
import { Rpc } from '@nameyard/messaging/rpc'
import { Clock } from '@nameyard/runtime/clock'
import { Allowances } from '../src/access/allowances'
import { Authenticator } from '../src/access/authenticate'
import { behind, customer, good, openEdge, type Edge } from './edge'

@Module({})
class Asking {}

let edge: Edge
const ask: Edge['ask'] = (...asked) => edge.ask(...asked)
const create: Edge['create'] = (...asked) => edge.create(...asked)

beforeAll(async () => void (edge = await openEdge()))
afterAll(() => edge?.close())
beforeEach(() => void (behind.seen.length = 0))

describe('our own faults', () => {
  it('show a correlation id and nothing else', async () => {
    const answer = await create({ ...customer, comments: 'explode' })
    expect(answer.status).toBe(500)
    expect(answer.json).toEqual({ desc: `Internal error ${behind.seen[0]!.call.correlationId}.`, code: 999, data: '' })
  })

  it('a service that is away is 503 with a time to come back', async () => {
    const impatient = await edge.start({ GATEWAY_REQUEST_MS: '200' })
    const answer = await ask('GET', '/v1/domains', { to: impatient })
    await impatient.close()
    expect(answer).toMatchObject({ status: 503, json: { code: 4005, data: '' } })
    expect(answer.headers['retry-after']).toBe('2')
  })

  it('more requests than the cap are told to come back, and the cap opens again', async () => {
    const narrow = await edge.start({ GATEWAY_IN_FLIGHT: '2' })
    // The verdict first, so that only the reads are in flight.
    await ask('GET', '/v1/customers', { to: narrow })
    behind.seen.length = 0
    let release = () => {}
    behind.hold = new Promise((resolve) => (release = resolve))
    const waiting = [1, 2].map(() => ask('GET', '/v1/customers/AT1-NL', { to: narrow }))
    while (behind.seen.length < 2) await new Promise(setImmediate)
    const refused = await ask('GET', '/v1/customers', { to: narrow })
    release()
    behind.hold = undefined
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '2' }, json: { code: 4005 } })
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([404, 404])
    expect(await ask('GET', '/v1/customers', { to: narrow })).toMatchObject({ status: 200 })
    await narrow.close()
  })

  it('requests in hand are answered while the edge closes, and new connections are not taken', async () => {
    const closing = await edge.start()
    let release = () => {}
    behind.hold = new Promise((resolve) => (release = resolve))
    const waiting = ask('GET', '/v1/customers/AT1-NL', { to: closing })
    while (behind.seen.length < 1) await new Promise(setImmediate)
    const closed = closing.close()
    await expect(ask('GET', '/v1/customers', { to: closing })).rejects.toThrow(/ECONNREFUSED/)
    release()
    behind.hold = undefined
    expect(await waiting).toMatchObject({ status: 404, json: { code: 193 } })
    await closed
  })
})

describe('verdicts on tokens', () => {
  it('are asked once for requests that come together, and believed for 0.7 seconds', async () => {
    const asking = await NestFactory.createApplicationContext(
      { module: Asking, imports: [MessagingModule.forService({ service: 'gateway', url: edge.brokerUrl })] },
      { logger: false },
    )
    let elapsed = 0
    const authenticator = new Authenticator(asking.get(Rpc), new Allowances(), () => elapsed)
    const clock = new Clock()
    const pass = (address = '192.0.2.7') =>
      authenticator.authenticate(getCustomer, `Bearer ${good}`, {
        correlationId: '00000000-0000-4000-8000-000000000001',
        deadline: clock.epochMs() + 10_000,
        address,
      })
    behind.verdicts = 0
    await Promise.all([pass(), pass(), pass()])
    expect(behind.verdicts).toBe(1)
    await pass('192.0.2.8')
    expect(behind.verdicts).toBe(2)
    behind.revoked = true
    elapsed = 699
    await expect(pass()).resolves.toMatchObject({ resellerId: 7 })
    elapsed = 700
    await expect(pass()).rejects.toMatchObject({ refusal: 'authentication_failed' })
    behind.revoked = false
    await expect(pass()).resolves.toMatchObject({ resellerId: 7 })
    await asking.close()
  })
})

describe('a part that was away', () => {
  it('is served as soon as it is there', async () => {
    await edge.serveDomains()
    const query = 'order_by.domain_name=DESC&status_not_equal=DEL&status_not_equal=FAI&limit=5'
    expect(await ask('GET', `/v1/domains?${query}`)).toMatchObject({ status: 200 })
    expect(behind.seen[0]!.input).toMatchObject({
      order_by: { domain_name: 'desc' },
      status_not_equal: ['DEL', 'FAI'],
      limit: 5,
    })
  })
})
