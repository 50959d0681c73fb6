import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Clock } from '@nameyard/runtime/clock'
import { eventually } from '@nameyard/testing/eventually'
import type { RunningGateway } from '../src/service'
import { behind, openEdge, type Edge } from './edge'

let edge: Edge
const ask: Edge['ask'] = (...asked) => edge.ask(...asked)

beforeAll(async () => void (edge = await openEdge()))
afterAll(() => edge?.close())
let release = () => {}
afterEach(() => release())
beforeEach(() => {
  behind.seen.length = 0
  behind.allowance = { remaining: 1000, perSecond: 1000, burst: 1000 }
})

describe('the requests of an account', () => {
  it('are answered with the number of remaining requests', async () => {
    behind.allowance = { remaining: 5, perSecond: 0.001, burst: 20 }
    const fresh = await edge.start()
    const answer = await ask('GET', '/v1/customers', { to: fresh })
    expect(answer.headers).toMatchObject({
      'ratelimit-policy': '"account";q=20;w=20000',
      // The seconds until the allowance is full, less those that the request took.
      ratelimit: expect.stringMatching(/^"account";r=4;t=(159\d\d|16000)$/),
    })
    await fresh.close()
  })

  it('are refused over the limit with 429, code 50 and Retry-After, before they reach a service', async () => {
    behind.allowance = { remaining: 1, perSecond: 0.01, burst: 20 }
    const fresh = await edge.start()
    expect(await ask('GET', '/v1/customers', { to: fresh })).toMatchObject({ status: 200 })
    // What a gateway learns that asks again: on a busy machine the answer about the token may not be used any more.
    behind.allowance = { ...behind.allowance, remaining: 0 }
    const refused = await ask('GET', '/v1/customers', { to: fresh })
    expect(refused).toMatchObject({ status: 429, json: { code: 50, data: '' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(90)
    expect(refused.headers).toMatchObject({ ratelimit: expect.stringMatching(/^"account";r=0;t=\d+$/) })
    expect(behind.seen).toHaveLength(1)
    await fresh.close()
  })

  it('are reported with the next authentication call', async () => {
    const fresh = await edge.start()
    behind.spent.length = 0
    for (let i = 0; i < 3; i++) await ask('GET', '/v1/customers', { to: fresh })
    await eventually(async () => {
      await ask('GET', '/v1/customers', { to: fresh })
      return behind.spent.length > 0
    }, 'a report')
    expect(behind.spent[0]!.resellerId).toBe(7)
    expect(behind.spent[0]!.requests).toBeGreaterThanOrEqual(3)
    await fresh.close()
  })

  it('are answered without rate limit headers before the login', async () => {
    const answer = await ask('POST', '/v1/auth/login', { token: null, body: '{"username":"anna","password":"x"}' })
    expect(answer.headers).not.toHaveProperty('ratelimit')
  })
})

describe('the requests of an address without a token', () => {
  const settings = { GATEWAY_ANONYMOUS_PER_SECOND: '0.01', GATEWAY_ANONYMOUS_BURST: '3' }
  const logIn = (to: RunningGateway, password: string, headers: Record<string, string> = {}) =>
    ask('POST', '/v1/auth/login', {
      token: null,
      body: JSON.stringify({ username: 'anna', password }),
      to,
      headers,
      plain: true,
    })

  const open = (path: string, to: RunningGateway) => fetch(`http://127.0.0.1:${to.httpPort}${path}`)

  it('are refused over the limit with 429, code 50 and Retry-After', async () => {
    const strict = await edge.start(settings)
    for (let i = 0; i < 3; i++) expect(await logIn(strict, 'wrong')).toMatchObject({ status: 401 })
    for (const password of ['wrong', 'right']) {
      const refused = await logIn(strict, password)
      expect(refused).toMatchObject({ status: 429, json: { code: 50, data: '' } })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(90)
    }
    await strict.close()
  })

  it('are refused over the limit whether they are for a page, the description or the API', async () => {
    const strict = await edge.start(settings)
    for (const path of ['/v1/openapi.json', '/docs/start.js', '/v1/customers']) {
      const { status } = await open(path, strict)
      expect([path, status]).toEqual([path, path === '/v1/customers' ? 401 : 200])
    }
    for (const path of ['/v1/openapi.json', '/docs/start.js', '/v1/customers', '/verify/abc']) {
      const { status, headers } = await open(path, strict)
      expect([path, status, Number(headers.get('retry-after')) > 90]).toEqual([path, 429, true])
    }
    await strict.close()
  })

  it('do not count when they are logins that succeed, however many', async () => {
    const strict = await edge.start(settings)
    const logins = await Promise.all(Array.from({ length: 80 }, () => logIn(strict, 'right')))
    expect(new Set(logins.map(({ status }) => status))).toEqual(new Set([200]))
    for (let i = 0; i < 20; i++) expect(await logIn(strict, 'right')).toMatchObject({ status: 200 })
    await strict.close()
  })

  it('do not hinder requests with a token', async () => {
    const strict = await edge.start(settings)
    for (let i = 0; i < 4; i++) await logIn(strict, 'wrong')
    expect(await ask('GET', '/v1/customers', { to: strict })).toMatchObject({ status: 200 })
    await strict.close()
  })

  it('are those of the forwarded address behind a trusted proxy, and of one /64 of IPv6', async () => {
    const strict = await edge.start({ ...settings, GATEWAY_TRUSTED_PROXIES: '127.0.0.1' })
    const from = (address: string) => logIn(strict, 'wrong', { 'x-forwarded-for': address })
    for (let i = 0; i < 4; i++) await from('192.0.2.1')
    expect(await from('192.0.2.1')).toMatchObject({ status: 429 })
    expect(await from('192.0.2.2')).toMatchObject({ status: 401 })
    for (let i = 0; i < 4; i++) await from(`2001:db8:0:1::${i + 1}`)
    expect(await from('2001:db8::1:0:0:0:ff')).toMatchObject({ status: 429 })
    expect(await from('2001:db8:0:2::1')).toMatchObject({ status: 401 })
    await strict.close()
  })
})

describe('the connections of an address', () => {
  const connections: Socket[] = []
  afterEach(() => connections.splice(0).forEach((socket) => socket.destroy()))
  const opened = async (port: number) => {
    const socket = connect({ host: '127.0.0.1', port })
    connections.push(socket)
    socket.on('error', () => {})
    await once(socket, 'connect')
    return socket.resume()
  }
  /** Waits until the gateway has closed a new connection. */
  const isClosed = async (port: number) => void (await once(await opened(port), 'close'))
  /** Whether the gateway keeps a new connection open. */
  const isKept = async (port: number) =>
    Promise.race([once(await opened(port), 'close').then(() => false), pause(200).then(() => true)])

  it('are closed over the limit, and free again when another one ends', async () => {
    const strict = await edge.start({ GATEWAY_CONNECTIONS_PER_ADDRESS: '2' })
    expect(await isKept(strict.httpPort!)).toBe(true)
    expect(await isKept(strict.httpsPort!)).toBe(true)
    await isClosed(strict.httpsPort!)
    await isClosed(strict.httpPort!)
    connections[0]!.destroy()
    await eventually(() => isKept(strict.httpPort!), 'a free connection')
    for (const socket of connections) socket.destroy()
    await eventually(async () => (await ask('GET', '/v1/customers', { to: strict })).status === 200, 'an answer')
    await strict.close()
  })

  it('have no limit when they are those of a trusted proxy', async () => {
    const trusting = await edge.start({ GATEWAY_CONNECTIONS_PER_ADDRESS: '1', GATEWAY_TRUSTED_PROXIES: '127.0.0.1' })
    for (let i = 0; i < 3; i++) expect(await isKept(trusting.httpPort!)).toBe(true)
    for (const socket of connections) socket.destroy()
    await trusting.close()
  })
})

describe('a service that does not answer', () => {
  it('gets requests up to its limit, and requests to other services continue', async () => {
    await edge.serveDomains()
    const narrow = await edge.start({ GATEWAY_IN_FLIGHT_PER_SERVICE: '2' })
    await ask('GET', '/v1/customers', { to: narrow })
    behind.seen.length = 0
    behind.hold = new Promise((resolve) => (release = resolve))
    const waiting = [1, 2].map(() => ask('GET', '/v1/customers/AT1-NL', { to: narrow }))
    await eventually(() => behind.seen.length === 2, 'two requests that wait')
    expect(await ask('GET', '/v1/customers', { to: narrow })).toMatchObject({
      status: 503,
      headers: { 'retry-after': '2' },
      json: { code: 4005 },
    })
    expect(await ask('GET', '/v1/domains', { to: narrow })).toMatchObject({ status: 200 })
    release()
    behind.hold = undefined
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([404, 404])
    expect(await ask('GET', '/v1/customers', { to: narrow })).toMatchObject({ status: 200 })
    await narrow.close()
  })
})

describe('the time limit of a request', () => {
  it('reaches the service as the deadline of the call', async () => {
    const patient = await edge.start({ GATEWAY_REQUEST_MS: '3600000' })
    const clock = new Clock()
    await ask('GET', '/v1/customers', { to: patient })
    const minutesLeft = (behind.seen[0]!.call.deadline - clock.epochMs()) / 60_000
    expect(Math.round(minutesLeft)).toBe(60)
    await patient.close()
  })

  it('ends the request with 503 and Retry-After, and the later answer of the service is dropped', async () => {
    // The other requests of this test are answered in that time on a busy machine too.
    const impatient = await edge.start({ GATEWAY_REQUEST_MS: '3000' })
    await ask('GET', '/v1/customers', { to: impatient })
    behind.hold = new Promise((resolve) => (release = resolve))
    const answer = await ask('GET', '/v1/customers/AT1-NL', { to: impatient })
    release()
    behind.hold = undefined
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '2' }, json: { code: 4005 } })
    expect(await ask('GET', '/v1/customers', { to: impatient })).toMatchObject({ status: 200 })
    await impatient.close()
  })
})
