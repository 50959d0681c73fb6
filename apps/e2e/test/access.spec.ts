import { setTimeout as pause } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'
import { STATEMENT_REUSE_MS } from '@nameyard/contracts/access/authenticate'
import { changeRights } from '@nameyard/contracts/access/change-rights'
import { revokeTokens } from '@nameyard/contracts/access/revoke-tokens'
import { everyRight } from '@nameyard/contracts/rights'
import { SettableClock } from '@nameyard/testing/clock'
import { eventually } from '@nameyard/testing/eventually'
import { Exercised } from './exercised'
import { twoEdges, type Edges } from './two-edges'

/** The requests of this file to all gateways. */
const exercised = new Exercised()

const both = [0, 1] as const

/** The specified time within which a revoked token stops working at every gateway. */
const PROMISED_MS = 1000

describe('a token stops working at all gateways within a second', () => {
  let edges: Edges
  beforeAll(async () => void (edges = await twoEdges({}, exercised)))
  afterAll(() => edges?.close())

  type Person = Awaited<ReturnType<Edges['account']>> & { bossToken: string; token: string }
  const endings: [string, number, (person: Person) => Promise<unknown>][] = [
    [
      'when API access is switched off',
      401,
      ({ contactId, bossToken }) =>
        edges.ask(0, 'PUT', `/v1/contacts/${contactId}`, { token: bossToken, body: { api_access_enabled: false } }),
    ],
    [
      'when its contact is set inactive',
      401,
      ({ contactId, bossToken }) =>
        edges.ask(0, 'PUT', `/v1/contacts/${contactId}`, { token: bossToken, body: { is_active: false } }),
    ],
    [
      'when its contact is deleted',
      401,
      ({ contactId, bossToken }) => edges.ask(0, 'DELETE', `/v1/contacts/${contactId}`, { token: bossToken }),
    ],
    [
      'when the password of its contact changes',
      401,
      ({ username }) => edges.order(changeRights, { username, password: 'another password' }),
    ],
    ['when it is revoked', 401, ({ username }) => edges.order(revokeTokens, { username })],
    [
      'when its address is denied',
      403,
      ({ username }) => edges.order(changeRights, { username, deny: ['198.51.100.0/24'] }),
    ],
  ]

  it.each(endings)('%s', async (_, status, end) => {
    const person = await edges.account()
    const { data: boss } = await edges.logIn(0, person.boss, person.password)
    const { data } = await edges.logIn(0, person.username, person.password)
    const { token } = data
    const use = (edge: 0 | 1) => edges.ask(edge, 'GET', '/v1/contacts', { token })
    for (const edge of both) expect(await use(edge)).toMatchObject({ status: 200 })

    // Clients that never pause, so that both gateways have just validated the token.
    let ended = Infinity
    let lastServed = 0
    const clients = both.map(async (edge) => {
      for (;;) {
        const asked = performance.now()
        const response = await use(edge)
        if (response.status !== 200) return response
        lastServed = Math.max(lastServed, asked)
        if (asked > ended + 10 * PROMISED_MS) throw new Error('the token still works')
      }
    })
    // Longer than a gateway uses an answer when it does not hear of changes.
    await pause(STATEMENT_REUSE_MS + 200)
    await end({ ...person, bossToken: boss.token, token })
    ended = performance.now()
    for (const response of await Promise.all(clients)) {
      expect(response).toMatchObject({ status, code: status === 401 ? 196 : 10005 })
    }
    expect(lastServed - ended).toBeLessThan(PROMISED_MS)
    for (const edge of both) expect(await use(edge)).toMatchObject({ status })
  })
})

describe('rate limits', () => {
  /** It stands still, so a wait ends only when a test says so. */
  const clock = new SettableClock()
  let edges: Edges
  beforeAll(async () => {
    edges = await twoEdges({ REQUESTS_BURST: '30', REQUESTS_PER_SECOND: '0.01' }, exercised, clock)
  })
  afterAll(() => edges?.close())

  it('for failed logins are shared by all gateways and survive a restart', async () => {
    const { username, password } = await edges.account()
    for (const edge of [0, 1, 0, 1, 0] as const) {
      expect(await edges.logIn(edge, username, 'wrong password')).toMatchObject({ status: 401, code: 196 })
    }
    const refused = { status: 429, code: 50, headers: { 'retry-after': '1' } }
    for (const edge of both) expect(await edges.logIn(edge, username, password)).toMatchObject(refused)
    for (const seconds of [1, 2, 4]) {
      clock.advance(seconds * 1000)
      expect(await edges.logIn(0, username, 'wrong password')).toMatchObject({ status: 401 })
    }
    await edges.restartOwner()
    expect(await edges.logIn(1, username, password)).toMatchObject({ status: 429, code: 50 })
  })

  it('for requests are shared by all gateways', async () => {
    const { username, password } = await edges.account()
    const { token } = (await edges.logIn(0, username, password)).data
    const use = (edge: 0 | 1, bearer = token) => edges.ask(edge, 'GET', '/v1/contacts', { token: bearer })
    for (let i = 0; i < 25; i++) expect(await use(0)).toMatchObject({ status: 200 })
    // An unknown token makes the gateway validate it and report its requests.
    const { token: another } = (await edges.logIn(0, username, password)).data
    expect(await use(0, another)).toMatchObject({ status: 200 })
    // The last request of the first gateway may be reported a moment later, so the second one serves four or five.
    const lefts: number[] = []
    let refused = await use(1)
    for (; refused.status === 200 && lefts.length < 6; refused = await use(1)) {
      expect(refused.headers['ratelimit-policy']).toBe('"account";q=30;w=3000')
      const [, left] = /^"account";r=(\d+);t=\d+$/.exec(String(refused.headers['ratelimit']))!
      lefts.push(Number(left))
    }
    expect([4, 5]).toContain(lefts.length)
    expect(lefts).toEqual([...new Set(lefts)].toSorted((one, other) => other - one))
    // A report that arrives between two answers uses the last one up.
    expect([0, 1]).toContain(lefts.at(-1))
    expect(refused).toMatchObject({ status: 429, code: 50 })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60)
  })
})

describe('client addresses', () => {
  let edges: Edges
  beforeAll(async () => void (edges = await twoEdges({}, exercised)))
  afterAll(() => edges?.close())

  it('are checked at login and at every request', async () => {
    const { username, password } = await edges.account()
    const { token } = (await edges.logIn(0, username, password)).data
    await edges.order(changeRights, { username, allow: ['192.0.2.0/24', '2001:db8::/32'], deny: ['192.0.2.66'] })
    const refused = { status: 403, code: 10005 }
    for (const from of ['192.0.2.7', '2001:db8::7', '::ffff:192.0.2.7']) {
      expect(await edges.ask(1, 'GET', '/v1/contacts', { token, from })).toMatchObject({ status: 200 })
      expect(await edges.logIn(1, username, password, from)).toMatchObject({ status: 200 })
    }
    for (const from of ['192.0.2.66', '198.51.100.1', '2001:db9::1', '::ffff:192.0.2.66']) {
      expect(await edges.ask(1, 'GET', '/v1/contacts', { token, from })).toMatchObject(refused)
      expect(await edges.logIn(1, username, password, from)).toMatchObject(refused)
    }
  })

  it.each([
    [{ password: 'x' }, 10002],
    [{ username: 'x', password: ' ' }, 10004],
    [{ username: '' }, 10003],
    [{}, 10003],
  ])('do not change the refusal of a login of %j: 401 with code %d', async (body, code) => {
    expect(await edges.ask(0, 'POST', '/v1/auth/login', { body })).toMatchObject({ status: 401, code })
  })

  it('let a token read its own username and scope', async () => {
    const { username, password } = await edges.account()
    const { token } = (await edges.ask(0, 'POST', '/v1/auth/login', { body: { username, password, scope: ['read'] } }))
      .data
    const { status, data } = await edges.ask(0, 'GET', '/v1/auth/token', { token })
    expect({ status, data }).toMatchObject({ status: 200, data: { username, scope: ['read'] } })
  })

  it('restrict a token that was requested with an address', async () => {
    const { username, password } = await edges.account()
    const body = { username, password, ip: '192.0.2.0/24' }
    const { token } = (await edges.ask(0, 'POST', '/v1/auth/login', { body })).data
    expect(await edges.ask(0, 'GET', '/v1/contacts', { token, from: '192.0.2.7' })).toMatchObject({ status: 200 })
    expect(await edges.ask(0, 'GET', '/v1/contacts', { token, from: '192.0.3.7' })).toMatchObject({ status: 403 })
  })
})

describe('sessions', () => {
  let edges: Edges
  let person: Awaited<ReturnType<Edges['account']>>
  beforeAll(async () => void (edges = await twoEdges({}, exercised)))
  beforeEach(async () => void (person = await edges.account()))
  afterAll(() => edges?.close())

  const tokenOf = async (body: object = {}) => {
    const { username, password } = person
    return (await edges.ask(0, 'POST', '/v1/auth/login', { body: { username, password, ...body } })).data.token
  }
  const ended = (token: string) =>
    eventually(
      async () => (await edges.ask(1, 'GET', '/v1/contacts', { token })).status === 401,
      'the end of a session',
    )

  it('are listed without their tokens', async () => {
    const limited = await tokenOf({ ip: '198.51.100.0/24', scope: ['read'] })
    const token = await tokenOf()
    const { data } = await edges.ask(0, 'GET', '/v1/auth/sessions', { token })
    const date = expect.stringMatching(/^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d$/)
    const id = expect.stringMatching(/^[\da-f]{12}$/)
    const dates = { created_at: date, expires_at: date, last_used_at: date }
    const unlimited = { approval: 'none', spend_per_day: null, spend_per_month: null }
    const login = { id, ...dates, ...unlimited, client_id: '', client_name: '', profile: '' }
    expect(data).toEqual({
      results: [
        { ...login, ip: '', scope: everyRight, is_current: true },
        { ...login, ip: '198.51.100.0/24', scope: ['read'], is_current: false },
      ],
      total: 2,
    })
    expect(JSON.stringify(data)).not.toMatch(new RegExp(`${token}|${limited}`))
    const { data: page } = await edges.ask(0, 'GET', '/v1/auth/sessions?limit=1&offset=1', { token })
    expect(page).toMatchObject({ results: [{ ip: '198.51.100.0/24' }], total: 2 })
    const { data: none } = await edges.ask(0, 'GET', '/v1/auth/sessions?offset=5', { token })
    expect(none).toEqual({ results: [], total: 2 })
  })

  it('are not what an API key has: logout refuses it, and the key still works', async () => {
    const { boss, password } = person
    const { data } = await edges.ask(0, 'POST', '/v1/auth/login', { body: { username: boss, password } })
    const body = { name: 'a program', scope: ['read'] }
    const made = await edges.ask(0, 'POST', '/v1/keys', { token: data.token, body })
    const token = String(made.data['key'])
    expect(await edges.ask(0, 'POST', '/v1/auth/logout', { token })).toMatchObject({ status: 401, code: 196 })
    expect(await edges.ask(0, 'GET', '/v1/contacts', { token })).toMatchObject({ status: 200 })
  })

  it('end one by one, all others, or by logout, at every gateway', async () => {
    const [token, one, two] = [await tokenOf(), await tokenOf(), await tokenOf()]
    const { data } = await edges.ask(0, 'GET', '/v1/auth/sessions', { token: one })
    const [current] = (data['results'] as { id: string; is_current: boolean }[]).filter((each) => each.is_current)
    const end = () => edges.ask(0, 'DELETE', `/v1/auth/sessions/${current!.id}`, { token })
    expect(await end()).toMatchObject({ status: 200, data: { success: true } })
    await ended(one)
    expect(await end()).toMatchObject({ status: 404, code: 98 })
    expect(await edges.ask(0, 'DELETE', '/v1/auth/sessions', { token })).toMatchObject({ data: { sessions_ended: 1 } })
    await ended(two)
    expect(await edges.ask(0, 'POST', '/v1/auth/logout', { token })).toMatchObject({ data: { success: true } })
    await ended(token)
  })

  it('of another person cannot be seen or ended', async () => {
    const theirs = await tokenOf()
    const { data } = await edges.ask(0, 'GET', '/v1/auth/sessions', { token: theirs })
    const [{ id }] = data['results'] as [{ id: string }]
    // The administrator of the same account.
    const { token } = (await edges.logIn(0, person.boss, person.password)).data
    expect(await edges.ask(0, 'DELETE', `/v1/auth/sessions/${id}`, { token })).toMatchObject({ status: 404, code: 98 })
    const limits = { token, body: { approval: 'purchases' } }
    expect(await edges.ask(0, 'PUT', `/v1/auth/sessions/${id}`, limits)).toMatchObject({ status: 404, code: 98 })
    expect(await edges.ask(0, 'DELETE', '/v1/auth/sessions', { token })).toMatchObject({ data: { sessions_ended: 0 } })
    expect(await edges.ask(1, 'GET', '/v1/auth/token', { token: theirs })).toMatchObject({ status: 200 })
  })

  it('and the password of its contact are out of reach of an API key that has limits', async () => {
    const { boss, password } = await edges.account()
    const { data } = await edges.logIn(0, boss, password)
    const body = { name: 'limited', scope: everyRight, unused_days: 5 }
    const { data: made } = await edges.ask(0, 'POST', '/v1/keys', { token: data.token, body })
    const token = made.key as string
    const desc = 'A key with limits may not manage keys, sessions or contacts.'
    const passwords = { current_password: password, password: 'seven green bicycles' }
    for (const [method, path, sent] of [
      ['GET', '/v1/auth/sessions'],
      ['DELETE', '/v1/auth/sessions'],
      ['DELETE', `/v1/auth/sessions/${'0'.repeat(12)}`],
      ['PUT', `/v1/auth/sessions/${'0'.repeat(12)}`, { approval: 'none' }],
      ['PUT', '/v1/auth/password', passwords],
    ] as const) {
      const answer = await edges.ask(0, method, path, { token, ...(sent && { body: sent }) })
      expect(answer).toMatchObject({ status: 403, code: 4002, desc })
    }
  })

  it('can be logged out with any scope, but only a token that may write ends others', async () => {
    const token = await tokenOf({ scope: ['read'] })
    expect(await edges.ask(0, 'DELETE', '/v1/auth/sessions', { token })).toMatchObject({ status: 403, code: 4002 })
    expect(await edges.ask(0, 'POST', '/v1/auth/logout', { token })).toMatchObject({ status: 200 })
    await ended(token)
  })
})

describe('passwords', () => {
  /** It stands still, so a wait after wrong passwords does not end. */
  const clock = new SettableClock()
  let edges: Edges
  let person: Awaited<ReturnType<Edges['account']>>
  beforeAll(async () => void (edges = await twoEdges({}, exercised, clock)))
  beforeEach(async () => void (person = await edges.account()))
  afterAll(() => edges?.close())

  const fresh = 'seven green bicycles'
  const change = (token: string, current_password: string, password: string) =>
    edges.ask(0, 'PUT', '/v1/auth/password', { token, body: { current_password, password } })
  const request = (username: string, from?: string) =>
    edges.ask(0, 'POST', '/v1/auth/password-reset', { body: { username }, ...(from && { from }) })
  const complete = (token: string, password: string) =>
    edges.ask(0, 'POST', '/v1/auth/password-reset/complete', { body: { token, password } })

  it('are changed with the current one; other sessions end, the one in use stays', async () => {
    const { username, password } = person
    const { token } = (await edges.logIn(0, username, password)).data
    const { token: other } = (await edges.logIn(0, username, password)).data
    expect(await change(token, 'not this one', fresh)).toMatchObject({ status: 400, code: 5006 })
    expect(await change(token, password, 'too short')).toMatchObject({ status: 400, code: 5006 })
    expect(await change(token, password, fresh)).toMatchObject({ status: 200, data: { sessions_ended: 1 } })
    await eventually(
      async () => (await edges.ask(1, 'GET', '/v1/contacts', { token: other })).status === 401,
      'the end',
    )
    expect(await edges.ask(1, 'GET', '/v1/contacts', { token })).toMatchObject({ status: 200 })
    expect(await edges.logIn(0, username, password)).toMatchObject({ status: 401, code: 196 })
    expect(await edges.logIn(0, username, fresh)).toMatchObject({ status: 200 })
  })

  it('cannot be guessed with a stolen token', async () => {
    const { token } = (await edges.logIn(0, person.username, person.password)).data
    for (let i = 0; i < 5; i++) await change(token, `guess ${i}`, fresh)
    const refused = await change(token, person.password, fresh)
    expect(refused).toMatchObject({ status: 429, code: 50, headers: { 'retry-after': '1' } })
  })

  it('are refused with a sentence about the rule', async () => {
    const { token } = (await edges.logIn(0, person.username, person.password)).data
    const sentence = async (password: string) => {
      const { desc } = await change(token, person.password, password)
      return desc
    }
    expect(await sentence('fourteen chars')).toBe('password: must have at least 15 characters; use several words.')
    expect(await sentence('passwordpassword')).toBe('password: is a common password; use several unrelated words.')
    expect(await sentence(`${person.username}-${person.username}-${person.username}`)).toBe(
      'password: is a name of yours, your company or the product; use other words.',
    )
    expect(await sentence(person.password)).toBe('password: is your present password; choose another one.')
  })

  it('are reset by a mailed link that works once', async () => {
    const { username, password, email } = person
    const { token } = (await edges.logIn(0, username, password)).data
    const answer = await request(username)
    expect(answer).toMatchObject({ status: 200, data: { success: true } })
    const [link] = await edges.linksTo(email)
    const secret = link!.slice('/reset-password/'.length)
    expect(await complete(secret, 'short')).toMatchObject({ status: 400, code: 5006 })
    expect(await complete(secret, fresh)).toMatchObject({ status: 200, data: { success: true } })
    expect(await complete(secret, 'eleven red umbrellas')).toMatchObject({ status: 404, code: 98 })
    await eventually(async () => (await edges.ask(1, 'GET', '/v1/contacts', { token })).status === 401, 'the end')
    expect(await edges.logIn(0, username, fresh)).toMatchObject({ status: 200 })
  })

  it('are reset with the same answer for unknown usernames, limited by network', async () => {
    const { status, data, desc } = await request(person.username, '203.0.113.7')
    expect(await request('nobody knows', '203.0.113.7')).toMatchObject({ status, data, desc })
    const answers = []
    for (let i = 0; i < 5; i++) answers.push((await request('nobody knows', '203.0.113.7')).status)
    expect(answers).toEqual([200, 200, 200, 200, 429])
    expect(await request(person.username, '203.0.113.8')).toMatchObject({ status: 200 })
  })

  it('are not enough for people with a second factor, or in an account that demands one', async () => {
    const { boss, username, password } = person
    const { token } = (await edges.logIn(0, boss, password)).data
    const app = await edges.ask(0, 'POST', '/v1/auth/factors/totp', { token, body: { name: 'phone', password } })
    const secret = Secret.fromBase32(String(app.data.secret))
    const body = { code: new TOTP({ secret }).generate({ timestamp: clock.machineMs() }) }
    const confirmed = await edges.ask(0, 'POST', `/v1/auth/factors/totp/${app.data.id}/confirm`, { token, body })
    expect(confirmed).toMatchObject({ status: 200, data: { recovery_codes: { length: 10 } } })
    expect(await edges.logIn(1, boss, password)).toMatchObject({ status: 403, code: 10006, data: '' })
    expect(await edges.logIn(1, boss, 'wrong')).toMatchObject({ status: 401, code: 196 })
    const otp = new TOTP({ secret }).generate({ timestamp: clock.machineMs() + 30_000 })
    const login = { body: { username: boss, password, otp } }
    expect(await edges.ask(1, 'POST', '/v1/auth/login', login)).toMatchObject({ status: 200 })
    expect(await edges.ask(0, 'POST', '/v1/auth/login', login)).toMatchObject({ status: 403, code: 10006 })
    await edges.ask(0, 'PUT', '/v1/auth/second-factor', { token, body: { is_required: true } })
    expect(await edges.logIn(0, username, password)).toMatchObject({ status: 403, code: 10006 })
  })

  it.each([
    ['en', 'Set a new password', 'too short. It must have at least 15 characters', 'This link does not work'],
    ['nl', 'Stel een nieuw wachtwoord in', 'te kort. Gebruik minstens 15 tekens', 'Deze link werkt niet'],
    [
      'de',
      'Legen Sie ein neues Passwort fest',
      'zu kurz. Verwenden Sie mindestens 15 Zeichen',
      'Dieser Link funktioniert nicht',
    ],
  ])('are reset on a page without scripts: %s', async (language, title, problem, noLink) => {
    await request(person.username)
    const [link] = await edges.linksTo(person.email)
    const headers = { 'accept-language': language }
    const shown = await edges.page(link!, { headers })
    const html = await shown.text()
    expect(shown.status).toBe(200)
    expect(html).toContain(`<html lang="${language}">`)
    expect(html).toContain(title)
    expect(html).toContain(person.username)
    expect(html).toContain('type="password"')
    expect(html).toContain('autocomplete="new-password"')
    expect(html).not.toMatch(/<script|src=/)
    const send = (password: string) =>
      edges.page(link!, { method: 'POST', headers, body: new URLSearchParams({ password }) })
    const refused = await send('short')
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(problem)])
    const long = 'ü'.repeat(300) + 'äöß'.repeat(200)
    expect((await send(long)).status).toBe(200)
    for (const used of [await send(long), await edges.page(link!, { headers })]) {
      expect([used.status, await used.text()]).toEqual([404, expect.stringContaining(noLink)])
    }
    expect(await edges.logIn(0, person.username, long)).toMatchObject({ status: 200 })
  })
})

it('tries every operation of access and every refusal', () => {
  // Passkeys: passkeys.spec.ts. Roles: access-matrix.spec.ts. Limits of an assistant: hostile-oauth-assistant.spec.ts.
  const elsewhere = /passkey|-roles |access\.update-session success/
  expect(exercised.untried('access').filter((each) => !elsewhere.test(each))).toEqual([])
})
