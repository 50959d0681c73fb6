import { once } from 'node:events'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { connect as connectTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { generate } from 'selfsigned'
import { ConfigError, loadConfig } from '@nameyard/runtime/load-config'
import { eventually } from '@nameyard/testing/eventually'
import { configSchema } from '../src/config'
import type { RunningGateway } from '../src/service'
import { behind, customer, json, openEdge, type Edge } from './edge'

let edge: Edge
const ask: Edge['ask'] = (...asked) => edge.ask(...asked)

beforeAll(async () => void (edge = await openEdge()))
afterAll(() => edge?.close())
beforeEach(() => void (behind.seen.length = 0))

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

describe('every answer', () => {
  const promised = {
    'x-request-id': expect.stringMatching(uuid),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  }

  it.each([
    ['a success', 'GET', '/v1/customers', 200, {}],
    ['a refusal of a service', 'GET', '/v1/customers/AT1-NL', 404, {}],
    ['a refusal of the gateway', 'GET', '/v1/customers', 401, { token: null }],
    ['a body that cannot be read', 'POST', '/v1/customers', 400, { body: '{' }],
    ['an unknown route', 'GET', '/v1/nothing', 404, {}],
    ['a path that cannot be decoded', 'GET', '/v1/customers/%zz', 404, {}],
    ['the description', 'GET', '/v1/openapi.json', 200, {}],
  ])(
    'has a request id, and headers that forbid browsers to store or sniff it: %s',
    async (_, method, path, status, asked) => {
      const secure = await ask(method, path, asked)
      expect(secure).toMatchObject({ status, headers: promised })
      expect(secure.headers['strict-transport-security']).toBe('max-age=31536000')
      const plain = await ask(method, path, { ...asked, plain: true })
      expect(plain).toMatchObject({ status, headers: promised })
      expect(plain.headers).not.toHaveProperty('strict-transport-security')
    },
  )

  it('makes browsers use TLS for the hosts below that of the gateway, too, where the operator says so', async () => {
    const strict = await edge.start({ GATEWAY_HSTS_SUBDOMAINS: 'true' })
    const { headers } = await ask('GET', '/v1/customers', { to: strict })
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    await strict.close()
  })

  it('has a request id and the security headers even if the request is not HTTP', async () => {
    const socket = connectTcp({ host: '127.0.0.1', port: edge.gateway.httpPort! }, () => socket.write('HELLO\r\n\r\n'))
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk.toString()))
    await once(socket, 'close')
    expect(answer).toMatch(/\r\nx-request-id: [\da-f-]{36}\r\n/)
    expect(answer).toContain('\r\nx-content-type-options: nosniff\r\n')
  })

  it('has the request id that services and logs know as the correlation id', async () => {
    const answer = await ask('GET', '/v1/customers')
    expect(behind.seen[0]!.call.correlationId).toBe(answer.headers['x-request-id'])
  })
})

describe('headers of a proxy', () => {
  const id = '0123ABCD-4567-4abc-8def-0123456789ab'
  const forwarded = { 'x-request-id': id, 'x-forwarded-for': '192.0.2.9', 'x-forwarded-proto': 'https' }
  const effectOf = async (
    headers: Record<string, string>,
    to?: RunningGateway,
  ): Promise<Record<string, string | string[] | undefined>> => {
    const answer = await ask('GET', '/v1/customers', { plain: true, headers, ...(to && { to }) })
    return { ...answer.headers, address: behind.seen.at(-1)!.call.address }
  }

  it('are ignored by default', async () => {
    const seen = await effectOf(forwarded)
    expect(seen['x-request-id']).not.toBe(id.toLowerCase())
    expect(seen).toMatchObject({ address: '127.0.0.1' })
    expect(seen).not.toHaveProperty('strict-transport-security')
  })

  it('are ignored if the proxy is not trusted', async () => {
    const elsewhere = await edge.start({ GATEWAY_TRUSTED_PROXIES: '192.0.2.0/24, 2001:db8::/32' })
    expect(await effectOf(forwarded, elsewhere)).toMatchObject({ address: '127.0.0.1' })
  })

  it('set the request id, the address and the protocol if the proxy is trusted', async () => {
    const trusting = await edge.start({ GATEWAY_TRUSTED_PROXIES: '127.0.0.1, 198.51.100.0/24' })
    expect(await effectOf(forwarded, trusting)).toMatchObject({
      'x-request-id': id.toLowerCase(),
      'strict-transport-security': expect.any(String),
      address: '192.0.2.9',
    })
    const digits = { ...forwarded, 'x-request-id': id.replaceAll('-', '') }
    expect(await effectOf(digits, trusting)).toMatchObject({ 'x-request-id': id.toLowerCase() })
    const free = await effectOf({ ...forwarded, 'x-request-id': 'drop table' }, trusting)
    expect(free['x-request-id']).toMatch(uuid)
  })

  it('set the address to the last one in X-Forwarded-For that is not a trusted proxy', async () => {
    const trusting = await edge.start({ GATEWAY_TRUSTED_PROXIES: '127.0.0.1, 198.51.100.0/24' })
    const chain = { 'x-forwarded-for': '203.0.113.1, 192.0.2.9, 198.51.100.7' }
    expect(await effectOf(chain, trusting)).toMatchObject({ address: '192.0.2.9' })
  })

  it.each([
    ['192.0.2.9:4711, 198.51.100.7:443', '192.0.2.9'],
    ['[2001:db8::9]:4711', '2001:db8::9'],
    ['[2001:db8::9]', '2001:db8::9'],
    ['2001:db8::9', '2001:db8::9'],
  ])('set the address without the port that some proxies add: %s', async (chain, address) => {
    const trusting = await edge.start({ GATEWAY_TRUSTED_PROXIES: '127.0.0.1, 198.51.100.0/24' })
    expect(await effectOf({ 'x-forwarded-for': chain }, trusting)).toMatchObject({ address })
  })

  it.each(['here', '192.0.2.0/33', '2001:db8::/129', '1.2.3.4,,x'])(
    'are trusted by GATEWAY_TRUSTED_PROXIES, which rejects %s',
    (given) => {
      const others = { AMQP_URL: 'amqp://127.0.0.1', GATEWAY_HTTP_PORT: '0', GATEWAY_REPEAT_SECRET: 'r'.repeat(32) }
      const settings = { ...others, GATEWAY_TRUSTED_PROXIES: given }
      expect(() => loadConfig(configSchema, settings)).toThrow(ConfigError)
      expect(() => loadConfig(configSchema, others)).not.toThrow()
    },
  )
})

describe('a request', () => {
  let wide: RunningGateway
  beforeAll(async () => void (wide = await edge.start({ GATEWAY_BODY_LIMIT: '1000000' })))

  it('with a list of more than 10000 entries is refused with the name of the field', async () => {
    const tags = Array.from({ length: 10_001 }, () => 0)
    expect(await edge.create({ ...customer, tags }, { to: wide })).toMatchObject({
      status: 400,
      json: { code: 806, desc: 'tags: must have at most 10000 entries.' },
    })
  })

  it('with an object of more than 10000 fields is refused', async () => {
    const fields = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`f${index}`, 0]))
    expect(await edge.create({ ...customer, additional_data: fields }, { to: wide })).toMatchObject({
      status: 400,
      json: { code: 806, desc: 'additional_data: must have at most 10000 entries.' },
    })
  })

  it('with a body that is nested too deeply is refused with the path of the field', async () => {
    const deep = JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`)
    expect(await edge.create({ ...customer, x: deep }, { to: wide })).toMatchObject({
      status: 400,
      json: { code: 806, desc: expect.stringMatching(/^…[0.]+\.0\.0: is nested too deeply\.$/) },
    })
  })

  it('with too large headers is refused', async () => {
    const answer = await ask('GET', '/v1/customers', { headers: { ...json, x: 'x'.repeat(17_000) } })
    expect(answer).toMatchObject({ status: 400, json: { code: 806, desc: 'headers: are too large.' } })
  })
})

describe('the certificate', () => {
  const make = (name: string, days = 365) =>
    generate([{ name: 'commonName', value: name }], { notAfterDate: new Date(Date.now() + days * 86_400_000) } as never)
  let folder: string
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'gateway-tls-'))))
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const place = async (pems: { cert: string; private: string }) => {
    await writeFile(join(folder, 'key.new'), pems.private)
    await writeFile(join(folder, 'cert.new'), pems.cert)
    await rename(join(folder, 'key.new'), join(folder, 'key.pem'))
    await rename(join(folder, 'cert.new'), join(folder, 'cert.pem'))
  }
  const start = (seconds: string) =>
    edge.start({
      GATEWAY_TLS_CERTIFICATE: join(folder, 'cert.pem'),
      GATEWAY_TLS_KEY: join(folder, 'key.pem'),
      GATEWAY_TLS_RELOAD_SECONDS: seconds,
    })
  const shown = async (gateway: RunningGateway) => {
    const socket = connectTls({ host: '127.0.0.1', port: gateway.httpsPort!, rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    const { subject } = socket.getPeerCertificate()
    socket.destroy()
    return subject.CN
  }

  it.each([
    ['when the file system reports the change', '3600'],
    ['at the next regular check', '0.05'],
  ])('is replaced without a restart %s', async (_, seconds) => {
    await place(await make('first'))
    const gateway = await start(seconds)
    expect(await shown(gateway)).toBe('first')
    await place(await make('second'))
    await eventually(async () => (await shown(gateway)) === 'second', 'the new certificate')
  })

  it('shows for how long it is valid in the metrics, also after it was replaced', async () => {
    await place(await make('first', 10))
    const gateway = await start('0.05')
    const days = async () =>
      Number(/^gateway_certificate_expires_seconds (\S+)$/m.exec(await gateway.metrics.print())![1]) / 86_400
    expect(await days()).toBeCloseTo(10, 1)
    await place(await make('second', 90))
    await eventually(async () => (await days()) > 80, 'the new certificate')
  })

  it('stays while the new files are invalid, and is replaced once they are valid', async () => {
    const first = await make('first')
    await place(first)
    const gateway = await start('0.02')
    await place({ cert: 'not a certificate', private: first.private })
    const other = await make('other')
    await place({ cert: other.cert, private: first.private })
    expect(await shown(gateway)).toBe('first')
    await place(other)
    await eventually(async () => (await shown(gateway)) === 'other', 'the repaired certificate')
  })

  it('prevents the start of the gateway if it does not match its key', async () => {
    const [one, other] = [await make('one'), await make('other')]
    await place({ cert: one.cert, private: other.private })
    await expect(start('60')).rejects.toThrow()
  })
})
