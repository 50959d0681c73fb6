import { Client } from 'pg'
import { errors, type ErrorName } from '@nameyard/contracts/errors'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'
import { SharedClock } from './shared-clock'

const HOUR = 3600
const DAY = 24 * HOUR

/** Auth code of the domain while it is at the other registrar. */
const RIVAL_CODE = 'Rival-0ne-Code'

/** The rules in which the registries differ. */
interface Country {
  readonly extension: string
  /** The request that changes the registrant, and the refusal of the other one. */
  readonly owner: { readonly by: 'update' | 'trade'; readonly otherwise: ErrorName }
  /** Days within which both registrants confirm a trade; 0 if they need not. */
  readonly confirmDays: number
  readonly renewed: 'by command' | 'by itself'
  /** Whether a trade and a transfer begin a new year, and the rest of the old one is lost. */
  readonly beginsYear: boolean
  /** Whether the account can read the auth code, or the registry mails it to the registrant. */
  readonly code: 'readable' | 'mailed'
  /** Years that a transfer adds. */
  readonly transferYears: number
  /** Days that the losing registrar has to answer a transfer; 0 if the transfer is immediate. */
  readonly transferDays: number
  /** Days before its expiry on which a domain without autorenew is deleted. */
  readonly leadDays: number
  /** Days within which a deleted domain can be restored. */
  readonly quarantineDays: number
}

const byUpdate = { by: 'update', otherwise: 'trade_unsupported' } as const
const byTrade = { by: 'trade', otherwise: 'invalid_input' } as const
const national = {
  renewed: 'by command',
  code: 'readable',
  beginsYear: false,
  confirmDays: 0,
  transferDays: 0,
  transferYears: 0,
  leadDays: 1,
  quarantineDays: 40,
} as const
const countries: readonly Country[] = [
  { ...national, extension: 'nl', owner: byUpdate, renewed: 'by itself' },
  { ...national, extension: 'be', owner: byTrade, renewed: 'by itself', code: 'mailed', leadDays: 2, beginsYear: true },
  { ...national, extension: 'eu', owner: byUpdate, code: 'mailed', transferYears: 1 },
  { ...national, extension: 'fr', owner: byTrade, confirmDays: 15, transferDays: 8, quarantineDays: 30 },
  { ...national, extension: 'uk', owner: byUpdate, transferDays: 8, quarantineDays: 60 },
]

let platform: InProcess
let sql: Client
const shared = new SharedClock()

beforeAll(async () => {
  platform = await startInProcess(shared.options)
  sql = new Client({ connectionString: platform.databaseUrl })
  await sql.connect()
})
shared.runOn(() => platform)
afterAll(async () => {
  await sql?.end()
  await platform?.close()
})

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the result type depends on the operation
type Data = any

type Asked = readonly [method: string, path: string, body: object]

const yearsLater = (date: string, years: number) => `${Number(date.slice(0, 4)) + years}${date.slice(4)}`
const daysFrom = (date: string, days: number) =>
  new Date(Date.parse(`${date.replace(' ', 'T')}Z`) + days * DAY * 1000).toISOString()

describe.each(countries.map((country) => [country.extension, country] as const))('a .%s', (extension, country) => {
  const name = `life.${extension}`
  const domain = { name: 'life', extension }
  const scenario = shared.scenario()
  const { pass, until } = scenario
  let ask: Ask
  let [owner, newOwner] = ['', '']
  let id: number
  let expires: string

  const done = async (method: string, path: string, body?: object): Promise<Data> => {
    const { status, json, text } = await ask(method, path, { body })
    if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
    return json.data
  }
  const refused = async (method: string, path: string, body?: object) => (await ask(method, path, { body })).json.code
  const shown = () => done('GET', `/v1/domains/${id}`)
  const atRegistry = () => platform.sandbox.domain(name)
  /** Begins a new year where a trade or a transfer does that. */
  const takenOver = async () => {
    if (!country.beginsYear) return
    await pass(1)
    const { expiration_date } = await shown()
    const days = (Date.parse(`${expiration_date.replace(' ', 'T')}Z`) - shared.clock.epochMs()) / (DAY * 1000)
    expect(days).toBeCloseTo(365, -1)
    expires = expiration_date
  }

  const priceOf = async (operation: string): Promise<number> =>
    (await done('GET', `/v1/domains/prices?domain.name=life&domain.extension=${extension}&operation=${operation}`))
      .price.reseller.price

  /** Returns the auth code of the domain, from the API or from the registry. */
  async function code(): Promise<string> {
    const answer = await done('GET', `/v1/domains/${id}/authcode`)
    if (country.code === 'readable') return answer.auth_code
    expect(answer).not.toHaveProperty('auth_code')
    await pass(HOUR)
    return codeAtRegistry()
  }

  /** Another registrar requests the domain with the code that the account gave it. */
  async function requestElsewhere(): Promise<void> {
    expect(await code()).toBe(await codeAtRegistry())
    await platform.sandbox.requestElsewhere(name)
  }

  async function codeAtRegistry(): Promise<string> {
    const { rows } = await sql.query('select auth_info from sandbox_registry.domain where name = $1', [name])
    return rows[0].auth_info
  }

  scenario.test('is registered for a year', async () => {
    ask = await platform.open(`citizen${extension}`, '1000')
    const customer = async (email: string) => (await done('POST', '/v1/customers', { ...person, email })).handle
    owner = await customer('owner@example.com')
    newOwner = await customer('heir@example.com')
    const placed = await done('POST', '/v1/domains', { ...order(name, owner), autorenew: 'on' })
    id = placed.id
    expires = placed.expiration_date
    expect(placed.status).toBe('ACT')
    expect(expires).toBe(yearsLater((await shown()).creation_date, 1))
  })

  scenario.test('changes its nameservers, and its registrant by the procedure of its registry', async () => {
    await done('PUT', `/v1/domains/${id}`, {
      name_servers: [{ name: 'ns1.other.example' }, { name: 'ns2.other.example' }],
    })
    const registrant = (await atRegistry())!.registrant
    const update: Asked = ['PUT', `/v1/domains/${id}`, { owner_handle: newOwner }]
    const traded = country.code === 'mailed' ? { auth_code: await code() } : {}
    const trade: Asked = ['POST', '/v1/domains/trade', { domain, owner_handle: newOwner, ...traded }]
    const isTraded = country.owner.by === 'trade'
    expect(await refused(...(isTraded ? update : trade))).toBe(errors[country.owner.otherwise].code)
    await done(...(isTraded ? trade : update))
    if (country.confirmDays > 0) {
      expect(await shown()).toMatchObject({ status: 'REQ' })
      await pass(country.confirmDays * DAY + HOUR)
    }
    await takenOver()
    expect(await shown()).toMatchObject({ status: 'ACT', owner_handle: newOwner, expiration_date: expires })
    const known = await atRegistry()
    expect(known!.registrant).not.toBe(registrant)
    expect(JSON.stringify(known)).toContain('ns2.other.example')
  })

  scenario.test('is renewed', async () => {
    if (country.renewed === 'by itself') {
      expect(await refused('POST', `/v1/domains/${id}/renew`, { period: 1 })).toBe(errors.not_sold.code)
      await pass(366 * DAY)
    } else {
      await done('POST', `/v1/domains/${id}/renew`, { period: 1 })
    }
    expires = yearsLater(expires, 1)
    expect(await shown()).toMatchObject({ status: 'ACT', expiration_date: expires })
    const charged = await platform.sandbox.charges(name)
    expect(charged.filter((each) => each.includes('renew'))).toHaveLength(1)
  })

  if (country.transferDays > 0) {
    scenario.test('stays when the account rejects a transfer request of another registrar', async () => {
      await requestElsewhere()
      await pass(HOUR)
      expect(await shown()).toMatchObject({ status: 'ACT', transfer_out_pending: true })
      await done('POST', `/v1/domains/${id}/transfer/approve`, { approve: 0 })
      await pass(HOUR)
      expect(await shown()).toMatchObject({ status: 'ACT', transfer_out_pending: false })
      expect(await atRegistry()).toMatchObject({ sponsor: 'nameyard' })
    })
  }

  scenario.test('is transferred to another registrar, and stays in the list of deleted domains', async () => {
    await requestElsewhere()
    await pass(country.transferDays * DAY + HOUR)
    expect(await atRegistry()).toMatchObject({ sponsor: 'rival' })
    expect(await refused('GET', `/v1/domains/${id}`)).toBe(errors.domain_not_found.code)
    expect(await done('GET', `/v1/domains/${id}?is_deleted=1`)).toMatchObject({
      status: 'DEL',
      delete_status: 'transferred',
      removal_reason: 'transferred',
    })
  })

  scenario.test('is transferred back, with its remaining registration period', async () => {
    await platform.sandbox.setCode(name, RIVAL_CODE)
    const transfer = { domain, owner_handle: owner, auth_code: RIVAL_CODE, autorenew: 'off' }
    const { id: back, status } = await done('POST', '/v1/domains/transfer', transfer)
    expect([back === id, status]).toEqual([false, country.transferDays > 0 ? 'REQ' : 'ACT'])
    id = back
    await pass(country.transferDays * DAY + HOUR)
    expires = yearsLater(expires, 2 * country.transferYears)
    await takenOver()
    expect(await shown()).toMatchObject({
      status: 'ACT',
      type: 'TRANSFER',
      owner_handle: owner,
      expiration_date: expires,
    })
    expect(await atRegistry()).toMatchObject({ sponsor: 'nameyard' })
  })

  scenario.test('enters quarantine when autorenew is off', async () => {
    await until(daysFrom(expires, -country.leadDays - 1))
    expect(await shown()).toMatchObject({ status: 'ACT', delete_status: 'none' })
    const charged = await platform.sandbox.charges(name)
    await pass(2 * DAY + HOUR)
    expect(await shown()).toMatchObject({ status: 'DEL', delete_status: 'quarantine', expiration_date: expires })
    expect(await atRegistry()).toMatchObject({ statuses: expect.arrayContaining(['pendingDelete']) })
    // The registry must not charge a year that the registrant did not order.
    expect(await platform.sandbox.charges(name)).toEqual(charged)
  })

  scenario.test('is restored for another year, and the restore and that year are charged', async () => {
    const [restored, renewed] = [await priceOf('restore'), await priceOf('renew')]
    const before = (await done('GET', '/v1/resellers')).balance
    await done('POST', `/v1/domains/${id}/restore`, {})
    await pass(3 * DAY)
    expires = yearsLater(expires, 1)
    // A domain that is restored too late for a delete before its expiry is renewed, so autorenew becomes `on`.
    const autorenew = country.leadDays > 1 ? 'on' : 'off'
    expect(await shown()).toMatchObject({ status: 'ACT', delete_status: 'none', expiration_date: expires, autorenew })
    const { balance, reserved_balance } = await done('GET', '/v1/resellers')
    // The price of a restore includes the renewal that it causes, but not a later renewal.
    const charged = country.leadDays > 1 ? restored + renewed : restored
    expect([balance.toFixed(2), reserved_balance]).toEqual([(before - charged).toFixed(2), 0])
  })

  scenario.test('is deleted, and purged at the end of its quarantine', async () => {
    await done('DELETE', `/v1/domains/${id}`)
    await pass((country.quarantineDays - 1) * DAY)
    expect(await shown()).toMatchObject({ status: 'DEL', delete_status: 'quarantine' })
    await pass(3 * DAY)
    expect(await done('GET', `/v1/domains/${id}?is_deleted=1`)).toMatchObject({
      status: 'DEL',
      delete_status: 'deleted',
      removal_reason: 'owner',
    })
    expect(await atRegistry()).toBeUndefined()
    const { results } = await done('POST', '/v1/domains/check', { domains: [domain] })
    expect(results).toMatchObject([{ status: 'free' }])
  })
})

// A contact of one registry is no contact of another, although the sandbox serves both for one account.
it('one customer holds names of all these countries', async () => {
  const ask = await platform.open('traveller')
  const { json } = await ask('POST', '/v1/customers', { body: { ...person, email: 'traveller@example.com' } })
  const placed = []
  for (const { extension } of countries) {
    const { text, status } = await ask('POST', '/v1/domains', { body: order(`abroad.${extension}`, json.data.handle) })
    placed.push([extension, status, text.includes('"status":"ACT"') ? 'ACT' : text])
  }
  expect(placed).toEqual(countries.map(({ extension }) => [extension, 200, 'ACT']))
})

it('no test of this file causes an unknown transition of a domain', async () => {
  const { rows } = await sql.query('select phase, event, domain, registry from domains.lifecycle_violation')
  expect(rows).toEqual([])
})
