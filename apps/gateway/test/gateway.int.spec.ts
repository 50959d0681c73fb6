import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { connect as connectTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { Controller, Module, type INestMicroservice } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { authenticate } from '@nameyard/contracts/access/authenticate'
import { login } from '@nameyard/contracts/access/login'
import { createCustomer } from '@nameyard/contracts/customers/create-customer'
import { getCustomer } from '@nameyard/contracts/customers/get-customer'
import { listCustomers } from '@nameyard/contracts/customers/list-customers'
import { listDomains } from '@nameyard/contracts/domains/list-domains'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { advised } from '@nameyard/messaging/advised'
import { Handles } from '@nameyard/messaging/handles'
import { MessagingModule } from '@nameyard/messaging/messaging-module'
import { Rpc } from '@nameyard/messaging/rpc'
import { MessagingServer } from '@nameyard/messaging/server'
import { Clock } from '@nameyard/runtime/clock'
import { loadConfig } from '@nameyard/runtime/load-config'
import { createLog } from '@nameyard/runtime/log'
import { testBroker, type TestBroker } from '@nameyard/testing/broker'
import { generate } from 'selfsigned'
import { Authenticator } from '../src/access/authenticate'
import { configSchema } from '../src/config'
import { startGateway, type RunningGateway } from '../src/service'

const mountedHere = [login, createCustomer, getCustomer, listCustomers, listDomains]

const good = 'a'.repeat(32)
const reader = 'b'.repeat(32)

/** What the service behind the edge saw and is told to do. */
const seen: { input: unknown; call: Call }[] = []
let verdicts = 0
let revoked = false
let hold: Promise<void> | undefined

@Controller()
class Behind {
  @Handles(login)
  async login(input: Input<typeof login>, call: Call): Promise<Result<typeof login>> {
    seen.push({ input, call })
    if (input.password !== 'right') fail('authentication_failed')
    return { reseller_id: 7, token: good }
  }

  @Handles(authenticate)
  async authenticate({ tokenHash }: Input<typeof authenticate>): Promise<Result<typeof authenticate>> {
    verdicts++
    const token = [good, reader].find((each) => createHash('sha256').update(each).digest('hex') === tokenHash)
    if (!token || revoked) fail('authentication_failed')
    return {
      resellerId: 7,
      contactId: 1,
      username: 'anna',
      scope: token === reader ? ['read'] : ['read', 'write', 'purchase'],
    }
  }

  @Handles(createCustomer)
  async createCustomer(input: Input<typeof createCustomer>, call: Call) {
    seen.push({ input, call })
    if (input.comments === 'explode') throw new Error('secret detail')
    return advised({ handle: 'AT100000-NL' }, [{ code: 250, data: '', desc: 'a word of advice' }])
  }

  @Handles(getCustomer)
  async getCustomer(input: Input<typeof getCustomer>, call: Call): Promise<Result<typeof getCustomer>> {
    seen.push({ input, call })
    await hold
    return fail('customer_not_found', { handle: input.handle })
  }

  @Handles(listCustomers)
  async listCustomers(input: Input<typeof listCustomers>, call: Call): Promise<Result<typeof listCustomers>> {
    seen.push({ input, call })
    return { results: [], total: 0 }
  }
}

/** Where lists of domains come from; nobody runs it at first. */
@Controller()
class Domains {
  @Handles(listDomains)
  async listDomains(input: Input<typeof listDomains>, call: Call): Promise<Result<typeof listDomains>> {
    seen.push({ input, call })
    return { results: [], total: 0 }
  }
}

@Module({ controllers: [Behind] })
class BehindModule {}

@Module({ controllers: [Domains] })
class DomainsModule {}

@Module({})
class Asking {}

let broker: TestBroker
let folder: string
let ca: string
let gateway: RunningGateway
const services: INestMicroservice[] = []

async function serve(name: 'customers' | 'domains', module: typeof BehindModule | typeof DomainsModule) {
  const service = await NestFactory.createMicroservice(
    { module, imports: [MessagingModule.forService({ service: name, url: broker.url })] },
    {
      inject: [MessagingServer],
      useFactory: (server: MessagingServer) => ({ strategy: server }),
      logger: false,
    },
  )
  await service.listen()
  services.push(service)
}

const start = (settings: Record<string, string> = {}) =>
  startGateway(
    mountedHere,
    loadConfig(configSchema, {
      AMQP_URL: broker.url,
      GATEWAY_HTTPS_PORT: '0',
      GATEWAY_HTTP_PORT: '0',
      GATEWAY_TLS_CERTIFICATE: join(folder, 'cert.pem'),
      GATEWAY_TLS_KEY: join(folder, 'key.pem'),
      GATEWAY_BODY_LIMIT: '20000',
      ...settings,
    }),
    { clock: new Clock(), log: createLog('test', 'silent') },
  )

beforeAll(async () => {
  ;[broker, folder] = await Promise.all([testBroker(), mkdtemp(join(tmpdir(), 'gateway-'))])
  const pems = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  } as never)
  ca = pems.cert
  await writeFile(join(folder, 'cert.pem'), pems.cert)
  await writeFile(join(folder, 'key.pem'), pems.private)
  await serve('customers', BehindModule)
  gateway = await start()
})

afterAll(async () => {
  await gateway?.close()
  for (const service of services) await service.close()
  await broker?.drop()
  await rm(folder, { recursive: true, force: true })
})

beforeEach(() => {
  seen.length = 0
})

interface Asked {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  readonly token?: string | null
  readonly to?: RunningGateway
  readonly plain?: boolean
}

interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  readonly json: { code: number; desc: string; data: unknown; [key: string]: unknown }
}

/** One request as a client sends it: over HTTPS, with a good token unless told otherwise. */
function ask(method: string, path: string, asked: Asked = {}): Promise<Answered> {
  const { headers = {}, body, token = good, to = gateway, plain = false } = asked
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port: plain ? to.httpPort : to.httpsPort,
      method,
      path,
      ca,
      agent: false as const,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !('transfer-encoding' in headers) && { 'content-length': Buffer.byteLength(body) }),
        ...headers,
      },
    }
    const request = (plain ? plainRequest : secureRequest)(options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        resolve({ status: response.statusCode!, headers: response.headers, text, json: JSON.parse(text || 'null') })
      })
    })
    // An answer before the body was taken may close the connection under the rest of it.
    request.on('error', reject)
    request.end(body)
  })
}

const json = { 'content-type': 'application/json' }

const customer = {
  name: { first_name: 'Anna', last_name: 'Tester' },
  address: { street: 'Main Street', number: 12, zipcode: '1000 AA', city: 'Amsterdam', country: 'NL' },
  phone: { country_code: '+31', area_code: '20', subscriber_number: '1234567' },
  email: 'anna@example.com',
}

const create = (body: unknown, asked: Asked = {}) =>
  ask('POST', '/v1/customers', { headers: json, body: JSON.stringify(body), ...asked })

describe('a success', () => {
  it('is 200 for POST too, with its keys in order, compact, and with warnings', async () => {
    const answer = await create(customer)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.text).toBe(
      '{"code":0,"data":{"handle":"AT100000-NL"},"desc":"","maintenance":false,' +
        '"warnings":[{"code":250,"data":"","desc":"a word of advice"}]}',
    )
  })

  it.each(['/v1/customers', '/v1/customers/', '/v1beta/customers', '/v1beta/customers/?limit=3'])(
    'is found at %s',
    async (path) => {
      const answer = await ask('GET', path)
      expect(answer).toMatchObject({ status: 200, json: { code: 0, data: { results: [], total: 0 } } })
    },
  )

  it('comes over the plain listener as over TLS', async () => {
    expect(await ask('GET', '/v1/customers', { plain: true })).toMatchObject({ status: 200 })
  })
})

describe('the call that a service gets', () => {
  it('carries who asks, the key, the address, a correlation id and a deadline', async () => {
    await create(customer, { headers: { ...json, 'idempotency-key': 'once' } })
    expect(seen[0]!.call).toEqual({
      correlationId: expect.stringMatching(/^[\da-f-]{36}$/),
      deadline: expect.any(Number),
      address: '127.0.0.1',
      idempotencyKey: 'once',
      actor: { resellerId: 7, contactId: 1, username: 'anna', scope: ['read', 'write', 'purchase'] },
    })
  })

  it('carries query, body and path in one, the path last', async () => {
    await ask('GET', '/v1/customers/AT1-NL?with_additional_data=1&handle=XX&unknown=1')
    expect(seen[0]!.input).toEqual({ handle: 'AT1-NL', with_additional_data: true })
  })

  it('carries dotted and repeated names of the query', async () => {
    await ask('GET', '/v1/customers?columns=firstName&columns=email&order=DESC&limit=7&response.type=mail&pattern=')
    expect(seen[0]!.input).toEqual({
      columns: ['firstName', 'email'],
      order: 'desc',
      limit: 7,
      offset: 0,
      with_additional_data: false,
    })
  })

  it('reads numeric strings, takes null as absent and ignores what nobody knows', async () => {
    const { address } = customer
    await create({ ...customer, id: 5, vat: null, address: { ...address, state: null }, __proto__x: 1 })
    expect(seen[0]!.input).toEqual({ ...customer, address: { ...address, number: '12' } })
  })

  it('believes X-Forwarded-For of nobody unless told to', async () => {
    const headers = { ...json, 'x-forwarded-for': '192.0.2.9' }
    await create(customer, { headers })
    const behindProxy = await start({ GATEWAY_TRUSTED_PROXIES: '127.0.0.0/8, ::1' })
    await create(customer, { headers, to: behindProxy })
    await behindProxy.close()
    expect(seen.map(({ call }) => call.address)).toEqual(['127.0.0.1', '192.0.2.9'])
  })
})

describe('login', () => {
  const credentials = JSON.stringify({ username: 'anna', password: 'right' })

  it.each([
    ['without a media type', {}],
    ['with a stale token', { authorization: `Bearer ${'0'.repeat(32)}` }],
    ['with a header that is no token', { authorization: 'Basic abc' }],
    ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['as text', { 'content-type': 'text/plain; charset=utf-8' }],
    ['with a broken media type', { 'content-type': ';;;' }],
  ])('is taken %s', async (_, headers: Record<string, string>) => {
    const answer = await ask('POST', '/v1/auth/login', { token: null, headers, body: credentials })
    expect(answer).toMatchObject({ status: 200, json: { data: { token: good, reseller_id: 7 } } })
    expect(seen[0]!.call).not.toHaveProperty('actor')
  })

  it('is refused with 401 and code 196', async () => {
    const answer = await ask('POST', '/v1/auth/login', { token: null, body: '{"username":"anna","password":"x"}' })
    expect(answer.status).toBe(401)
    expect(answer.text).toBe('{"desc":"Authentication/Authorization Failed","code":196,"data":""}')
  })
})

describe('a body that is not there', () => {
  it.each(['GET', 'POST', 'DELETE'])('is fine on %s with a media type', async (method) => {
    const answer = await ask(method, '/v1/customers/AT1-NL', { headers: { ...json, 'content-length': '0' } })
    expect(answer).toMatchObject(method === 'GET' ? { json: { code: 193 } } : { json: { code: 4001 } })
  })

  it('is an empty object where fields are optional or missing', async () => {
    const answer = await ask('POST', '/v1/customers', { headers: { ...json, 'transfer-encoding': 'chunked' } })
    expect(answer).toMatchObject({ status: 400, json: { desc: 'name: is required.', code: 806, data: '' } })
  })

  it('is ignored on GET', async () => {
    const answer = await ask('GET', '/v1/customers', { headers: json, body: '{"limit":' })
    expect(answer.status).toBe(200)
  })
})

describe('access', () => {
  it.each([
    ['no token', null, {}],
    ['an unknown token', 'f'.repeat(32), {}],
    ['a token of another form', 'abc', {}],
    ['another scheme', null, { authorization: `Basic ${good}` }],
    ['an empty header', null, { authorization: '' }],
  ])('is refused with %s', async (_, token, headers: Record<string, string>) => {
    const answer = await ask('GET', '/v1/customers', { token, headers })
    expect(answer).toMatchObject({ status: 401, json: { code: 196, desc: 'Authentication/Authorization Failed' } })
    expect(seen).toEqual([])
  })

  it('is refused beyond the scope of the token', async () => {
    expect(await ask('GET', '/v1/customers', { token: reader })).toMatchObject({ status: 200 })
    const answer = await create(customer, { token: reader })
    expect(answer).toMatchObject({ status: 403, json: { code: 4002, desc: 'The token lacks the scope write.' } })
  })

  it('is refused before a body is taken', async () => {
    const answer = await ask('POST', '/v1/customers', { token: null, headers: json, body: '{"broken' })
    expect(answer.status).toBe(401)
  })
})

describe('bad input', () => {
  const codeOf = async (body: string | Buffer) => {
    const { status, json, text } = await ask('POST', '/v1/customers', { body })
    expect(text.length).toBeLessThanOrEqual(120)
    return [status, json.code, json.desc]
  }
  const withName = (name: unknown) => JSON.stringify({ ...customer, name })
  const malformed = [400, 4006, 'The request body is not valid JSON.']

  it.each<[string, string | Buffer, (number | string)[]]>([
    ['text that is not JSON', '{"name":', malformed],
    ['two values', '{}{}', malformed],
    ['bytes that are not UTF-8', Buffer.from('{"a":"\xff"}', 'latin1'), malformed],
    ['a list', '[]', [400, 806, 'body: must be a JSON object.']],
    ['a text', '"x"', [400, 806, 'body: must be a JSON object.']],
    ['a number', '1e400', [400, 806, 'body: must be a JSON object.']],
    ['nothing', 'null', [400, 806, 'name: is required.']],
    ['a byte order mark and an empty object', '\ufeff{}', [400, 806, 'name: is required.']],
    ['a text for an object', withName('Anna'), [400, 806, 'name: must be an object.']],
    ['a list for an object', withName([]), [400, 806, 'name: must be an object.']],
    [
      'an object for a text',
      withName({ first_name: {}, last_name: 'x' }),
      [400, 806, 'name.first_name: must be a text.'],
    ],
    [
      'a yes for a text',
      withName({ first_name: true, last_name: 'x' }),
      [400, 806, 'name.first_name: must be a text.'],
    ],
    ['a missing text', withName({ first_name: 'x' }), [400, 806, 'name.last_name: is required.']],
    [
      'a text that is too long',
      withName({ first_name: 'x'.repeat(5000), last_name: 'x' }),
      [400, 806, 'name.first_name: must have at most 4096 characters.'],
    ],
    [
      'NUL in a text',
      withName({ first_name: 'a\0b', last_name: 'x' }),
      [400, 806, 'name.first_name: must not contain the character NUL.'],
    ],
    [
      'half a character',
      '{"name":{"first_name":"\\ud800"}}',
      [400, 806, 'name.first_name: must be well-formed Unicode.'],
    ],
  ])('%s is refused', async (_, body, expected) => {
    expect(await codeOf(body)).toEqual(expected)
    expect(seen).toEqual([])
  })

  it.each(['[', '{"a":'])('nesting without end of %s is refused', async (open) => {
    const [status, code] = await codeOf(`{"comments":${open.repeat(3000)}`)
    expect([status, code]).toEqual([400, 4006])
    const close = open === '[' ? ']' : '}'
    const closed = `{"comments":${open.repeat(2000)}${open === '[' ? '' : '1'}${close.repeat(2000)}}`
    expect((await codeOf(closed)).slice(0, 2)).toEqual([400, 806])
  })

  it('prototypes in a body change nothing', async () => {
    const body = JSON.stringify(customer).replace(
      '{',
      '{"__proto__":{"comments":"polluted"},"constructor":{"prototype":{}},',
    )
    expect(await ask('POST', '/v1/customers', { body })).toMatchObject({ status: 200 })
    expect(seen[0]!.input).not.toHaveProperty('comments')
    expect({}).not.toHaveProperty('comments')
  })

  it('a body over the limit is refused, announced or not', async () => {
    const body = JSON.stringify({ ...customer, comments: 'x'.repeat(30_000) })
    const expected = {
      status: 400,
      json: { desc: 'The request body is larger than 20000 bytes.', code: 4006, data: '' },
    }
    expect(await ask('POST', '/v1/customers', { body })).toMatchObject(expected)
    const headers = { 'transfer-encoding': 'chunked' }
    expect(await ask('POST', '/v1/customers', { headers, body, plain: true })).toMatchObject(expected)
  })

  it.each([
    ['limit=1001', 'limit: must be at most 1000.'],
    ['limit=0', 'limit: must be at least 1.'],
    ['limit=ten', 'limit: must be a number.'],
    ['limit=99999999999999999999', 'limit: must be a number.'],
    ['offset=-1', 'offset: must be at least 0.'],
    ['order=up', 'order: must be one of asc, desc.'],
    ['with_additional_data=maybe', 'with_additional_data: must be true or false.'],
    ['pattern=a%00b', 'pattern: must not contain the character NUL.'],
  ])('the query %s is refused with the name of the field', async (query, desc) => {
    expect(await ask('GET', `/v1/customers?${query}`)).toMatchObject({
      status: 400,
      json: { code: 806, desc, data: '' },
    })
  })

  it('a query that is not decodable is taken as it is written', async () => {
    expect((await ask('GET', '/v1/customers?pattern=%zz')).status).toBe(200)
  })

  it('all faults are told to who asks for a problem document', async () => {
    const { name, ...rest } = customer
    const answer = await create(
      { ...rest, email: 5, name: { ...name, last_name: [] }, tags: [{ key: 'x' }] },
      {
        headers: { ...json, accept: 'application/json, application/problem+json;q=0.9' },
      },
    )
    expect(answer.status).toBe(400)
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(answer.json).toMatchObject({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      code: 806,
      data: '',
      desc: 'name.last_name: must be a text.',
      errors: [
        { field: 'name.last_name', code: 806, data: '', desc: 'must be a text' },
        { field: 'tags.0.key', code: 806, data: '', desc: 'must be customer' },
        { field: 'tags.0.value', code: 806, data: '', desc: 'is required' },
      ],
    })
  })
})

describe('what is not there', () => {
  it.each([
    ['GET', '/v1/nothing', 'No such route: GET /v1/nothing.'],
    ['GET', '/', 'No such route: GET /.'],
    ['DELETE', '/v1/customers', 'No such route: DELETE /v1/customers.'],
    ['PATCH', '/v1/customers/AT1-NL', 'No such route: PATCH /v1/customers/AT1-NL.'],
    ['GET', '/v1/auth/login?password=x', 'No such route: GET /v1/auth/login.'],
    ['GET', '/v2/customers', 'No such route: GET /v2/customers.'],
    ['GET', '/v1/customers/%zz', 'No such route: GET /v1/customers/%zz.'],
    ['GET', `/v1/customers/${'x'.repeat(2000)}`, `No such route: GET /v1/customers/${'x'.repeat(25)}….`],
  ])('%s %s is unknown, with and without a token', async (method, path, desc) => {
    for (const token of [good, null]) {
      const answer = await ask(method, path, { token })
      expect(answer).toMatchObject({ status: 404, json: { code: 4001, desc, data: '' } })
      expect(answer.text.length).toBeLessThanOrEqual(120)
    }
  })

  it('is told with the object that is missing', async () => {
    const answer = await ask('GET', '/v1/customers/AT1-NL')
    expect(answer.status).toBe(404)
    expect(answer.text).toBe('{"desc":"Customer AT1-NL is not in your account.","code":193,"data":""}')
  })
})

describe('our own faults', () => {
  it('show a correlation id and nothing else', async () => {
    const answer = await create({ ...customer, comments: 'explode' })
    expect(answer.status).toBe(500)
    expect(answer.json).toEqual({ desc: `Internal error ${seen[0]!.call.correlationId}.`, code: 999, data: '' })
  })

  it('a service that is away is 503 with a time to come back', async () => {
    const impatient = await start({ GATEWAY_REQUEST_MS: '200' })
    const answer = await ask('GET', '/v1/domains', { to: impatient })
    await impatient.close()
    expect(answer).toMatchObject({ status: 503, json: { code: 4005, data: '' } })
    expect(answer.headers['retry-after']).toBe('2')
  })

  it('more requests than the cap are told to come back, and the cap opens again', async () => {
    const narrow = await start({ GATEWAY_IN_FLIGHT: '2' })
    // The verdict first, so that only the reads are in flight.
    await ask('GET', '/v1/customers', { to: narrow })
    seen.length = 0
    let release = () => {}
    hold = new Promise((resolve) => (release = resolve))
    const waiting = [1, 2].map(() => ask('GET', '/v1/customers/AT1-NL', { to: narrow }))
    while (seen.length < 2) await new Promise(setImmediate)
    const refused = await ask('GET', '/v1/customers', { to: narrow })
    release()
    hold = undefined
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '2' }, json: { code: 4005 } })
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([404, 404])
    expect(await ask('GET', '/v1/customers', { to: narrow })).toMatchObject({ status: 200 })
    await narrow.close()
  })

  it('requests in hand are answered while the edge closes, and new connections are not taken', async () => {
    const closing = await start()
    let release = () => {}
    hold = new Promise((resolve) => (release = resolve))
    const waiting = ask('GET', '/v1/customers/AT1-NL', { to: closing })
    while (seen.length < 1) await new Promise(setImmediate)
    const closed = closing.close()
    await expect(ask('GET', '/v1/customers', { to: closing })).rejects.toThrow(/ECONNREFUSED/)
    release()
    hold = undefined
    expect(await waiting).toMatchObject({ status: 404, json: { code: 193 } })
    await closed
  })
})

describe('bytes that are not a request', () => {
  const exchange = (bytes: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connectTcp({ host: '127.0.0.1', port: gateway.httpPort! }, () => socket.write(bytes))
      let answer = ''
      socket.on('data', (chunk) => (answer += chunk.toString()))
      socket.on('error', reject)
      socket.on('close', () => resolve(answer))
    })

  it('get the envelope', async () => {
    const answer = await exchange('HELLO\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(answer).toContain('\r\n\r\n{"desc":"request: is not valid HTTP.","code":806,"data":""}')
  })

  it('get the envelope for headers without end', async () => {
    const answer = await exchange(`GET /v1/customers HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`)
    expect(answer).toContain('{"desc":"headers: are too large.","code":806,"data":""}')
  })

  it('do not speak TLS below 1.2', async () => {
    const outcome = await new Promise((resolve) => {
      const socket = connectTls({
        host: '127.0.0.1',
        port: gateway.httpsPort!,
        ca,
        minVersion: 'TLSv1',
        maxVersion: 'TLSv1.1',
        ciphers: 'DEFAULT@SECLEVEL=0',
      })
      socket.on('secureConnect', () => resolve('connected'))
      socket.on('error', () => resolve('refused'))
    })
    expect(outcome).toBe('refused')
  })
})

describe('verdicts on tokens', () => {
  it('are asked once for requests that come together, and believed for 0.7 seconds', async () => {
    const asking = await NestFactory.createApplicationContext(
      { module: Asking, imports: [MessagingModule.forService({ service: 'gateway', url: broker.url })] },
      { logger: false },
    )
    let elapsed = 0
    const authenticator = new Authenticator(asking.get(Rpc), () => elapsed)
    const clock = new Clock()
    const pass = (address = '192.0.2.7') =>
      authenticator.authenticate(getCustomer, `Bearer ${good}`, {
        correlationId: '00000000-0000-4000-8000-000000000001',
        deadline: clock.epochMs() + 10_000,
        address,
      })
    verdicts = 0
    await Promise.all([pass(), pass(), pass()])
    expect(verdicts).toBe(1)
    await pass('192.0.2.8')
    expect(verdicts).toBe(2)
    revoked = true
    elapsed = 699
    await expect(pass()).resolves.toMatchObject({ resellerId: 7 })
    elapsed = 700
    await expect(pass()).rejects.toMatchObject({ refusal: 'authentication_failed' })
    revoked = false
    await expect(pass()).resolves.toMatchObject({ resellerId: 7 })
    await asking.close()
  })
})

describe('a part that was away', () => {
  it('is served as soon as it is there', async () => {
    await serve('domains', DomainsModule)
    const query = 'order_by.domain_name=DESC&status_not_equal=DEL&status_not_equal=FAI&limit=5'
    expect(await ask('GET', `/v1/domains?${query}`)).toMatchObject({ status: 200 })
    expect(seen[0]!.input).toMatchObject({
      order_by: { domain_name: 'desc' },
      status_not_equal: ['DEL', 'FAI'],
      limit: 5,
    })
  })
})

describe('the description', () => {
  it('is served to anybody', async () => {
    const answer = await ask('GET', '/v1/openapi.json', { token: null })
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({ openapi: '3.1.0', paths: { '/v1/customers/{handle}': { get: {} } } })
  })
})
