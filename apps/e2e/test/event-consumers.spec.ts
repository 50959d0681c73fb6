import { Client } from 'pg'
import { eventually } from '@nameyard/testing/eventually'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** Programs that keep their position in the events at the platform, over HTTP. */

interface Polled {
  readonly results: readonly { readonly id: string; readonly type: string; readonly subject: string }[]
  readonly position: number
  readonly next: number
  readonly newest: number
}

let platform: InProcess
let admin: Ask
let sql: Client
let subject: string

const done = async (ask: Ask, method: string, path: string, body?: object) => {
  const { status, json, text } = await ask(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}
const at = '/v1/event-consumers'
const poll = async (name: string, query = ''): Promise<Polled> => done(admin, 'GET', `${at}/${name}/events${query}`)
const acknowledge = (name: string, sequence: number, more = {}) =>
  done(admin, 'POST', `${at}/${name}/acknowledge`, { sequence, ...more })
const refused = async (method: string, path: string, body?: object, ask = admin) => {
  const { status, json } = await ask(method, path, { body })
  return [status, json.code, json.desc]
}

beforeAll(async () => {
  platform = await startInProcess()
  sql = new Client({ connectionString: platform.databaseUrl })
  await sql.connect()
  admin = await platform.open('consumers')
  await done(admin, 'PUT', `${at}/billing`, { types: ['domain.*'] })
  const { handle } = await done(admin, 'POST', '/v1/customers', person)
  const { id } = await done(admin, 'POST', '/v1/domains', order('consumed.com', handle))
  subject = `domains/${id}`
  await eventually(async () => {
    const { results } = await done(admin, 'GET', '/v1/events')
    return (results as { type: string }[]).some(({ type }) => type === 'transaction.charged')
  }, 'the last event of an order')
})
afterAll(async () => {
  await sql?.end()
  await platform?.close()
})

it('a program polls and acknowledges, and a program that starts again goes on there', async () => {
  const first = await poll('billing', '?limit=1')
  expect(first).toMatchObject({ results: [{ type: 'domain.ordered', subject }] })
  expect(await poll('billing', '?limit=1')).toEqual(first)
  expect(await acknowledge('billing', first.next)).toMatchObject({ name: 'billing', position: first.next })
  const seen = await poll('billing', '?wait=30')
  expect(seen).toMatchObject({ position: first.next, results: [{ type: 'domain.activated' }] })
  await acknowledge('billing', seen.newest)
  expect(await acknowledge('billing', 1)).toMatchObject({ position: seen.newest, behind: 0 })
  expect(await acknowledge('billing', 0, { reset: true })).toMatchObject({ position: 0, behind: seen.newest })
})

it('consumers are shown, listed and deleted', async () => {
  await done(admin, 'PUT', `${at}/later`, { start: 'newest', object: subject })
  expect(await done(admin, 'GET', `${at}/later`)).toMatchObject({ name: 'later', object: subject, is_expired: false })
  const { results, total } = await done(admin, 'GET', `${at}?limit=1&offset=1`)
  expect([results.map(({ name }: { name: string }) => name), total]).toEqual([['later'], 2])
  expect(await done(admin, 'DELETE', `${at}/later`)).toEqual({ success: true })
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['GET', '/events'],
    ['POST', '/acknowledge'],
  ] as const) {
    const body = method === 'POST' ? { sequence: 0 } : undefined
    const sentence = 'There is no event consumer later in your account.'
    expect(await refused(method, `${at}/later${path}`, body)).toEqual([404, 98, sentence])
  }
})

it('a place that does not exist is refused, and so is one consumer too many', async () => {
  const unknown = (field: string) => [409, 4010, `${field}: there is no event 900; the newest is ${newest}.`]
  const { newest } = await poll('billing')
  expect(await refused('PUT', `${at}/future`, { start: 900 })).toEqual(unknown('start'))
  expect(await refused('POST', `${at}/billing/acknowledge`, { sequence: 900 })).toEqual(unknown('sequence'))
  expect((await refused('PUT', `${at}/.hidden`, {}))[0]).toBe(400)
  expect((await refused('PUT', `${at}/billing`, { types: ['domain.eaten'] }))[0]).toBe(400)
  await sql.query(
    `insert into events.event_consumer (account, name, position, created_at, used_at)
     select account, 'c' || n, 0, now(), now() from events.account_log, generate_series(1, 99) n`,
  )
  const sentence = 'You have 100 event consumers, the most allowed.'
  expect(await refused('PUT', `${at}/many`, {})).toEqual([422, 399, sentence])
  await sql.query(`delete from events.event_consumer where name like 'c%'`)
})

it('a key that only reads polls and acknowledges, and makes no consumer', async () => {
  const { key } = await done(admin, 'POST', '/v1/keys', { name: 'reader', scope: ['read'] })
  const reader: Ask = (method, path, sent) =>
    platform.ask(method, path, { ...sent, headers: { authorization: `Bearer ${key}` } })
  const { results, next } = await done(reader, 'GET', `${at}/billing/events`)
  expect(results.length).toBeGreaterThan(0)
  expect(await done(reader, 'POST', `${at}/billing/acknowledge`, { sequence: next })).toMatchObject({ position: next })
  expect((await refused('PUT', `${at}/own`, {}, reader)).slice(0, 2)).toEqual([403, 4002])
  expect((await refused('DELETE', `${at}/billing`, undefined, reader)).slice(0, 2)).toEqual([403, 4002])
})

it('a consumer that fell behind is told how to go on, and so is one beyond the log', async () => {
  await acknowledge('billing', 0, { reset: true })
  await sql.query('delete from events.account_event where sequence = 1')
  const sentence = 'Events after 0 are gone. Read the objects, then acknowledge 1.'
  expect(await refused('GET', `${at}/billing/events`)).toEqual([409, 4009, sentence])
  const expired = 'sequence: the events after 0 are gone; the oldest is 2.'
  expect(await refused('POST', `${at}/billing/acknowledge`, { sequence: 0, reset: true })).toEqual([409, 4009, expired])
  expect((await refused('PUT', `${at}/old`, { start: 0 })).slice(0, 2)).toEqual([409, 4009])
  await acknowledge('billing', 1)
  const { results, newest } = await poll('billing')
  expect(results.length).toBeGreaterThan(0)
  await sql.query(`update events.event_consumer set position = 900 where name = 'billing'`)
  const ahead = `No event 900. Read the objects, then acknowledge ${newest} with reset.`
  expect(await refused('GET', `${at}/billing/events`)).toEqual([409, 4010, ahead])
  expect(await acknowledge('billing', newest, { reset: true })).toMatchObject({ position: newest })
})

it('tries every refusal and every query field of the operations', () => {
  expect(platform.exercised.untried('event-consumers')).toEqual([])
})
