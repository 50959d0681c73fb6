import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { request as plainRequest } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '@nameyard/testing/eventually'
import type { RunningGateway } from '../src/service'
import { behind, customer, good, json, openEdge, reader, type Asked, type Edge } from './edge'

let edge: Edge
let folder: string
let file: string
let gateway: RunningGateway

beforeAll(async () => {
  edge = await openEdge()
  folder = await mkdtemp(join(tmpdir(), 'access-log-'))
})
afterAll(async () => {
  await edge?.close()
  await rm(folder, { recursive: true, force: true })
})

let files = 0
beforeEach(async () => {
  file = join(folder, `${files++}.log`)
  gateway = await edge.start({ GATEWAY_ACCESS_LOG: file, GATEWAY_TRUSTED_PROXIES: '127.0.0.1' })
})
afterEach(() => gateway.close())

type Line = Readonly<Record<string, unknown>>

/** Closes the gateway, which completes the file, and returns its lines. */
async function linesAfterClose(): Promise<Line[]> {
  await gateway.close()
  return linesNow()
}

async function linesNow(): Promise<Line[]> {
  const text = await readFile(file, 'utf8')
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
}

const ask = (method: string, path: string, asked: Asked = {}) =>
  edge.ask(method, path, { to: gateway, plain: true, ...asked })

/** Sends bytes and returns a function that closes the connection at once. */
function send(bytes: string): () => void {
  const socket = connect({ host: '127.0.0.1', port: gateway.httpPort! }, () => socket.write(bytes))
  socket.on('error', () => undefined)
  socket.resume()
  return () => socket.resetAndDestroy()
}

describe('the access log', () => {
  it('has one line with all fields for a call of an operation', async () => {
    const body = JSON.stringify(customer)
    const answer = await ask('POST', '/v1/customers?secret=in-the-query', {
      headers: { ...json, 'x-forwarded-for': '192.0.2.9' },
      body,
    })
    expect(await linesAfterClose()).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        pid: expect.any(Number),
        hostname: expect.any(String),
        name: 'gateway',
        request: answer.headers['x-request-id'],
        account: 7,
        contact: 1,
        operation: 'customers.create',
        method: 'POST',
        route: '/v1/customers',
        status: 200,
        code: 0,
        ms: expect.any(Number),
        bytes_in: Buffer.byteLength(body),
        bytes_out: Buffer.byteLength(answer.text),
        address: '192.0.2.9',
        aborted: false,
        msg: 'request',
      },
    ])
  })

  it.each<[string, string, string, Asked, Line]>([
    [
      'of a service',
      'GET',
      '/v1/customers/AT1-NL',
      {},
      { account: 7, operation: 'customers.get', route: '/v1/customers/:handle', status: 404, code: 193 },
    ],
    ['of a missing token', 'GET', '/v1/customers', { token: null }, { account: null, status: 401, code: 196 }],
    [
      'of a token without the right',
      'POST',
      '/v1/customers',
      { token: reader, body: '{}' },
      { account: 7, contact: 1, status: 403, code: 4002, bytes_in: 0 },
    ],
    ['of a body that is not JSON', 'POST', '/v1/customers', { body: '{' }, { status: 400, code: 4006, bytes_in: 1 }],
    [
      'of a wrong login',
      'POST',
      '/v1/auth/login',
      { token: null, body: '{"username":"anna","password":"wrong"}' },
      { account: null, operation: 'access.login', status: 401, code: 196 },
    ],
    [
      'of an unknown route',
      'GET',
      '/v1/nothing/here',
      {},
      { account: null, operation: null, route: null, status: 404, code: 4001 },
    ],
    ['of a path that cannot be decoded', 'GET', '/v1/customers/%zz', {}, { route: null, status: 404, code: 4001 }],
    ['of a method without a route', 'DELETE', '/v1/customers', {}, { method: 'DELETE', status: 404, code: 4001 }],
    ['of a body over the limit', 'POST', '/v1/customers', { body: 'x'.repeat(30_000) }, { status: 400, code: 4006 }],
  ])('has a line with account, status and code for a refusal %s', async (_, method, path, asked, expected) => {
    const answer = await ask(method, path, asked)
    const lines = await linesAfterClose()
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({
      method,
      request: answer.headers['x-request-id'],
      address: '127.0.0.1',
      aborted: false,
      bytes_out: Buffer.byteLength(answer.text),
      ...expected,
    })
  })

  it('has lines for pages, documents, the description and HEAD, with the pattern in place of the path', async () => {
    const get = (path: string, method = 'GET') =>
      new Promise<void>((resolve, reject) => {
        plainRequest({ host: '127.0.0.1', port: gateway.httpPort, path, method, agent: false }, (response) =>
          response.resume().on('end', resolve),
        )
          .on('error', reject)
          .end()
      })
    await get('/docs')
    await get('/v1/openapi.json')
    await get('/docs', 'HEAD')
    await get('/verify/the-token-of-a-link')
    expect(await linesAfterClose()).toMatchObject([
      { route: '/docs', operation: null, status: 200, code: null, bytes_out: expect.any(Number) },
      { route: '/v1/openapi.json', status: 200 },
      { method: 'HEAD', route: '/docs', status: 200, bytes_out: 0 },
      { route: '/verify/:token', operation: 'email-verifications.find', account: null, code: null },
    ])
  })

  it('has a line without a status for a request whose client closes the connection before the answer', async () => {
    let release!: () => void
    behind.hold = new Promise<void>((resolve) => (release = resolve))
    behind.seen.length = 0
    const abort = send(`GET /v1/customers/AT1-NL HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${good}\r\n\r\n`)
    await eventually(() => behind.seen.length === 1, 'the call of the service')
    abort()
    await eventually(async () => (await linesNow()).length === 1, 'the line')
    release()
    behind.hold = undefined
    expect(await linesAfterClose()).toEqual([
      expect.objectContaining({
        account: 7,
        operation: 'customers.get',
        status: null,
        code: null,
        bytes_out: 0,
        address: '127.0.0.1',
        aborted: true,
      }),
    ])
  })

  it('has a line with the bytes that arrived for a body that ends too early', async () => {
    const abort = send(
      `POST /v1/customers HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\nAuthorization: Bearer ${good}\r\n\r\n{"na`,
    )
    setTimeout(abort, 300)
    await eventually(async () => (await linesNow()).length === 1, 'the line')
    expect(await linesAfterClose()).toMatchObject([{ account: 7, bytes_in: 4, status: null, aborted: true }])
  })

  it('has a line for bytes that are not HTTP', async () => {
    send('HELLO\r\n\r\n')
    await eventually(async () => (await linesNow()).length === 1, 'the line')
    expect(await linesAfterClose()).toMatchObject([
      { method: null, route: null, status: 400, code: 806, address: '127.0.0.1', aborted: false },
    ])
  })

  it('has one line for a request whose body is not valid HTTP', async () => {
    send(
      'POST /v1/customers HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n' +
        `Authorization: Bearer ${good}\r\n\r\nzz\r\n`,
    )
    await eventually(async () => (await linesNow()).length === 1, 'the line')
    expect(await linesAfterClose()).toMatchObject([{ route: '/v1/customers', status: 400 }])
  })

  it('contains nothing of the path, the query, the body, the token and the headers', async () => {
    const secret = 'hunter2hunter2'
    await ask('POST', `/v1/customers?${secret}=${secret}`, {
      headers: { ...json, 'user-agent': secret, 'idempotency-key': secret, 'x-other': secret },
      body: JSON.stringify({ ...customer, comments: secret }),
    })
    await ask('GET', `/v1/customers/${secret}`)
    await ask('GET', `/${secret}/${secret}`)
    await ask('POST', '/v1/auth/login', { token: null, body: JSON.stringify({ username: secret, password: secret }) })
    expect(await linesAfterClose()).toHaveLength(4)
    const text = await readFile(file, 'utf8')
    expect(text).not.toContain(secret)
    expect(text).not.toContain(good)
  })

  it('is appended to, in a file that only its owner can read', async () => {
    await ask('GET', '/v1/customers')
    await gateway.close()
    gateway = await edge.start({ GATEWAY_ACCESS_LOG: file })
    await ask('GET', '/v1/customers')
    expect(await linesAfterClose()).toHaveLength(2)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('has all lines of many concurrent requests', async () => {
    await Promise.all(Array.from({ length: 200 }, () => ask('GET', '/v1/customers')))
    const lines = await linesAfterClose()
    expect(lines).toHaveLength(200)
    expect(new Set(lines.map(({ request }) => request)).size).toBe(200)
  })
})

it('refuses to start with an access log in a folder that does not exist', async () => {
  await expect(edge.start({ GATEWAY_ACCESS_LOG: join(folder, 'none', 'access.log') })).rejects.toMatchObject({
    code: 'ENOENT',
  })
})
