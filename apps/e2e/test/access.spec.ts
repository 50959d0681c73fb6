import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { addPerson } from '@nameyard/contracts/access/add-person'
import { changeRights } from '@nameyard/contracts/access/change-rights'
import { createReseller } from '@nameyard/contracts/access/create-reseller'
import { revokeTokens } from '@nameyard/contracts/access/revoke-tokens'
import type { AnyOperation, InputGiven } from '@nameyard/contracts/operation'
import { service as customers } from '@nameyard/customers/service'
import { service as gateway } from '@nameyard/gateway/service'
import { Clock } from '@nameyard/runtime/clock'
import { loadConfig } from '@nameyard/runtime/load-config'
import { createLog } from '@nameyard/runtime/log'
import type { Running } from '@nameyard/runtime/service'
import { testBroker } from '@nameyard/testing/broker'
import { testDatabase } from '@nameyard/testing/database'
import { testParty } from '@nameyard/testing/party'
import { Exercised } from './exercised'

interface Heard {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly code: number
  readonly data: { token: string; [field: string]: unknown }
}

/** What all edges of this file were asked. */
const exercised = new Exercised()

/** Two edges on one customers service, behind a proxy that says where clients come from. */
async function twoEdges(settings: Readonly<Record<string, string>> = {}) {
  const [database, broker] = await Promise.all([testDatabase(customers), testBroker()])
  const clock = new Clock()
  const surroundings = { clock, log: createLog('test', 'silent') }
  const environment = {
    DATABASE_URL: database.url,
    AMQP_URL: broker.url,
    GATEWAY_HTTP_PORT: '0',
    GATEWAY_REPEAT_SECRET: 'r'.repeat(32),
    GATEWAY_TRUSTED_PROXIES: '127.0.0.1',
    ...settings,
  }
  const startOwner = () => customers.start(loadConfig(customers.config, environment), surroundings)
  const startEdge = async () =>
    (await gateway.start(loadConfig(gateway.config, environment), surroundings)) as Running & { httpPort: number }
  let owner = await startOwner()
  const edges = await Promise.all([startEdge(), startEdge()])
  const operator = await testParty('admin', { url: broker.url, clock })

  async function ask(
    edge: 0 | 1,
    method: string,
    path: string,
    sent: { token?: string; body?: object; from?: string } = {},
  ): Promise<Heard> {
    const { token, body, from = '198.51.100.1' } = sent
    const headers = { 'x-forwarded-for': from, ...(token && { authorization: `Bearer ${token}` }) }
    const asking = request({ host: '127.0.0.1', port: edges[edge].httpPort, method, path, headers, agent: false })
    asking.end(body && JSON.stringify(body))
    const [response] = (await once(asking, 'response')) as [IncomingMessage]
    const { code, data, desc } = JSON.parse(await text(response))
    exercised.note(method, path, response.statusCode!, { code, data, desc })
    return { status: response.statusCode!, headers: response.headers, code, data }
  }

  const order = <O extends AnyOperation>(operation: O, input: InputGiven<O>) =>
    operator.rpc.call(operation, input, operator.call())
  let people = 0
  return {
    ask,
    order,
    logIn: (edge: 0 | 1, username: string, password: string, from?: string) =>
      ask(edge, 'POST', '/v1/auth/login', { body: { username, password }, ...(from && { from }) }),
    /** An account with an administrator, and a second person in it. */
    async account() {
      const password = 'correct horse battery'
      const [boss, username] = [`boss${++people}`, `person${people}`]
      const contact = { username: boss, password, email: 'boss@example.com' }
      const { resellerId } = await order(createReseller, { company: 'Example', currency: 'EUR', contact })
      const person = { resellerId, username, password, email: 'a@example.com', role: 'tech' as const, apiAccess: true }
      const { contactId } = await order(addPerson, person)
      return { boss, username, contactId, password }
    },
    async restartOwner() {
      await owner.close()
      owner = await startOwner()
    },
    async close() {
      await operator.close()
      await Promise.all(edges.map((edge) => edge.close()))
      await owner.close()
      await Promise.all([database.drop(), broker.drop()])
    },
  }
}

type Edges = Awaited<ReturnType<typeof twoEdges>>
const both = [0, 1] as const

/** What the specification promises: a token stops working everywhere within this time. */
const PROMISED_MS = 1000

describe('a token stops working at all edges within a second', () => {
  let edges: Edges
  beforeAll(async () => void (edges = await twoEdges()))
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
      'when the person may not log in any more',
      401,
      ({ contactId, bossToken }) =>
        edges.ask(0, 'PUT', `/v1/contacts/${contactId}`, { token: bossToken, body: { is_active: false } }),
    ],
    [
      'when the person is deleted',
      401,
      ({ contactId, bossToken }) => edges.ask(0, 'DELETE', `/v1/contacts/${contactId}`, { token: bossToken }),
    ],
    [
      'when the password changes',
      401,
      ({ username }) => edges.order(changeRights, { username, password: 'another password' }),
    ],
    ['when it is taken away', 401, ({ username }) => edges.order(revokeTokens, { username })],
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

    // Clients that never pause, so that both edges hold a verdict that is as fresh as it can be.
    let ended = Infinity
    let lastServed = 0
    const clients = both.map(async (edge) => {
      for (;;) {
        const asked = performance.now()
        const heard = await use(edge)
        if (heard.status !== 200) return heard
        lastServed = Math.max(lastServed, asked)
        if (asked > ended + 10 * PROMISED_MS) throw new Error('it works still')
      }
    })
    await end({ ...person, bossToken: boss.token, token })
    ended = performance.now()
    for (const heard of await Promise.all(clients)) {
      expect(heard).toMatchObject({ status, code: status === 401 ? 196 : 10005 })
    }
    expect(lastServed - ended).toBeLessThan(PROMISED_MS)
    for (const edge of both) expect(await use(edge)).toMatchObject({ status })
  })
})

describe('limits', () => {
  let edges: Edges
  beforeAll(async () => {
    edges = await twoEdges({ LOGIN_FAILURES: '4', REQUESTS_BURST: '30', REQUESTS_PER_SECOND: '0.01' })
  })
  afterAll(() => edges?.close())

  it('on failed logins are shared by edges and survive a restart', async () => {
    const { username, password } = await edges.account()
    for (const edge of [0, 1, 0, 1] as const) {
      const from = `203.0.113.${edge}`
      expect(await edges.logIn(edge, username, 'wrong password', from)).toMatchObject({ status: 401, code: 196 })
    }
    const blocked = { status: 429, code: 50, headers: { 'retry-after': expect.stringMatching(/^1(19\d|200)$/) } }
    for (const edge of both) expect(await edges.logIn(edge, username, password)).toMatchObject(blocked)
    await edges.restartOwner()
    expect(await edges.logIn(0, username, password)).toMatchObject({ status: 429, code: 50 })
  })

  it('on failed logins hold for an address whatever the name', async () => {
    const { username, password } = await edges.account()
    for (const name of ['a', 'b', 'c', 'd']) await edges.logIn(0, name, 'wrong password', '2001:db8::1')
    expect(await edges.logIn(1, username, password, '2001:db8::2')).toMatchObject({ status: 429, code: 50 })
    expect(await edges.logIn(1, username, password, '2001:db8:1::2')).toMatchObject({ status: 200 })
  })

  it('on requests are one for all edges', async () => {
    const { username, password } = await edges.account()
    const { token } = (await edges.logIn(0, username, password)).data
    const use = (edge: 0 | 1, bearer = token) => edges.ask(edge, 'GET', '/v1/contacts', { token: bearer })
    for (let i = 0; i < 25; i++) expect(await use(0)).toMatchObject({ status: 200 })
    // A token the edge does not know makes it ask, and tell.
    const { token: another } = (await edges.logIn(0, username, password)).data
    expect(await use(0, another)).toMatchObject({ status: 200 })
    for (let left = 4; left >= 0; left--) {
      const served = await use(1)
      expect(served).toMatchObject({ status: 200, headers: { 'ratelimit-policy': '"account";q=30;w=3000' } })
      expect(served.headers['ratelimit']).toMatch(new RegExp(`^"account";r=${left};t=\\d+$`))
    }
    const refused = await use(1)
    expect(refused).toMatchObject({ status: 429, code: 50 })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60)
  })
})

describe('addresses', () => {
  let edges: Edges
  beforeAll(async () => void (edges = await twoEdges()))
  afterAll(() => edges?.close())

  it('of a person decide at login and at every request', async () => {
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
  ])('do not matter to a login of %j: 401 with code %d', async (body, code) => {
    expect(await edges.ask(0, 'POST', '/v1/auth/login', { body })).toMatchObject({ status: 401, code })
  })

  it('bind a token that was asked for with one', async () => {
    const { username, password } = await edges.account()
    const body = { username, password, ip: '192.0.2.0/24' }
    const { token } = (await edges.ask(0, 'POST', '/v1/auth/login', { body })).data
    expect(await edges.ask(0, 'GET', '/v1/contacts', { token, from: '192.0.2.7' })).toMatchObject({ status: 200 })
    expect(await edges.ask(0, 'GET', '/v1/contacts', { token, from: '192.0.3.7' })).toMatchObject({ status: 403 })
  })
})

it('leaves no refusal of logins untried', () => expect(exercised.untried('access')).toEqual([]))
