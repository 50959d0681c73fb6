import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { generate } from 'selfsigned'
import { createZone } from '@nameyard/contracts/dns/create-zone'
import { operations } from '@nameyard/contracts/operations'
import { ApiError, NoAnswer, NotSettled } from './api-error'
import { createClient } from './client'

interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: http.IncomingHttpHeaders
  readonly body: string
}

type Script = (request: Seen) => { status?: number; headers?: Record<string, string>; body: unknown }

const servers: http.Server[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done)))))

/** Starts a server that answers by a script and records the requests. */
async function serve(script: Script, tls?: https.ServerOptions) {
  const seen: Seen[] = []
  const answer: http.RequestListener = async (request, response) => {
    const { method = '', url = '', headers } = request
    const asked = { method, url, headers, body: await readAll(request) }
    seen.push(asked)
    const { status = 200, headers: answered, body } = script(asked)
    // Keep-alive connections would prevent the server from closing.
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...answered })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
  const server = tls ? https.createServer(tls, answer) : http.createServer(answer)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  servers.push(server)
  const { port } = server.address() as AddressInfo
  return { baseUrl: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`, seen }
}

const success = (data: unknown, warnings: unknown[] = []) => ({
  body: { code: 0, data, desc: '', maintenance: false, warnings },
})
const refused = { status: 401, body: { desc: 'Authentication/Authorization Failed', code: 196, data: '' } }

test('sends the body as JSON with the token, and returns the data', async () => {
  const { baseUrl, seen } = await serve(() => success({ handle: 'AB100000-NL' }))
  const client = createClient({ baseUrl, token: 't0ken' })
  const created = await client.customers.create(
    {
      name: { first_name: 'Ada', last_name: 'Byron' },
      address: { street: 'Herengracht', number: 1, zipcode: '1015', city: 'Amsterdam', country: 'NL' },
      phone: { country_code: '+31', area_code: '20', subscriber_number: '1234567' },
      email: 'ada@example.com',
    },
    { idempotencyKey: 'k1' },
  )
  expect(created.handle).toBe('AB100000-NL')
  expect(seen).toMatchObject([
    {
      method: 'POST',
      url: '/v1/customers',
      headers: { authorization: 'Bearer t0ken', 'content-type': 'application/json', 'idempotency-key': 'k1' },
    },
  ])
  expect(JSON.parse(seen[0]!.body)).toMatchObject({ email: 'ada@example.com', address: { number: 1 } })
})

test('sends a query and no body with a GET', async () => {
  const { baseUrl, seen } = await serve(() => success({ results: [], total: 0 }))
  const { total } = await createClient({ baseUrl, token: 't' }).nameserverGroups.list({ with_ns_count: true })
  expect(total).toBe(0)
  expect(seen).toMatchObject([{ method: 'GET', url: '/v1/dns/nameservers/groups?with_ns_count=1', body: '' }])
  expect(seen[0]!.headers).not.toHaveProperty('content-type')
})

test('logs in once for concurrent calls', async () => {
  const { baseUrl, seen } = await serve(({ url }) =>
    success(url === '/v1/auth/login' ? { token: 'fresh', reseller_id: 1 } : { results: [], total: 0 }),
  )
  const client = createClient({ baseUrl, username: 'ada', password: 'secret' })
  await Promise.all([client.domains.list(), client.customers.list(), client.zones.list()])
  const logins = seen.filter(({ url }) => url === '/v1/auth/login')
  expect(logins.map(({ body }) => JSON.parse(body))).toEqual([{ username: 'ada', password: 'secret' }])
  expect(logins[0]!.headers).not.toHaveProperty('authorization')
  expect(seen.filter(({ headers }) => headers.authorization === 'Bearer fresh')).toHaveLength(3)
})

test('replaces a refused token and repeats the request once', async () => {
  let tokens = 0
  const { baseUrl, seen } = await serve(({ url, headers }) => {
    if (url === '/v1/auth/login') return success({ token: `t${++tokens}`, reseller_id: 1 })
    return headers.authorization === 'Bearer t1' ? refused : success({ results: [], total: 3 })
  })
  const client = createClient({ baseUrl, username: 'ada', password: 'secret' })
  expect((await client.domains.list()).total).toBe(3)
  expect((await client.domains.list()).total).toBe(3)
  expect(seen.map(({ url }) => url)).toEqual([
    '/v1/auth/login',
    '/v1/domains',
    '/v1/auth/login',
    '/v1/domains',
    '/v1/domains',
  ])
})

test('throws if the credentials are refused, or if the new token is refused, too', async () => {
  const wrong = await serve(() => refused)
  await expect(createClient({ baseUrl: wrong.baseUrl, username: 'a', password: 'b' }).domains.list()).rejects.toThrow(
    ApiError,
  )
  expect(wrong.seen).toHaveLength(1)

  const revoked = await serve(({ url }) =>
    url === '/v1/auth/login' ? success({ token: 't', reseller_id: 1 }) : refused,
  )
  await expect(
    createClient({ baseUrl: revoked.baseUrl, username: 'a', password: 'b' }).domains.list(),
  ).rejects.toMatchObject({ code: 196 })
  expect(revoked.seen).toHaveLength(4)

  const given = await serve(() => refused)
  await expect(createClient({ baseUrl: given.baseUrl, token: 't' }).domains.list()).rejects.toMatchObject({ code: 196 })
  expect(given.seen).toHaveLength(1)
})

test('logs in again after a failed login', async () => {
  let attempts = 0
  const { baseUrl } = await serve(({ url }) => {
    if (url !== '/v1/auth/login') return success({ results: [], total: 0 })
    return ++attempts === 1 ? { status: 503, body: { desc: 'busy', code: 4005, data: '' } } : success({ token: 't' })
  })
  const client = createClient({ baseUrl, username: 'ada', password: 'secret' })
  await expect(client.domains.list()).rejects.toMatchObject({ code: 4005, status: 503 })
  await expect(client.domains.list()).resolves.toMatchObject({ total: 0 })
})

test('throws a refusal with its code, status, sentence, faults and the time to wait', async () => {
  const { baseUrl } = await serve(() => ({
    status: 429,
    headers: { 'retry-after': '60' },
    body: {
      title: 'Too Many Requests',
      desc: 'Too many requests. Try again later.',
      code: 50,
      data: '',
      errors: [{ field: 'domain.name', code: 50, data: '', desc: 'is required' }],
    },
  }))
  const caught = await createClient({ baseUrl, token: 't' })
    .domains.get({ id: 42 })
    .catch((error: unknown) => error)
  expect(caught).toBeInstanceOf(ApiError)
  expect(caught).toMatchObject({
    code: 50,
    status: 429,
    desc: 'Too many requests. Try again later.',
    faults: [{ path: 'domain.name', problem: 'is required', code: 50 }],
    order: {},
    retryAfter: 60,
  })
})

test('throws the refusal of an order with its domain and the answer of the registry', async () => {
  const registry = { code: 2303, text: 'Object does not exist: nameserver ns1.example.net' }
  const desc = 'Object does not exist: the registry refused nameserver ns1.example.net.'
  const { baseUrl } = await serve(() => ({
    status: 422,
    body: { desc, code: 399, data: '', domain_id: 42, operation_id: 'o-1', registry, errors: [] },
  }))
  const input = { domain: { name: 'a', extension: 'com' }, owner_handle: 'AB100000-NL', auth_code: 'x' }
  const ordered = createClient({ baseUrl, token: 't' }).domains.transfer(input)
  await expect(ordered).rejects.toMatchObject({ code: 399, order: { domainId: 42, operationId: 'o-1', registry } })
})

test('call returns the whole envelope', async () => {
  const warning = { code: 250, data: '', desc: 'The time to live of the set changed.' }
  const { baseUrl } = await serve(() => success({ success: true }, [warning]))
  const client = createClient({ baseUrl, token: 't' })
  const answer = await client.call(createZone, { domain: { name: 'example', extension: 'com' }, type: 'master' })
  expect(answer).toMatchObject({ data: { success: true }, warnings: [warning] })
})

test('offered returns the ids of the operations that the service describes', async () => {
  const paths = { '/v1/domains': { get: { operationId: 'domains.list' }, post: { operationId: 'domains.create' } } }
  const { baseUrl, seen } = await serve(() => ({ body: { openapi: '3.1.0', paths } }))
  const offered = await createClient({ baseUrl }).offered()
  expect([...offered]).toEqual(['domains.list', 'domains.create'])
  expect(seen).toMatchObject([{ method: 'GET', url: '/v1/openapi.json' }])
})

test('offered throws NoAnswer if the service has no description', async () => {
  const { baseUrl } = await serve(() => ({ status: 404, body: { desc: 'No such route', code: 4001, data: '' } }))
  await expect(createClient({ baseUrl }).offered()).rejects.toThrow(NoAnswer)
})

test.each(['<html>Bad Gateway</html>', '"text"', 'null', ''])(
  'throws NoAnswer if the body is %p in place of an envelope',
  async (body) => {
    const { baseUrl } = await serve(() => ({ status: 502, body }))
    await expect(createClient({ baseUrl, token: 't' }).domains.list()).rejects.toThrow(NoAnswer)
  },
)

test('throws NoAnswer if there is no connection', async () => {
  const { baseUrl } = await serve(() => success({}))
  await new Promise((done) => servers.pop()!.close(done))
  await expect(createClient({ baseUrl, token: 't' }).domains.list()).rejects.toThrow(NoAnswer)
})

test('throws NoAnswer if the caller aborts the call', async () => {
  const { baseUrl } = await serve(() => success({}))
  const call = createClient({ baseUrl, token: 't' }).domains.list({}, { signal: AbortSignal.abort() })
  await expect(call).rejects.toThrow(NoAnswer)
})

test.each([0.5e6 + 0.5, 1e12, Infinity])('accepts a timeout of %p milliseconds', async (timeoutMs) => {
  const { baseUrl } = await serve(() => success({ results: [], total: 6 }))
  const list = createClient({ baseUrl, token: 't' }).domains.list({}, { timeoutMs })
  await expect(list).resolves.toMatchObject({ total: 6 })
})

test('trusts a private certificate authority only if the caller sets it', async () => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  })
  const { baseUrl } = await serve(() => success({ results: [], total: 7 }), { cert, key })
  await expect(createClient({ baseUrl, token: 't', ca: cert }).domains.list()).resolves.toMatchObject({ total: 7 })
  await expect(createClient({ baseUrl, token: 't' }).domains.list()).rejects.toThrow(NoAnswer)
})

test('sends requests with the fetch of the caller', async () => {
  const { baseUrl } = await serve(() => success({ results: [], total: 2 }))
  await expect(createClient({ baseUrl, token: 't', fetch }).domains.list()).resolves.toMatchObject({ total: 2 })
})

test('has exactly one method for each operation of resellers', () => {
  const {
    call: _,
    offered: __,
    description: ___,
    ...resources
  } = createClient({ baseUrl: 'http://127.0.0.1', token: 't' })
  const offered = operations.filter(({ audience }) => audience === 'reseller')
  const methods = Object.values(resources).flatMap((each) => Object.keys(each))
  expect(methods.filter((name) => name !== 'each' && name !== 'waitUntilSettled')).toHaveLength(offered.length)
  // @ts-expect-error -- the SDK does not have operations between services
  expect(resources.registry).toBeUndefined()
})

test('repeats a call without an answer with the same idempotency key', async () => {
  let asked = 0
  const { baseUrl, seen } = await serve(() =>
    ++asked < 3 ? { status: 502, body: 'Bad Gateway' } : success({ handle: 'AB100000-NL' }),
  )
  const client = createClient({ baseUrl, token: 't' })
  await expect(client.customers.delete({ handle: 'AB100000-NL' })).resolves.toEqual({ handle: 'AB100000-NL' })
  const keys = seen.map(({ headers }) => headers['idempotency-key'])
  expect(keys).toEqual([keys[0], keys[0], keys[0]])
  expect(keys[0]).toMatch(/^[\w-]{36}$/)

  await client.customers.delete({ handle: 'AB100000-NL' })
  expect(seen[3]!.headers['idempotency-key']).not.toBe(keys[0])
})

test('repeats a call after Retry-After if the timeout allows it', async () => {
  const busy = { status: 429, headers: { 'retry-after': '1' }, body: { desc: 'Too many.', code: 50, data: '' } }
  let asked = 0
  const { baseUrl, seen } = await serve(() => (++asked === 1 ? busy : success({ results: [], total: 4 })))
  const client = createClient({ baseUrl, token: 't' })
  await expect(client.domains.list()).resolves.toMatchObject({ total: 4 })
  expect(seen[0]!.headers).not.toHaveProperty('idempotency-key')

  asked = 0
  await expect(client.domains.list({}, { timeoutMs: 500 })).rejects.toMatchObject({ retryAfter: 1 })
})

test('does not repeat a refusal', async () => {
  const { baseUrl, seen } = await serve(() => ({ status: 400, body: { desc: 'No.', code: 806, data: '' } }))
  await expect(createClient({ baseUrl, token: 't' }).domains.renew({ id: 1, period: 0 })).rejects.toThrow('No.')
  expect(seen).toHaveLength(1)
})

test('logs in with the given scope', async () => {
  const { baseUrl, seen } = await serve(() => success({ token: 't', reseller_id: 1, results: [], total: 0 }))
  await createClient({ baseUrl, username: 'ada', password: 'secret', scope: ['read'] }).domains.list()
  expect(JSON.parse(seen[0]!.body)).toEqual({ username: 'ada', password: 'secret', scope: ['read'] })
})

test('each iterates over a list page by page', async () => {
  const { baseUrl, seen } = await serve(({ url }) => {
    const offset = Number(new URL(url, 'http://service').searchParams.get('offset'))
    return success({ results: [{ id: offset }, { id: offset + 1 }].slice(0, 5 - offset), total: 5 })
  })
  const client = createClient({ baseUrl, token: 't' })
  const ids: number[] = []
  for await (const { id } of client.templates.each({ limit: 2, name_pattern: 'a*' })) ids.push(id)
  expect(ids).toEqual([0, 1, 2, 3, 4])
  expect(seen.map(({ url }) => url)).toEqual([
    '/v1/dns/templates?limit=2&name_pattern=a*&offset=0',
    '/v1/dns/templates?limit=2&name_pattern=a*&offset=2',
    '/v1/dns/templates?limit=2&name_pattern=a*&offset=4',
  ])
  // @ts-expect-error -- a list without pages has no iterator
  expect(client.domainRequirements.each).toBeUndefined()
})

test('waitUntilSettled waits until an order is completed, and throws after its timeout', async () => {
  let asked = 0
  const { baseUrl } = await serve(() => success({ id: 7, status: ++asked === 1 ? 'REQ' : 'ACT' }))
  const client = createClient({ baseUrl, token: 't' })
  await expect(client.domains.waitUntilSettled({ id: 7 })).resolves.toMatchObject({ status: 'ACT' })

  const slow = await serve(() => success({ id: 7, status: 'RRQ' }))
  const waiting = createClient({ baseUrl: slow.baseUrl, token: 't' }).domains.waitUntilSettled(
    { id: 7 },
    { timeoutMs: 450 },
  )
  await expect(waiting).rejects.toThrow(new NotSettled('Domain 7 is still RRQ'))
})

/** Starts a server that accepts requests and never answers them. */
async function silent() {
  const server = http.createServer(() => undefined)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  servers.push(server)
  return { baseUrl: `http://127.0.0.1:${port}`, hangUp: () => server.closeAllConnections() }
}

test('waitUntilSettled throws after its timeout if the service does not answer', async () => {
  const { baseUrl, hangUp } = await silent()
  const waiting = createClient({ baseUrl, token: 't' }).domains.waitUntilSettled({ id: 7 }, { timeoutMs: 10 })
  await expect(waiting).rejects.toMatchObject({ name: 'NotSettled', message: 'Domain 7 is still not answered' })
  hangUp()
})

test('an aborted call does not wait for a pending login', async () => {
  const { baseUrl, hangUp } = await silent()
  const client = createClient({ baseUrl, username: 'ada', password: 'secret' })
  await expect(client.domains.list({}, { timeoutMs: 10 })).rejects.toThrow(NoAnswer)
  await expect(client.domains.list({}, { signal: AbortSignal.abort() })).rejects.toThrow('The call was abandoned')
  hangUp()
})

test('uses the global fetch outside Node', async () => {
  const { baseUrl, seen } = await serve(() => success({ results: [], total: 6 }))
  const builtin = process.getBuiltinModule
  Object.assign(process, { getBuiltinModule: undefined })
  try {
    await expect(createClient({ baseUrl, token: 't' }).domains.list()).resolves.toMatchObject({ total: 6 })
  } finally {
    Object.assign(process, { getBuiltinModule: builtin })
  }
  expect(seen[0]!.headers['user-agent']).toBe('node')
})
