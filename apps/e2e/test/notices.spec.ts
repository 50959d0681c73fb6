import { eventually } from '@nameyard/testing/eventually'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** What people of an account are told, over HTTP. */

interface Notice {
  readonly id: string
  readonly sequence: number
  readonly type: string
  readonly is_read: boolean
}

let platform: InProcess
let admin: Ask
let colleague: Ask

const done = async (ask: Ask, method: string, path: string, body?: object) => {
  const { status, json, text } = await ask(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}
const list = (query = '', ask = admin): Promise<{ results: Notice[]; next_before: number | null; unread: number }> =>
  done(ask, 'GET', `/v1/notices?${query}`)

beforeAll(async () => {
  platform = await startInProcess()
  admin = await platform.open('notified', '60')
  const login = { username: 'helper', password: 'correct horse battery' }
  await done(admin, 'POST', '/v1/contacts', { ...person, ...login, role: 'readonly', api_access_enabled: true })
  const { json } = await platform.ask('POST', '/v1/auth/login', { body: login })
  const authorization = `Bearer ${json.data.token}`
  colleague = (method, path, sent = {}) => platform.ask(method, path, { ...sent, headers: { authorization } })
})
afterAll(() => platform?.close())

it('tells of low credit once an order has used it, and each person reads it alone', async () => {
  expect(await list()).toEqual({ results: [], next_before: null, unread: 0 })
  const { handle } = await done(admin, 'POST', '/v1/customers', person)
  for (const name of ['one.com', 'two.com', 'three.com']) {
    await done(admin, 'POST', '/v1/domains', order(name, handle))
  }
  const { results } = await eventually(async () => {
    const page = await list('is_read=false&type=credit.*&severity=warning')
    return page.results.length > 0 && page
  }, 'the notice of low credit')
  expect(results[0]).toMatchObject({
    type: 'credit.low',
    severity: 'warning',
    text: expect.stringMatching(/^The credit of the account is low: [\d.]+ EUR are left\.$/),
    is_read: false,
  })
  const { id, sequence } = results[0]!
  const { results: events } = await done(admin, 'GET', `/v1/events?after=${sequence - 1}&limit=1`)
  expect(events).toMatchObject([{ id, type: 'credit.low' }])
  await done(admin, 'POST', `/v1/notices/${id}/read`)
  expect((await list('is_read=true')).results).toMatchObject([{ id, is_read: true }])
  expect(await list(`before=${sequence}&limit=1`)).toMatchObject({ results: [], next_before: null })
  expect(await list('', colleague)).toMatchObject({ unread: 1, results: [{ id, is_read: false }] })
  expect(await done(colleague, 'POST', '/v1/notices/read', { up_to: sequence })).toEqual({ marked: 1 })
  expect(await list('', colleague)).toMatchObject({ unread: 0 })
})

it('tells of a change that the registry refused, and of a refused registration once', async () => {
  const owner = await platform.open('changing')
  const { handle } = await done(owner, 'POST', '/v1/customers', person)
  const { id } = await done(owner, 'POST', '/v1/domains', order('changed.com', handle))
  await platform.sandbox.refuse('changed.com', 'domain:update')
  expect((await owner('PUT', `/v1/domains/${id}`, { body: { is_locked: true } })).status).toBeGreaterThanOrEqual(400)
  const told = (count: number) =>
    eventually(async () => {
      const { results } = await list('', owner)
      return results.length >= count && results
    }, `${count} notices`)
  const subject = `domains/${id}/operations`
  const text = 'What was ordered for changed.com was not carried out: domain.update.'
  const change = { type: 'domain-operation.failed', severity: 'warning', subject, text }
  expect(await told(1)).toMatchObject([change])
  await platform.sandbox.refuse('refused.com')
  await owner('POST', '/v1/domains', { body: order('refused.com', handle) })
  expect(await told(2)).toMatchObject([{ type: 'domain.registration-failed' }, change])
  expect((await done(owner, 'GET', '/v1/events?type=domain-operation.failed')).results).toHaveLength(2)
})

it('refuses a notice that is not there', async () => {
  const { status, json } = await admin('POST', '/v1/notices/00000000-0000-4000-8000-000000000000/read')
  expect([status, json.code]).toEqual([404, 98])
})

it('tries every refusal and query field of notices', () => expect(platform.exercised.untried('notices')).toEqual([]))
