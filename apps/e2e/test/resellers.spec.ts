import { eventually } from '@nameyard/testing/eventually'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** The own account at the door: what it is kept in, and how much of everything it has. */

let platform: InProcess
let ask: Ask

beforeAll(async () => {
  platform = await startInProcess()
  ask = await platform.open('boss')
}, 60_000)
afterAll(() => platform?.close())

const done = async (method: string, path: string, body?: object, own = ask) => {
  const { status, json, text } = await own(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}

it('has settings and numbers, in parts and with the whole', async () => {
  const { handle } = await done('POST', '/v1/customers', person)
  await done('POST', '/v1/customers', { ...person, company_name: 'Example BV' })
  await done('POST', '/v1/domains', order('counted.com', handle))
  await eventually(
    async () => (await done('GET', '/v1/domains?full_name=counted.com')).results[0].status === 'ACT',
    'it',
  )
  const none = { ACT: 0, FAI: 0, NSR: 0, PEN: 0, REJ: 0, REQ: 0 }
  const statistics = await done('GET', '/v1/resellers/statistics')
  expect(statistics).toMatchObject({
    customer: { total: 2 },
    domain: { total: 1, by_status: { ...none, ACT: 1 } },
    ssl: { total: 0, by_status: none },
    email_service: { total_count: 0 },
  })
  const settings = await done('GET', '/v1beta/resellers/settings/')
  expect(settings).toEqual({ currency: 'EUR', maximum_credit: 0, is_auto_renew_enabled: true })
  const parts = 'with_settings=1&with_statistics=1&with_contacts=1&with_additional_data=1'
  expect(await done('GET', `/v1/resellers?${parts}`)).toMatchObject({ settings, statistics })
})

it('counts nothing of another account', async () => {
  const other = await platform.open('somebody else')
  expect(await done('GET', '/v1/resellers/statistics', undefined, other)).toMatchObject({
    customer: { total: 0 },
    dns: { total: 0 },
    domain: { total: 0 },
  })
})

it('leaves no refusal and no query field of accounts untried', () =>
  expect(platform.exercised.untried('resellers')).toEqual([]))
