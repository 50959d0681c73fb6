import type { Platform } from '../src/platform'
import { logIn, order, person, type Reseller } from '../src/reseller'

/** Wrong, repeated and unusual requests, sent to the whole platform. */
export function unusualRequests(platform: () => Platform): void {
  let reseller: Reseller
  let handle: string

  beforeAll(async () => {
    reseller = await logIn(platform())
    ;({ handle } = await reseller.done('POST', '/v1/customers', person))
  })

  const refused = async (request: ReturnType<Reseller['ask']>) => {
    const { status, text, json } = await request
    expect(text.length).toBeLessThanOrEqual(120)
    expect(Object.keys(json)).toEqual(['desc', 'code', 'data'])
    expect(json.data).toBe('')
    return [status, json.code, json.desc]
  }

  it.each<[string, string, string, string | object | undefined, [number, number]]>([
    ['an unknown route', 'GET', '/v1/nothing', undefined, [404, 4001]],
    ['a wrong method', 'DELETE', '/v1/customers', undefined, [404, 4001]],
    ['malformed JSON', 'POST', '/v1/customers', '{"name":', [400, 4006]],
    ['a body over the limit', 'POST', '/v1/customers', `"${'x'.repeat(1_100_000)}"`, [400, 4006]],
    ['a wrong type', 'POST', '/v1/customers', { ...person, name: 'Ada' }, [400, 806]],
    ['a missing field', 'POST', '/v1/domains', { period: 1 }, [400, 806]],
  ])('refuses %s', async (_, method, path, body, expected) => {
    expect((await refused(reseller.ask(method, path, body))).slice(0, 2)).toEqual(expected)
  })

  it.each([undefined, 'Bearer 0123456789abcdef0123456789abcdef', 'Basic eDp5'])(
    'refuses the token %s',
    async (authorization) => {
      const headers = authorization ? { authorization } : undefined
      expect((await refused(platform().ask('GET', '/v1/domains', { headers }))).slice(0, 2)).toEqual([401, 196])
    },
  )

  it('refuses a wrong password and an unknown user with the same answer', async () => {
    const { username } = platform().account
    const attempt = (credentials: object) => refused(platform().ask('POST', '/v1/auth/login', { body: credentials }))
    const wrong = await attempt({ username, password: 'wrong' })
    expect(wrong.slice(0, 2)).toEqual([401, 196])
    expect(await attempt({ username: 'nobody', password: 'wrong' })).toEqual(wrong)
  })

  it('accepts a login that carries an expired token', async () => {
    const headers = { authorization: 'Bearer 0123456789abcdef0123456789abcdef' }
    const { status, json } = await platform().ask('POST', '/v1/auth/login', { headers, body: platform().account })
    expect([status, json.data.token]).toEqual([200, expect.stringMatching(/^[\da-f]{32}$/)])
  })

  it('accepts /v1beta, a trailing slash, and a GET with a JSON media type and no body', async () => {
    const { data } = (await reseller.ask('GET', '/v1/customers')).json
    expect(data.total).toBeGreaterThan(0)
    expect((await reseller.ask('GET', '/v1beta/customers/')).json.data).toEqual(data)
    const token = (await platform().ask('POST', '/v1/auth/login', { body: platform().account })).json.data.token
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': '0' }
    expect((await platform().ask('GET', '/v1/customers', { headers })).json.data).toEqual(data)
  })

  it('refuses to register a name that is not free', async () => {
    expect(await refused(reseller.ask('POST', '/v1/domains', order('taken.com', handle)))).toEqual([
      409,
      311,
      expect.stringContaining('not free'),
    ])
  })

  it('refuses an extension that is not sold', async () => {
    const domains = [{ name: 'example', extension: 'nowhere' }]
    const [status, code] = await refused(reseller.ask('POST', '/v1/domains/check', { domains }))
    expect([status, code]).toEqual([400, 307])
  })

  it('refuses an unknown admin handle with the message that existing clients match', async () => {
    const body = { ...order('nobody-here.com', handle), admin_handle: 'XX999999-NL' }
    const [, code, desc] = await refused(reseller.ask('POST', '/v1/domains', body))
    expect([code, desc]).toEqual([333, 'Invalid admin handle!'])
  })

  it('returns the first order again when the client repeats the request', async () => {
    const body = JSON.stringify(order('once-only.com', handle))
    const [first, second] = await Promise.all([
      reseller.done('POST', '/v1/domains', body),
      reseller.done('POST', '/v1/domains', body),
    ])
    expect(second).toEqual(first)
    expect(await reseller.done('POST', '/v1/domains', body)).toEqual(first)
    expect(await platform().sandbox.creations('once-only.com')).toHaveLength(1)
  })

  it('executes a request once for an Idempotency-Key, and marks the repeated answer', async () => {
    const headers = { 'idempotency-key': `customer-${handle}` }
    const first = await reseller.ask('POST', '/v1/customers', person, headers)
    expect([first.status, first.headers['idempotency-replayed']]).toEqual([200, undefined])
    const again = await reseller.ask('POST', '/v1/customers', person, headers)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.json).toEqual({ ...first.json, warnings: [expect.objectContaining({ code: 251 })] })
    const other = reseller.ask('POST', '/v1/customers', { ...person, email: 'other@example.com' }, headers)
    expect((await refused(other)).slice(0, 2)).toEqual([409, 4006])
  })
}
