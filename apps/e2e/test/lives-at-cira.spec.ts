import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '@nameyard/admin/command-line'
import { errors } from '@nameyard/contracts/errors'
import { eventually } from '@nameyard/testing/eventually'
import { temporaryFolder } from '../src/platform'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

const DAY = 86_400
const domain = { name: 'life', extension: 'ca' }

/** Auth code of a domain while it is at the other registrar. */
const RIVAL_CODE = 'Rival-0ne-Code'

let platform: InProcess
let ask: Ask
let [owner, heir] = ['', '']
let id: number
let expires: string

/** The operator sells .ca, whose shipped record has no account, at the sandbox registry. */
beforeAll(async () => {
  platform = await startInProcess({ hasSandboxClock: true })
  const admin = (...args: string[]) => runCommand(args, { AMQP_URL: platform.amqpUrl }, () => undefined)
  const rows = ['create', 'renew', 'transfer', 'restore'].map((operation) => `regular,ca,${operation},,,,EUR,5.00,9.00`)
  const prices = join(temporaryFolder(), 'prices.csv')
  const head = 'kind,subject,operation,tier,starts_at,ends_at,product_currency,product_price,price'
  writeFileSync(prices, [head, ...rows].join('\n'))
  await admin('prices', 'import', prices, '--list', 'shipped-eur', '--yes')
  await admin('tld', 'set', 'ca', '--set', 'registry.account=sandbox')
})
afterAll(() => platform?.close())

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the result type depends on the operation
async function done(method: string, path: string, body?: object): Promise<any> {
  const { status, json, text } = await ask(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}
const shown = () => done('GET', `/v1/domains/${id}`)
const requests = (command: string) => platform.sandbox.requests('life.ca', command)
const yearsLater = (date: string, years: number) => `${Number(date.slice(0, 4)) + years}${date.slice(4)}`
const canadian = (legal_type: string) => ({ additional_data: { legal_type } })

/** The create of the domain's present registrant, as the registry got it. */
async function registrant(): Promise<string> {
  const known = await platform.sandbox.domain('life.ca')
  const [request] = await platform.sandbox.requests(known!.registrant as string, 'contact:create')
  return request!
}

async function advance(goal: object): Promise<void> {
  let moved = await done('POST', '/v1/sandbox/clock/advance', goal)
  while (!moved.is_done) moved = await done('POST', '/v1/sandbox/clock/advance', { until: moved.until })
}

test('a .ca is sold with a legal type of its registry only', async () => {
  ask = await platform.open('canadian', '1000')
  const customer = async (given: object) => (await done('POST', '/v1/customers', { ...person, ...given })).handle
  owner = await customer({ email: 'owner@example.com', locale: 'fr_CA' })
  heir = await customer({ email: 'heir@example.com', company_name: 'Heir Inc.' })
  await eventually(async () => {
    const { json } = await ask('POST', '/v1/domains/check', { body: { domains: [domain] } })
    return json.data?.results?.[0]?.status === 'free'
  }, 'life.ca is free')
  const refusal = async (more: object) =>
    (await ask('POST', '/v1/domains', { body: { ...order('life.ca', owner), ...more } })).json.code
  expect(await refusal({})).toBe(errors.additional_data_missing.code)
  expect(await refusal(canadian('BV'))).toBe(errors.additional_data_invalid.code)
})

test('it is registered with the legal type and the language of its registrant, who stays private', async () => {
  const placed = await done('POST', '/v1/domains', { ...order('life.ca', owner), ...canadian('CCT'), autorenew: 'on' })
  id = placed.id
  expires = placed.expiration_date
  expect(placed.status).toBe('ACT')
  expect(await registrant()).toMatch(/CPR<[^]*>CCT<[^]*LANGUAGE<[^]*>FR</)
  expect((await requests('domain:create'))[0]).toMatch(/PRIVACY<[^]*>PRIVATE</)
})

test('its registrant gets another legal type, and consents to be public', async () => {
  await done('PUT', `/v1/domains/${id}`, canadian('RES'))
  expect(await registrant()).toMatch(/CPR<[^]*>RES</)
  await done('PUT', `/v1/domains/${id}`, { additional_data: { consent_for_publishing: '1' } })
  expect((await requests('domain:update')).at(-1)).toMatch(/add>[^]*PUBLIC[^]*rem>[^]*PRIVATE/)
})

test('it gets another registrant, with the legal type of the same request', async () => {
  await done('PUT', `/v1/domains/${id}`, { owner_handle: heir, ...canadian('CCO') })
  expect(await shown()).toMatchObject({ status: 'ACT', owner_handle: heir })
  expect(await registrant()).toMatch(/Heir Inc\.[^]*CPR<[^]*>CCO</)
})

test('it is renewed on order, and by its timer', async () => {
  await done('POST', `/v1/domains/${id}/renew`, { period: 1 })
  expires = yearsLater(expires, 1)
  expect(await shown()).toMatchObject({ expiration_date: expires })
  await advance({ seconds: 2 * 366 * DAY })
  expires = yearsLater(expires, 1)
  expect(await shown()).toMatchObject({ status: 'ACT', expiration_date: expires })
  expect(await requests('domain:renew')).toHaveLength(2)
})

test('it is deleted, restored, deleted again, and purged', async () => {
  await done('DELETE', `/v1/domains/${id}?skip_soft_quarantine=true`)
  expect(await shown()).toMatchObject({ status: 'DEL', delete_status: 'quarantine' })
  await done('POST', `/v1/domains/${id}/restore`, {})
  await advance({ seconds: DAY })
  expect(await shown()).toMatchObject({ status: 'ACT' })
  await done('DELETE', `/v1/domains/${id}?skip_soft_quarantine=true`)
  await advance({ seconds: 37 * DAY })
  expect(await done('GET', `/v1/domains/${id}?is_deleted=1`)).toMatchObject({ delete_status: 'deleted' })
  expect(await platform.sandbox.domain('life.ca')).toBeUndefined()
})

test('another one is transferred in at once, with its legal type and another year', async () => {
  await platform.sandbox.registerElsewhere('back.ca', RIVAL_CODE)
  const before = (await platform.sandbox.domain('back.ca'))!.expiresAt as string
  const transfer = { domain: { name: 'back', extension: 'ca' }, owner_handle: owner, auth_code: RIVAL_CODE }
  const placed = await done('POST', '/v1/domains/transfer', { ...transfer, ...canadian('CCT') })
  expect(placed.status).toBe('ACT')
  const moved = await platform.sandbox.domain('back.ca')
  expect(moved).toMatchObject({ sponsor: 'nameyard', expiresAt: yearsLater(before, 1) })
  const [created] = await platform.sandbox.requests(moved!.registrant as string, 'contact:create')
  expect(created).toMatch(/CPR<[^]*>CCT</)
})
