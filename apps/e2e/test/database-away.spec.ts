import { eventually } from '@nameyard/testing/eventually'
import { proxyTo, type Proxy } from '@nameyard/testing/proxy'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** A database that is away or says nothing: every answer is an honest 503, and the platform recovers by itself. */
describe('a database that does not answer', () => {
  const server = () => proxyTo(process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres')
  const quick = { DATABASE_SILENCE_MS: '500' }
  let everyone: Proxy
  let replica: Proxy
  let platform: InProcess
  let ask: Ask
  let handle: string
  let names = 0

  beforeAll(async () => {
    ;[everyone, replica] = await Promise.all([server(), server()])
    platform = await startInProcess({
      databaseThrough: everyone,
      beside: [{ application: 'customers', databaseThrough: replica }],
      customers: quick,
      domains: quick,
      dns: quick,
      orders: quick,
      worker: quick,
      gateway: { GATEWAY_REQUEST_MS: '6000' },
    })
    ask = await platform.open('away', '100000.00')
    handle = (await ask('POST', '/v1/customers', { body: person })).json.data.handle
  }, 90_000)
  afterAll(async () => {
    for (const proxy of [everyone, replica]) proxy?.mend()
    await platform?.close()
    await Promise.all([everyone?.close(), replica?.close()])
  }, 60_000)

  /** One request to each service, reads and writes, and the log-in. */
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
  const honest = (paths: readonly string[]) =>
    paths.map((path) => ({
      path,
      status: 503,
      code: path === 'POST /v1/domains/check' ? expect.any(Number) : 4005,
      after: true,
    }))
  const recovered = () =>
    eventually(
      async () => {
        const all = await answers()
        return all.every(({ status }) => status === 200) || Promise.reject(new Error(JSON.stringify(all)))
      },
      'every request answered',
      25_000,
    )

  const breaks: [string, () => void][] = [
    ['is silent', () => everyone.silence()],
    ['is gone', () => everyone.cut()],
    ['has forgotten its connections', () => everyone.forget()],
  ]
  it.each(breaks)(
    'that %s makes every request a 503 that says when to ask again',
    async (what, lose) => {
      await recovered()
      replica.silence()
      lose()
      const began = performance.now()
      const all = await answers()
      expect(performance.now() - began).toBeLessThan(8_000)
      const failed = all.filter(({ status }) => status !== 200)
      expect(failed).toEqual(honest(failed.map(({ path }) => path)))
      if (what !== 'has forgotten its connections') expect(failed.length).toBeGreaterThan(8)
      // While it lasts, and after it was noticed.
      everyone.mend()
      replica.mend()
      await recovered()
    },
    60_000,
  )

  it('at one replica is noticed: the others answer for it', async () => {
    await recovered()
    replica.silence()
    await new Promise((resolve) => setTimeout(resolve, 4_000))
    const listed = await Promise.all(Array.from({ length: 40 }, () => ask('GET', '/v1/customers')))
    expect(listed.map(({ status }) => status)).toEqual(listed.map(() => 200))
    replica.mend()
  }, 120_000)
})
