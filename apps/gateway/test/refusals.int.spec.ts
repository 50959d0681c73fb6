import { connect as connectTcp } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { behind, customer, good, json, openEdge, type Edge } from './edge'

let edge: Edge
const ask: Edge['ask'] = (...asked) => edge.ask(...asked)
const create: Edge['create'] = (...asked) => edge.create(...asked)

beforeAll(async () => void (edge = await openEdge()))
afterAll(() => edge?.close())
beforeEach(() => void (behind.seen.length = 0))

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
    ['a list', '[1]', [400, 806, 'body: must be a JSON object.']],
    ['a text', '"x"', [400, 806, 'body: must be a JSON object.']],
    ['a number', '1e400', [400, 806, 'body: must be a JSON object.']],
    ['null', 'null', [400, 806, 'name: is required.']],
    ['a byte order mark and an empty object', '\ufeff{}', [400, 806, 'name: is required.']],
    ['a text for an object', withName('Anna'), [400, 806, 'name: must be an object.']],
    ['a list for an object', withName(['Anna']), [400, 806, 'name: must be an object.']],
    [
      'an object for a text',
      withName({ first_name: {}, last_name: 'x' }),
      [400, 806, 'name.first_name: must be a text.'],
    ],
    ['true for a text', withName({ first_name: true, last_name: 'x' }), [400, 806, 'name.first_name: must be a text.']],
    ['a missing text', withName({ first_name: 'x' }), [400, 105, 'name.last_name: is missing.']],
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
      'half a surrogate pair',
      '{"name":{"first_name":"\\ud800"}}',
      [400, 806, 'name.first_name: must be well-formed Unicode.'],
    ],
  ])('%s is refused', async (_, body, expected) => {
    expect(await codeOf(body)).toEqual(expected)
    expect(behind.seen).toEqual([])
  })

  it.each(['[', '{"a":'])('a body with thousands of nested %s is refused', async (open) => {
    const [status, code] = await codeOf(`{"comments":${open.repeat(3000)}`)
    expect([status, code]).toEqual([400, 4006])
    const close = open === '[' ? ']' : '}'
    const closed = `{"comments":${open.repeat(2000)}${open === '[' ? '' : '1'}${close.repeat(2000)}}`
    expect((await codeOf(closed)).slice(0, 2)).toEqual([400, 806])
  })

  it('__proto__ and constructor in a body have no effect', async () => {
    const body = JSON.stringify(customer).replace(
      '{',
      '{"__proto__":{"comments":"polluted"},"constructor":{"prototype":{}},',
    )
    expect(await ask('POST', '/v1/customers', { body })).toMatchObject({ status: 200 })
    expect(behind.seen[0]!.input).not.toHaveProperty('comments')
    expect({}).not.toHaveProperty('comments')
  })

  it('a body over the limit is refused, with and without Content-Length', async () => {
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

  it('a query that cannot be decoded is used as it was sent', async () => {
    expect((await ask('GET', '/v1/customers?pattern=%zz')).status).toBe(200)
  })

  it('all faults are in the answer if the client accepts a problem document', async () => {
    const { name, ...rest } = customer
    const answer = await create(
      { ...rest, email: 5, name: { ...name, last_name: [] }, tags: [{ key: 'x', value: true }] },
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
        { field: 'tags.0.value', code: 806, data: '', desc: 'must be a text' },
      ],
    })
  })
})

describe('an unknown route or object', () => {
  it.each([
    ['GET', '/v1/nothing', 'No such route: GET /v1/nothing.'],
    ['GET', '/', 'No such route: GET /.'],
    ['DELETE', '/v1/customers', 'No such route: DELETE /v1/customers.'],
    ['PATCH', '/v1/customers/AT1-NL', 'No such route: PATCH /v1/customers/AT1-NL.'],
    ['GET', '/v1/auth/login?password=x', 'No such route: GET /v1/auth/login.'],
    ['QUERY', '/v1/customers', 'No such route: QUERY /v1/customers.'],
    ['GET', '/v2/customers', 'No such route: GET /v2/customers.'],
    ['GET', '/v1/customers/%zz', 'No such route: GET /v1/customers/%zz.'],
    ['GET', `/v1/customers/${'x'.repeat(2000)}`, `No such route: GET /v1/customers/${'x'.repeat(25)}….`],
  ])('is answered with 404, with and without a token: %s %s', async (method, path, desc) => {
    for (const token of [good, null]) {
      const answer = await ask(method, path, { token })
      expect(answer).toMatchObject({ status: 404, json: { code: 4001, desc, data: '' } })
      expect(answer.text.length).toBeLessThanOrEqual(120)
    }
  })

  it('is answered with the envelope even if the client sends an unknown expectation', async () => {
    expect(await ask('GET', '/v1/nothing', { headers: { expect: '200-ok' } })).toMatchObject({
      status: 404,
      json: { code: 4001 },
    })
  })

  it('is answered with the name of the missing object', async () => {
    const answer = await ask('GET', '/v1/customers/AT1-NL')
    expect(answer.status).toBe(404)
    expect(answer.text).toBe('{"desc":"Customer AT1-NL is not in your account.","code":193,"data":""}')
  })
})

describe('a broken request', () => {
  const exchange = (bytes: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connectTcp({ host: '127.0.0.1', port: edge.gateway.httpPort! }, () => socket.write(bytes))
      let answer = ''
      socket.on('data', (chunk) => (answer += chunk.toString()))
      socket.on('error', reject)
      socket.on('close', () => resolve(answer))
    })

  it('is answered with the envelope', async () => {
    const answer = await exchange('HELLO\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(answer).toContain('\r\n\r\n{"desc":"request: is not valid HTTP.","code":806,"data":""}')
  })

  it('is answered with the envelope if the Host header is missing', async () => {
    const answer = await exchange('GET /v1/customers HTTP/1.1\r\nconnection: close\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(answer).toContain('{"desc":"Host: the header is missing.","code":806,"data":""}')
  })

  it.each([
    ['two Host headers', 'host: a.example\r\nHost: b.example', 'the header is given more than once'],
    ['two equal Host headers', 'host: a.example\r\nhost: a.example', 'the header is given more than once'],
    ['an empty Host header', 'host: ', 'the header is not a host name'],
    ['two hosts in one header', 'host: a.example, b.example', 'the header is not a host name'],
    ['user information in the Host header', 'host: user@a.example', 'the header is not a host name'],
    ['a path in the Host header', 'host: a.example/path', 'the header is not a host name'],
  ])('is answered with the envelope if it has %s', async (_, lines, problem) => {
    for (const target of ['/v1/customers', 'https://a.example/v1/customers', '/docs', '/verify/abc', '/nothing']) {
      const answer = await exchange(`GET ${target} HTTP/1.1\r\n${lines}\r\nconnection: close\r\n\r\n`)
      expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
      expect(answer).toContain(`{"desc":"Host: ${problem}.","code":806,"data":""}`)
    }
    const old = await exchange(`GET /v1/customers HTTP/1.0\r\n${lines}\r\n\r\n`)
    expect(old).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  })

  it.each(['a.example', 'a.example:8443', 'A_b.example.', '192.0.2.1:443', '[2001:db8::1]:443', '[::1]'])(
    'is not one with the Host header %s',
    async (host) => {
      for (const target of ['/v1/customers', 'http://other.example/v1/customers']) {
        const head = `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nauthorization: Bearer ${good}\r\nconnection: close`
        expect(await exchange(`${head}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
      }
    },
  )

  it('is not one of HTTP/1.0 without a Host header', async () => {
    const answer = await exchange(`GET /v1/customers HTTP/1.0\r\nauthorization: Bearer ${good}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  })

  it('is answered with the envelope if the headers are too large', async () => {
    const answer = await exchange(`GET /v1/customers HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`)
    expect(answer).toContain('{"desc":"headers: are too large.","code":806,"data":""}')
  })

  it('is not accepted over TLS below 1.2', async () => {
    const outcome = await new Promise((resolve) => {
      const socket = connectTls({
        host: '127.0.0.1',
        port: edge.gateway.httpsPort!,
        ca: edge.ca,
        minVersion: 'TLSv1',
        maxVersion: 'TLSv1.1',
        ciphers: 'DEFAULT@SECLEVEL=0',
      })
      socket.on('secureConnect', () => resolve('connected'))
      socket.on('error', () => resolve('refused'))
    })
    expect(outcome).toBe('refused')
  })

  it.each([
    ['TLSv1.3', 'TLS_AES_256_GCM_SHA384', true],
    ['TLSv1.3', 'TLS_CHACHA20_POLY1305_SHA256', true],
    ['TLSv1.2', 'ECDHE-RSA-AES128-GCM-SHA256', true],
    ['TLSv1.2', 'ECDHE-RSA-CHACHA20-POLY1305', true],
    ['TLSv1.2', 'ECDHE-RSA-AES128-SHA256', false],
    ['TLSv1.2', 'ECDHE-RSA-AES256-SHA', false],
    ['TLSv1.2', 'AES128-GCM-SHA256', false],
    ['TLSv1.2', 'AES128-SHA', false],
    ['TLSv1.2', 'DHE-RSA-AES128-GCM-SHA256', false],
  ] as const)('of %s with %s is accepted: %s', async (version, ciphers, isAccepted) => {
    const outcome = await new Promise((resolve) => {
      const port = edge.gateway.httpsPort!
      const versions = { minVersion: version, maxVersion: version }
      const socket = connectTls({ host: '127.0.0.1', port, ca: edge.ca, ciphers, ...versions })
      socket.on('secureConnect', () => {
        socket.end()
        resolve(true)
      })
      socket.on('error', () => resolve(false))
    })
    expect(outcome).toBe(isAccepted)
  })
})
