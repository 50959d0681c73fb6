import { routes } from '@nameyard/contracts/operations'
import { ConfigError, loadConfig } from '@nameyard/runtime/load-config'
import { configSchema } from '../src/config'
import type { RunningGateway } from '../src/service'
import { behind, openEdge, type Edge } from './edge'

/** Requests of pages of other origins, as browsers send them (Fetch Standard, CORS protocol). */

let edge: Edge
let open: RunningGateway

beforeAll(async () => {
  edge = await openEdge()
  open = await edge.start({ GATEWAY_ORIGINS: 'https://shop.example, http://127.0.0.1:8080' })
})
afterAll(() => edge?.close())
beforeEach(() => void (behind.seen.length = 0))

const listed = { origin: 'https://shop.example' }
const stranger = { origin: 'https://other.example' }
const words = (list: unknown) => String(list).split(', ')
const told = (headers: object) => Object.keys(headers).filter((name) => /^(access-control-|vary$)/.test(name))

const preflight = (method: string, path: string, headers: Record<string, string>, to = open) =>
  edge.ask('OPTIONS', path, {
    token: null,
    headers: {
      ...headers,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    },
    to,
  })

describe('a preflight', () => {
  const paths = ['/v1/customers', '/v1beta/customers/AT1-NL', '/v1/auth/login/', '/v1/openapi.json', '/v1/nothing']

  it.each(paths)('of %s returns the headers that a page may send', async (path) => {
    const { status, headers, text } = await preflight('PUT', path, listed)
    expect([status, text]).toEqual([204, ''])
    expect(headers).toMatchObject({
      'access-control-allow-origin': 'https://shop.example',
      'access-control-max-age': '600',
      vary: 'Origin',
    })
    const allowed = ['Approval', 'Authorization', 'Content-Type', 'Idempotency-Key', 'Last-Event-ID']
    expect(words(headers['access-control-allow-headers'])).toEqual(allowed)
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
  })

  it('allows the methods of all operations', async () => {
    const { headers } = await preflight('GET', '/v1/customers', listed)
    expect(words(headers['access-control-allow-methods'])).toEqual([
      ...new Set(routes.map(({ method }) => method).sort()),
    ])
  })

  it.each([
    ['of a page with an unlisted origin', { ...stranger, 'access-control-request-method': 'GET' }],
    ['without an origin', { 'access-control-request-method': 'GET' }],
    ['without a requested method', listed],
  ])('%s is answered with 404', async (_, headers) => {
    const answer = await edge.ask('OPTIONS', '/v1/customers', { headers, to: open })
    expect(answer).toMatchObject({ status: 404, json: { code: 4001 } })
  })

  it('reaches no service and needs no token', async () => {
    await preflight('POST', '/v1/auth/login', listed)
    expect(behind.seen).toEqual([])
  })
})

describe('an answer', () => {
  it.each([
    ['a success', 'GET', '/v1/customers', 200, {}],
    ['a success under the alias', 'GET', '/v1beta/customers', 200, {}],
    ['a refusal of a service', 'GET', '/v1/customers/AT1-NL', 404, {}],
    ['a refusal of the gateway', 'GET', '/v1/customers', 401, { token: null }],
    ['a body that cannot be read', 'POST', '/v1/customers', 400, { body: '{' }],
    ['an unknown route', 'GET', '/v1/nothing', 404, {}],
    ['a path that cannot be decoded', 'GET', '/v1/customers/%zz', 404, {}],
  ])('can be read only by pages of listed origins: %s', async (_, method, path, status, asked) => {
    const read = await edge.ask(method, path, { ...asked, headers: listed, to: open })
    expect(read).toMatchObject({
      status,
      headers: { 'access-control-allow-origin': 'https://shop.example', vary: 'Origin' },
    })
    for (const headers of [stranger, { origin: 'null' }, {}]) {
      const unread = await edge.ask(method, path, { ...asked, headers, to: open })
      expect([unread.status, told(unread.headers), unread.headers.vary]).toEqual([status, ['vary'], 'Origin'])
    }
  })

  it('exposes all headers of the API to pages', async () => {
    const [limited, replaceable] = await Promise.all(
      ['/v1/customers', '/v1beta/customers'].map((path) => edge.ask('GET', path, { headers: listed, to: open })),
    )
    const shown = words(limited!.headers['access-control-expose-headers'])
    expect(shown).toEqual(expect.arrayContaining(['Retry-After', 'Idempotency-Replayed', 'Sunset']))
    const ofHttp =
      /^(access-control-.*|vary|connection|content-.*|date|keep-alive|cache-control|referrer-policy|.*-security|x-content-type-options)$/
    const own = Object.keys({ ...limited!.headers, ...replaceable!.headers }).filter((name) => !ofHttp.test(name))
    expect(own).toEqual(expect.arrayContaining(['ratelimit', 'x-request-id', 'deprecation']))
    expect(shown.map((name) => name.toLowerCase())).toEqual(expect.arrayContaining(own))
  })
})

describe('a gateway without GATEWAY_ORIGINS', () => {
  it('sends no CORS headers', async () => {
    const answer = await edge.ask('GET', '/v1/customers', { headers: listed })
    expect([answer.status, told(answer.headers)]).toEqual([200, []])
    expect(await preflight('GET', '/v1/customers', listed, edge.gateway)).toMatchObject({ status: 404 })
  })
})

it.each(['*', 'shop.example', 'https://shop.example/', 'https://shop.example/page', 'https://Shop.example', 'null'])(
  'the setting GATEWAY_ORIGINS rejects %s, which is not the origin of a page as browsers send it',
  (given) => {
    const others = { AMQP_URL: 'amqp://127.0.0.1', GATEWAY_HTTP_PORT: '0', GATEWAY_REPEAT_SECRET: 'r'.repeat(32) }
    const settings = { ...others, GATEWAY_ORIGINS: given }
    expect(() => loadConfig(configSchema, settings)).toThrow(ConfigError)
    expect(() => loadConfig(configSchema, others)).not.toThrow()
  },
)
