import { eventually } from '@nameyard/testing/eventually'
import { person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** Keys, sessions, people and customers as the event log tells of them, each to those who may read them. */

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the result type depends on the operation
type Data = any

let platform: InProcess
let ask: Ask

beforeAll(async () => {
  platform = await startInProcess()
  ask = await platform.open('anna')
})
afterAll(() => platform?.close())

async function done(method: string, path: string, body?: object, by = ask): Promise<Data> {
  const { status, json, text } = await by(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}

const bearer =
  (token: string): Ask =>
  (method, path, sent) =>
    platform.ask(method, path, { ...sent, headers: { authorization: `Bearer ${token}` } })

const eventsOf = async (filter: string, by = ask): Promise<Data[]> =>
  (await done('GET', `/v1/events?limit=500&${filter}`, undefined, by)).results

const typesOf = (events: Data[]): string[] => events.map(({ type }) => type)

const password = 'correct horse battery staple'

async function colleague(username: string, role: string): Promise<{ id: number; by: Ask }> {
  const given = { ...person, username, password, role, api_access_enabled: true }
  const { id } = await done('POST', '/v1/contacts', given)
  const { token } = await done('POST', '/v1/auth/login', { username, password }, (method, path, sent) =>
    platform.ask(method, path, sent ?? {}),
  )
  return { id, by: bearer(token) }
}

it('tells of keys to administrators, and to no key that may not list keys', async () => {
  const { id, key } = await done('POST', '/v1/keys', { name: 'reader', scope: ['read'] })
  await done('POST', `/v1/keys/${id}/rotate`, {})
  const reader = await done('POST', '/v1/keys', { name: 'another', scope: ['read'] })
  const seen = await eventually(async () => {
    const events = await eventsOf(`object=keys/${id}`)
    return events.length === 2 && events
  }, 'both events')
  const { results } = await done('GET', '/v1/keys')
  const { username: _, last_used_from: __, ...shown } = results.find((each: Data) => each.id === id)
  expect(seen.map(({ type, data }) => [type, data.hint])).toEqual([
    ['key.created', key.slice(-4)],
    ['key.replaced', shown.hint],
  ])
  expect(seen[1].data).toEqual(shown)
  expect(JSON.stringify(seen)).not.toContain(key)
  expect(await eventsOf(`object=keys/${id}`, bearer(reader.key))).toEqual(seen)
  const limits = [{ spend_per_day: 1 }, { unused_days: 9 }, { zones: ['a.com'] }, { approval: 'purchases' }]
  for (const limit of limits) {
    const limited = await done('POST', '/v1/keys', { name: 'limited', scope: ['read'], ...limit })
    expect(await eventsOf('type=key.*', bearer(limited.key))).toEqual([])
    const list = await bearer(limited.key)('GET', '/v1/keys')
    expect(list.status).toBe(403)
  }
  const { by: tech } = await colleague('teresa', 'tech')
  expect(await eventsOf('type=key.*', tech)).toEqual([])
  expect((await tech('GET', '/v1/keys')).status).toBe(403)
})

it('tells of the sessions of all people to administrators only, with the session of the audit trail', async () => {
  const { id, by } = await colleague('sybil', 'billing')
  const { results } = await done('GET', '/v1/auth/sessions', undefined, by)
  const [session] = results
  await done('POST', '/v1/auth/logout', {}, by)
  const events = await eventually(async () => {
    const found = await eventsOf(`object=auth/sessions/${session.id}`)
    return found.length === 2 && found
  }, 'the end of the session')
  expect(typesOf(events)).toEqual(['session.started', 'session.ended'])
  const { created_at, expires_at, scope } = session
  for (const { data } of events) expect(data).toEqual({ id: session.id, contact_id: id, created_at, expires_at, scope })
  const trail = await eventually(async () => {
    const found = (await done('GET', `/v1/audit?event=access.login&contact_id=${id}`)).results
    return found.length > 0 && found
  }, 'the audit trail')
  expect(trail[0].changes).toEqual({
    session: { to: session.id },
    scope: { to: scope },
    expires_at: { to: expires_at },
  })
  const { by: other } = await colleague('otto', 'tech')
  expect(await eventsOf('type=session.*', other)).toEqual([])
})

it('tells of contacts and customers to those who read them, and never what is about the person', async () => {
  const { id, by } = await colleague('carla', 'tech')
  await done('PUT', `/v1/contacts/${id}`, { email: 'carla@example.com', role: 'billing' })
  const { handle } = await done('POST', '/v1/customers', { ...person, email: 'nobody@example.com' })
  await done('PUT', `/v1/customers/${handle}`, { comments: 'likes tea' })
  await done('DELETE', `/v1/customers/${handle}`)
  const [contacts, customers] = [`object=contacts/${id}`, `object=customers/${handle}`]
  await eventually(async () => typesOf(await eventsOf(customers)).includes('customer.deleted'), 'the deletion')
  expect(typesOf(await eventsOf(contacts, by))).toEqual(['contact.created', 'contact.changed'])
  expect((await eventsOf(contacts)).at(-1).data).toMatchObject({ id, role: 'billing', changed: ['email', 'role'] })
  const told = await eventsOf(customers, by)
  expect(typesOf(told)).toEqual(['customer.created', 'customer.changed', 'customer.deleted'])
  expect(told.map(({ data }) => data.changed)).toEqual([[], ['comments'], []])
  const text = JSON.stringify([...told, ...(await eventsOf(contacts))])
  for (const secret of ['carla', 'nobody', 'tea', person.name.last_name]) expect(text).not.toContain(secret)
  const other = await platform.open('bert')
  expect(await eventsOf('type=customer.*', other)).toEqual([])
})
