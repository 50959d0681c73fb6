import { behind, customer, good, json, openEdge, reader, type Edge } from './edge'

let edge: Edge
const ask: Edge['ask'] = (...asked) => edge.ask(...asked)
const create: Edge['create'] = (...asked) => edge.create(...asked)

beforeAll(async () => void (edge = await openEdge()))
afterAll(() => edge?.close())
beforeEach(() => void (behind.seen.length = 0))

describe('a success', () => {
  it('is answered with 200, also for POST, with the keys in order, without spaces and with warnings', async () => {
    const answer = await create(customer)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.text).toBe(
      '{"code":0,"data":{"handle":"AT100000-NL"},"desc":"","maintenance":false,' +
        '"warnings":[{"code":250,"data":"","desc":"a word of advice"}]}',
    )
  })

  it.each(['/v1/customers', '/v1/customers/', '/v1beta/customers', '/v1beta/customers/?limit=3'])(
    'is returned at %s',
    async (path) => {
      const answer = await ask('GET', path)
      expect(answer).toMatchObject({ status: 200, json: { code: 0, data: { results: [], total: 0 } } })
    },
  )

  it('is returned by the plain listener, too', async () => {
    expect(await ask('GET', '/v1/customers', { plain: true })).toMatchObject({ status: 200 })
  })

  it.each([true, false])('is returned whole when it is large (plain listener: %s)', async (plain) => {
    behind.customers = Array.from({ length: 1000 }, (_, id) => ({
      id,
      email: `renée${id}@€.example`,
      comments: '"😀"',
    }))
    try {
      const { status, headers, text } = await ask('GET', '/v1/customers', { plain })
      expect(status).toBe(200)
      expect(headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(Buffer.byteLength(text)),
        'cache-control': 'no-store',
        'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
      })
      expect(text).toBe(
        `{"code":0,"data":${JSON.stringify({ results: behind.customers, total: 1000 })},` +
          '"desc":"","maintenance":false,"warnings":[]}',
      )
      const head = await ask('HEAD', '/v1/customers', { plain })
      expect(head).toMatchObject({ status: 200, text: '' })
      expect(head.headers['content-length']).toBe(headers['content-length'])
    } finally {
      behind.customers = []
    }
  })
})

describe('the call that a service receives', () => {
  it('contains the contact person, the idempotency key, the address, a correlation id and a deadline', async () => {
    await create(customer, { headers: { ...json, 'idempotency-key': 'once' } })
    expect(JSON.parse(JSON.stringify(behind.seen[0]!.call))).toEqual({
      correlationId: expect.stringMatching(/^[\da-f-]{36}$/),
      deadline: expect.any(Number),
      address: '127.0.0.1',
      repeat: {
        key: 'given:once',
        request: expect.stringMatching(/^[\da-f]{64}$/),
        seal: expect.any(String),
        lifeMs: 86_400_000,
      },
      actor: {
        resellerId: 7,
        contactId: 1,
        username: 'anna',
        role: 'admin',
        scope: ['read', 'write', 'purchase', 'transfer-codes'],
      },
      statement: expect.stringMatching(/^[\da-f]{12}\.[\w-]+\.[\w-]{86}$/),
    })
  })

  it('contains query and path in one input, and the path wins', async () => {
    await ask('GET', '/v1/customers/AT1-NL?with_additional_data=1&handle=XX&unknown=1')
    expect(behind.seen[0]!.input).toEqual({ handle: 'AT1-NL', with_additional_data: true })
  })

  it('contains repeated query parameters as a list, and no empty or unknown ones', async () => {
    await ask('GET', '/v1/customers?columns=firstName&columns=email&order=DESC&limit=7&response.type=mail&pattern=')
    expect(behind.seen[0]!.input).toEqual({
      columns: ['firstName', 'email'],
      order: 'desc',
      limit: 7,
      offset: 0,
      with_additional_data: false,
    })
  })

  it('contains numbers as text where the field is a text, but no nulls and no unknown fields', async () => {
    const { address } = customer
    await create({ ...customer, id: 5, vat: null, address: { ...address, state: null }, __proto__x: 1 })
    expect(behind.seen[0]!.input).toEqual({ ...customer, address: { ...address, number: '12' } })
  })

  it('contains the address from X-Forwarded-For only if the proxy is trusted', async () => {
    const headers = { ...json, 'x-forwarded-for': '192.0.2.9' }
    await create(customer, { headers })
    const behindProxy = await edge.start({ GATEWAY_TRUSTED_PROXIES: '127.0.0.0/8, ::1' })
    await create(customer, { headers, to: behindProxy })
    await behindProxy.close()
    expect(behind.seen.map(({ call }) => call.address)).toEqual(['127.0.0.1', '192.0.2.9'])
  })
})

it('allows a larger body and more time for a zone file than for other requests', async () => {
  const [impatient] = await Promise.all([edge.start({ GATEWAY_REQUEST_MS: '200' }), edge.serveZones()])
  const path = '/v1/dns/zones/files.com/import'
  const zone_file = ';'.padEnd(30_000, '-')
  behind.hold = new Promise((resolve) => setTimeout(resolve, 500))
  const sent = { to: impatient, body: JSON.stringify({ zone_file }) }
  expect(await ask('POST', path, sent)).toMatchObject({ status: 200, json: { data: { success: true } } })
  const plain = { to: impatient, body: zone_file, headers: { 'content-type': 'Text/DNS; charset=utf-8' } }
  expect(await ask('POST', `${path}?mode=add`, plain)).toMatchObject({ status: 200 })
  expect(behind.seen.map(({ input }) => input)).toMatchObject([
    { name: 'files.com', zone_file, mode: 'replace' },
    { name: 'files.com', zone_file, mode: 'add' },
  ])
  const elsewhere = { body: JSON.stringify({ ...customer, comments: zone_file }) }
  expect((await ask('POST', '/v1/customers', elsewhere)).json.code).toBe(4006)
  await impatient.close()
})

describe('login', () => {
  const credentials = JSON.stringify({ username: 'anna', password: 'right' })

  it.each([
    ['without a media type', {}],
    ['with an unknown token', { authorization: `Bearer ${'0'.repeat(32)}` }],
    ['with a header of another scheme', { authorization: 'Basic abc' }],
    ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['as text', { 'content-type': 'text/plain; charset=utf-8' }],
    ['with a broken media type', { 'content-type': ';;;' }],
  ])('is accepted %s', async (_, headers: Record<string, string>) => {
    const answer = await ask('POST', '/v1/auth/login', { token: null, headers, body: credentials })
    expect(answer).toMatchObject({ status: 200, json: { data: { token: good, reseller_id: 7 } } })
    expect(behind.seen[0]!.call).not.toHaveProperty('actor')
  })

  it('is refused with 401 and code 196 if the password is wrong', async () => {
    const answer = await ask('POST', '/v1/auth/login', { token: null, body: '{"username":"anna","password":"x"}' })
    expect(answer.status).toBe(401)
    expect(answer.text).toBe('{"desc":"Authentication/Authorization Failed","code":196,"data":""}')
  })
})

describe('a body', () => {
  it.each(['GET', 'POST', 'DELETE'])('may be empty on %s, even with a media type', async (method) => {
    const answer = await ask(method, '/v1/customers/AT1-NL', { headers: { ...json, 'content-length': '0' } })
    expect(answer).toMatchObject({ json: { code: { GET: 193, DELETE: 0, POST: 4001 }[method] } })
  })

  it('that is empty is read as an object without fields', async () => {
    const answer = await ask('POST', '/v1/customers', { headers: { ...json, 'transfer-encoding': 'chunked' } })
    expect(answer).toMatchObject({ status: 400, json: { desc: 'name: is required.', code: 806, data: '' } })
  })

  it.each(['{"limit":', '[1]', 'null', '"text"', 'a=b', '\u00ff', '[]'])(
    'is ignored on GET and DELETE: %s',
    async (body) => {
      for (const [method, path] of [
        ['GET', '/v1/customers'],
        ['DELETE', '/v1/customers/AT1-NL'],
      ] as const) {
        const answer = await ask(method, path, { headers: json, body: Buffer.from(body, 'latin1') })
        expect([method, answer.status]).toEqual([method, 200])
      }
      expect(behind.seen.at(-1)!.input).toEqual({ handle: 'AT1-NL' })
    },
  )

  it('may contain an empty list for an empty object at every depth, as PHP prints it', async () => {
    const required = await ask('POST', '/v1/customers', { headers: json, body: '[]' })
    expect(required).toMatchObject({ status: 400, json: { code: 806, desc: 'name: is required.' } })
    await create({ ...customer, additional_data: [], fax: [] })
    expect(behind.seen[0]!.input).toMatchObject({ additional_data: {} })
    const listed = await create({ ...customer, name: [] })
    expect(listed).toMatchObject({ status: 400, json: { code: 102 } })
    const filled = await create({ ...customer, additional_data: ['x'] })
    expect(filled).toMatchObject({ status: 400, json: { desc: 'additional_data: must be an object.' } })
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
    expect(behind.seen).toEqual([])
  })

  it('is refused beyond the scope of the token', async () => {
    expect(await ask('GET', '/v1/customers', { token: reader })).toMatchObject({ status: 200 })
    const answer = await create(customer, { token: reader })
    expect(answer).toMatchObject({ status: 403, json: { code: 4002, desc: 'The token lacks the scope write.' } })
  })

  it('is refused before the body is read', async () => {
    const answer = await ask('POST', '/v1/customers', { token: null, headers: json, body: '{"broken' })
    expect(answer.status).toBe(401)
  })
})

describe('the API description', () => {
  it('is served without a token', async () => {
    const answer = await ask('GET', '/v1/openapi.json', { token: null })
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({ openapi: '3.1.0', paths: { '/v1/customers/{handle}': { get: {} } } })
  })
})
