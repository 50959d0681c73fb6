import { Client } from 'pg'
import { everyRight } from '@nameyard/contracts/rights'
import { eventually } from '@nameyard/testing/eventually'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** The events of an account, as resellers read them. */

interface Event {
  readonly id: string
  readonly type: string
  readonly subject: string
  readonly sequence: string
  readonly requestid: string
  readonly data: { readonly id: number; readonly status: string; readonly [field: string]: unknown }
}

interface Page {
  readonly results: readonly Event[]
  readonly next: number
  readonly oldest: number
  readonly newest: number
}

let platform: InProcess
let admin: Ask
let other: Ask
let handle: string
let sql: Client

const done = async (ask: Ask, method: string, path: string, body?: object) => {
  const { status, json, text } = await ask(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}

const read = async (query: string, ask = admin): Promise<Page> => done(ask, 'GET', `/v1/events?${query}`)

/** Follows the events of the account from a place on, until one of a type of an object comes. */
async function follow(type: string, subject: string, from = 0): Promise<Event[]> {
  const seen: Event[] = []
  for (let after = from; ;) {
    const { results, next } = await read(`after=${after}&wait=30`)
    seen.push(...results)
    if (results.some((event) => event.type === type && event.subject === subject)) return seen
    after = next
  }
}

async function keyWith(limits: object): Promise<Ask> {
  const { key } = await done(admin, 'POST', '/v1/keys', { name: 'limited', scope: everyRight, ...limits })
  return (method, path, sent) =>
    platform.ask(method, path, { ...sent, headers: { ...sent?.headers, authorization: `Bearer ${key}` } })
}

/** Orders a domain and waits until it is active. */
async function ordered(name: string): Promise<number> {
  const { id } = await done(admin, 'POST', '/v1/domains', order(name, handle))
  await eventually(async () => (await done(admin, 'GET', `/v1/domains/${id}`)).status === 'ACT', `${name} active`)
  return id
}

beforeAll(async () => {
  platform = await startInProcess()
  sql = new Client({ connectionString: platform.databaseUrl })
  await sql.connect()
  admin = await platform.open('events')
  other = await platform.open('others')
  ;({ handle } = await done(admin, 'POST', '/v1/customers', person))
})
afterAll(async () => {
  await sql?.end()
  await platform?.close()
})

it('tells of an order, of its end and of a change, with the domain as it is after each', async () => {
  const headers = { 'x-request-id': 'order-of-followed' }
  const { json } = await admin('POST', '/v1/domains', { body: order('followed.com', handle), headers })
  const { id } = json.data
  const subject = `domains/${id}`
  const events = (await follow('domain.activated', subject)).filter((event) => event.subject === subject)
  expect(events.map(({ type }) => type)).toEqual(['domain.ordered', 'domain.activated'])
  expect(events.map(({ data }) => data.status)).toEqual(['REQ', 'ACT'])
  const [first, last] = [events[0]!, events[1]!]
  expect(first.data.id).toBe(id)
  const { next } = await read(`after=${Number(last.sequence)}`)
  await done(admin, 'POST', `/v1/domains/${id}/renew`, { period: 1 })
  const renewed = (await follow('domain.renewed', subject, next)).find(({ type }) => type === 'domain.renewed')!
  const shown = await done(admin, 'GET', `/v1/domains/${id}`)
  expect(renewed.data.expiration_date).toBe(shown.expiration_date)
})

it('has no code of a domain, whoever reads', async () => {
  const id = await ordered('secretive.com')
  await follow('domain.activated', `domains/${id}`)
  const { auth_code } = await done(admin, 'GET', `/v1/domains/${id}/authcode?auth_code_type=external`)
  expect(auth_code.length).toBeGreaterThan(5)
  const { text } = await admin('GET', '/v1/events?limit=500')
  expect(text).not.toContain(auth_code)
})

it('has numbers without gaps', async () => {
  const { results, newest } = await read('limit=500')
  expect(results.map(({ sequence }) => Number(sequence))).toEqual(Array.from({ length: newest }, (_, at) => at + 1))
})

it('has nothing of another account, which has numbers of its own', async () => {
  const { results, newest } = await read('limit=500', other)
  expect(results.map(({ type }) => type)).not.toContain('domain.ordered')
  expect(results.map(({ sequence }) => Number(sequence))).toEqual(Array.from({ length: newest }, (_, at) => at + 1))
  const { status, json } = await other('GET', `/v1/events?after=${newest + 1_000}`)
  expect([status, json.code]).toEqual([409, 4010])
})

it('refuses a place whose next events are gone, and names the oldest', async () => {
  const { newest } = await read('limit=1')
  await sql.query('delete from events.account_event where sequence = 1')
  const { status, json } = await admin('GET', '/v1/events?after=0')
  expect([status, json.data.oldest]).toEqual([200, 2])
  await sql.query('delete from events.account_event where sequence < 3')
  const refused = await admin('GET', '/v1/events?after=1')
  expect([refused.status, refused.json.code]).toEqual([409, 4009])
  expect(refused.json.desc).toBe('after: the events after 1 are gone; the oldest is 3.')
  expect((await read(`after=${newest}`)).next).toBeGreaterThanOrEqual(newest)
})

it('shows a key with limits the events of its domains, and no other', async () => {
  const [mine, theirs] = [await ordered('reached.com'), await ordered('unreached.com')]
  await follow('domain.activated', `domains/${theirs}`)
  const limited = await keyWith({ domains: ['reached.com'] })
  const page = await read('limit=500', limited)
  const subjects = [`domains/${mine}`, `domains/${mine}/operations`]
  expect(new Set(page.results.map(({ subject }) => subject))).toEqual(new Set(subjects))
  expect(page.next).toBe(page.newest)
  const ofZones = await keyWith({ zones: ['reached.com'] })
  expect((await read('limit=500', ofZones)).results).toEqual([])
})

it('asks for the right to read, and for a token', async () => {
  const { key } = await done(admin, 'POST', '/v1/keys', { name: 'writer', scope: ['write'] })
  const headers = { authorization: `Bearer ${key}` }
  expect(await platform.ask('GET', '/v1/events', { headers })).toMatchObject({ status: 403, json: { code: 4002 } })
  expect(await platform.ask('GET', '/v1/events')).toMatchObject({ status: 401 })
})
