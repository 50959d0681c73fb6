import { eventually } from '@nameyard/testing/eventually'
import { proxyTo, type Proxy } from '@nameyard/testing/proxy'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** A database that is unreachable or silent: every request gets a 503, and the platform recovers by itself. */
describe('a database that does not answer', () => {
  const server = () => proxyTo(process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres')
  const quick = { DATABASE_SILENCE_MS: '500' }
  let shared: Proxy
  let replica: Proxy
  let platform: InProcess
  let ask: Ask
  let handle: string
  let names = 0

  beforeAll(async () => {
    ;[shared, replica] = await Promise.all([server(), server()])
    platform = await startInProcess({
      databaseThrough: shared,
      replicas: [{ application: 'customers', databaseThrough: replica }],
      customers: quick,
      domains: quick,
      dns: quick,
      orders: quick,
      worker: quick,
      gateway: { GATEWAY_REQUEST_MS: '6000' },
    })
    ask = await platform.open('away', '100000.00')
    handle = (await ask('POST', '/v1/customers', { body: person })).json.data.handle
  })
  afterAll(async () => {
    for (const proxy of [shared, replica]) proxy?.restore()
    await platform?.close()
    await Promise.all([shared?.close(), replica?.close()])
  })

  /** Reads and writes of each service, and the login. */
  const requests = (): readonly (readonly [string, string, object?])[] => [
    ['GET', '/v1/domains'],
    ['GET', '/v1/customers'],
    ['GET', '/v1/dns/zones'],
    ['GET', '/v1/ssl/orders'],
    ['GET', '/v1/resellers'],
    ['POST', '/v1/auth/login', { username: 'away', password: 'correct horse battery' }],
    ['POST', '/v1/customers', person],
    ['POST', '/v1/domains', order(`away-${++names}.com`, handle)],
    ['POST', '/v1/domains/check', { domains: [{ name: `away-${++names}`, extension: 'com' }] }],
    [
      'POST',
      '/v1/dns/zones',
      {
        domain: { name: `away-${++names}`, extension: 'com' },
        type: 'master',
        records: [{ type: 'A', name: 'www', value: '192.0.2.10', ttl: 3600 }],
      },
    ],
  ]
  const answers = () =>
    Promise.all(
      requests().map(async ([method, path, body]) => {
        const { status, headers, json } = await ask(method, path, body && { body })
        return { path: `${method} ${path}`, status, code: json.code, after: headers['retry-after'] !== undefined }
      }),
    )
  const unavailable = (paths: readonly string[]) =>
    paths.map((path) => ({
      path,
      status: 503,
      code: path === 'POST /v1/domains/check' ? expect.any(Number) : 4005,
      after: true,
    }))
  const recovered = () =>
    eventually(async () => {
      const all = await answers()
      return all.every(({ status }) => status === 200) || Promise.reject(new Error(JSON.stringify(all)))
    }, 'every request answered')

  const consumers = () => platform.operator.replicasOf('customers')

  const breaks: [string, () => void][] = [
    ['is silent', () => shared.silence()],
    ['refuses connections', () => shared.cut()],
    ['drops the state of its connections', () => shared.silenceOpen()],
  ]
  it.each(breaks)('that %s makes every request fail with 503 and Retry-After', async (what, lose) => {
    await recovered()
    replica.silence()
    lose()
    // Each request is answered while the database is away.
    const all = await answers()
    const failed = all.filter(({ status }) => status !== 200)
    expect(failed).toEqual(unavailable(failed.map(({ path }) => path)))
    if (what !== 'drops the state of its connections') expect(failed.length).toBeGreaterThan(8)
    shared.restore()
    replica.restore()
    await recovered()
  })

  it('a replica without its database stops consuming, and the other replicas answer', async () => {
    await recovered()
    expect(await consumers()).toBe(2)
    replica.silence()
    await eventually(async () => (await consumers()) === 1, 'one replica that consumes')
    const listed = await Promise.all(Array.from({ length: 40 }, () => ask('GET', '/v1/customers')))
    expect(listed.map(({ status }) => status)).toEqual(listed.map(() => 200))
    replica.restore()
  })
})
