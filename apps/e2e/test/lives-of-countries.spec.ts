import { errors, type ErrorName } from '@nameyard/contracts/errors'
import { Client } from 'pg'
import { order, person } from '../src/reseller'
import type { Rival } from '../src/rival'
import { startInProcess, type Ask, type InProcess } from './in-process'

const HOUR = 3600
const DAY = 24 * HOUR

/** Code that the other registrar gives the domain when it lets it go. */
const RIVAL_CODE = 'Rival-0ne-Code'

/** The rules by which the lives differ. */
interface Country {
  readonly extension: string
  /** How the registrant is changed, and what the other way is answered with. */
  readonly owner: { readonly by: 'update' | 'trade'; readonly otherwise: ErrorName }
  readonly renewed: 'by command' | 'by itself'
  /** Who tells the code by which it goes to another registrar. */
  readonly code: 'here' | 'mailed'
  /** Days that the losing registrar has to answer; 0 where it is not asked. */
  readonly transferDays: number
  /** Days before the end of its time at which it is deleted that shall not be renewed. */
  readonly leadDays: number
  /** Days in which a deleted domain can be restored. */
  readonly quarantineDays: number
}

const byUpdate = { by: 'update', otherwise: 'trade_unsupported' } as const
const byTrade = { by: 'trade', otherwise: 'invalid_input' } as const
const national = { renewed: 'by command', code: 'here', transferDays: 0, leadDays: 1, quarantineDays: 40 } as const
const countries: readonly Country[] = [
  { ...national, extension: 'nl', owner: byUpdate },
  { ...national, extension: 'be', owner: byTrade, renewed: 'by itself', code: 'mailed', leadDays: 2 },
  { ...national, extension: 'eu', owner: byUpdate, code: 'mailed' },
  { ...national, extension: 'fr', owner: byTrade, transferDays: 8, quarantineDays: 30 },
  { ...national, extension: 'uk', owner: byUpdate, transferDays: 8, quarantineDays: 60 },
]

let platform: InProcess
let rival: Rival
let sql: Client

beforeAll(async () => {
  platform = await startInProcess({ hasSandboxClock: true })
  rival = await platform.rival()
  sql = new Client({ connectionString: platform.databaseUrl })
  await sql.connect()
}, 60_000)
afterAll(async () => {
  rival?.close()
  await sql?.end()
  await platform?.close()
}, 60_000)

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- whatever an operation answers; the test says what
type Data = any

type Asked = readonly [method: string, path: string, body: object]

const yearsLater = (date: string, years: number) => `${Number(date.slice(0, 4)) + years}${date.slice(4)}`
const daysFrom = (date: string, days: number) =>
  new Date(Date.parse(`${date.replace(' ', 'T')}Z`) + days * DAY * 1000).toISOString()

describe.each(countries.map((country) => [country.extension, country] as const))(
  'a life of a .%s',
  (extension, country) => {
    const name = `life.${extension}`
    const domain = { name: 'life', extension }
    let ask: Ask
    let [owner, heir] = ['', '']
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
    const advance = async (wish: object): Promise<void> => {
      let moved = await done('POST', '/v1/sandbox/clock/advance', wish)
      while (!moved.is_done) moved = await done('POST', '/v1/sandbox/clock/advance', { until: moved.until })
    }
    const pass = (seconds: number) => advance({ seconds })

    const priceOf = async (operation: string): Promise<number> =>
      (await done('GET', `/v1/domains/prices?domain.name=life&domain.extension=${extension}&operation=${operation}`))
        .price.reseller.price

    /** What the account tells the registrant, or what the registry writes to it. */
    async function code(): Promise<string> {
      const told = await done('GET', `/v1/domains/${id}/authcode`)
      if (country.code === 'here') return told.auth_code
      expect(told).not.toHaveProperty('auth_code')
      await pass(HOUR)
      const { rows } = await sql.query('select auth_info from sandbox_registry.domain where name = $1', [name])
      return rows[0].auth_info
    }

    test('it is registered for a year', async () => {
      ask = await platform.open(`citizen${extension}`, '1000')
      const customer = async (email: string) => (await done('POST', '/v1/customers', { ...person, email })).handle
      owner = await customer('owner@example.com')
      heir = await customer('heir@example.com')
      const placed = await done('POST', '/v1/domains', { ...order(name, owner), autorenew: 'on' })
      id = placed.id
      expires = placed.expiration_date
      expect(placed.status).toBe('ACT')
      expect(expires).toBe(yearsLater((await shown()).creation_date, 1))
    })

    test('its nameservers change, and its owner the way its registry has it', async () => {
      await done('PUT', `/v1/domains/${id}`, {
        name_servers: [{ name: 'ns1.other.example' }, { name: 'ns2.other.example' }],
      })
      const registrant = (await atRegistry())!.registrant
      const update: Asked = ['PUT', `/v1/domains/${id}`, { owner_handle: heir }]
      const traded = country.code === 'mailed' ? { auth_code: await code() } : {}
      const trade: Asked = ['POST', '/v1/domains/trade', { domain, owner_handle: heir, ...traded }]
      const isTraded = country.owner.by === 'trade'
      expect(await refused(...(isTraded ? update : trade))).toBe(errors[country.owner.otherwise].code)
      await done(...(isTraded ? trade : update))
      expect(await shown()).toMatchObject({ status: 'ACT', owner_handle: heir, expiration_date: expires })
      const known = await atRegistry()
      expect(known!.registrant).not.toBe(registrant)
      expect(JSON.stringify(known)).toContain('ns2.other.example')
    })

    test('it is renewed', async () => {
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
    }, 60_000)

    if (country.transferDays > 0) {
      test('another registrar asks for it, and is told no', async () => {
        expect(await rival.requestTransfer(name, await code())).toBe(1001)
        await pass(HOUR)
        expect(await shown()).toMatchObject({ status: 'ACT', transfer_out_pending: true })
        await done('POST', `/v1/domains/${id}/transfer/approve`, { approve: 0 })
        await pass(HOUR)
        expect(await shown()).toMatchObject({ status: 'ACT', transfer_out_pending: false })
        expect(await atRegistry()).toMatchObject({ sponsor: 'nameyard' })
      })
    }

    test('it goes to another registrar, and leaves a tombstone', async () => {
      expect(await rival.requestTransfer(name, await code())).toBe(country.transferDays > 0 ? 1001 : 1000)
      await pass(country.transferDays * DAY + HOUR)
      expect(await atRegistry()).toMatchObject({ sponsor: 'rival' })
      expect(await refused('GET', `/v1/domains/${id}`)).toBe(errors.domain_not_found.code)
      expect(await done('GET', `/v1/domains/${id}?is_deleted=1`)).toMatchObject({
        status: 'DEL',
        delete_status: 'transferred',
        removal_reason: 'transferred',
      })
    }, 60_000)

    test('it comes back, with the time that was paid for', async () => {
      expect(await rival.changeCode(name, RIVAL_CODE)).toBe(1000)
      const transfer = { domain, owner_handle: owner, auth_code: RIVAL_CODE, autorenew: 'off' }
      const { id: back, status } = await done('POST', '/v1/domains/transfer', transfer)
      expect([back === id, status]).toEqual([false, country.transferDays > 0 ? 'REQ' : 'ACT'])
      id = back
      await pass(country.transferDays * DAY + HOUR)
      expect(await shown()).toMatchObject({
        status: 'ACT',
        type: 'TRANSFER',
        owner_handle: owner,
        expiration_date: expires,
      })
      expect(await atRegistry()).toMatchObject({ sponsor: 'nameyard' })
    }, 60_000)

    test('it lapses when it shall not be renewed', async () => {
      await advance({ until: daysFrom(expires, -country.leadDays - 1) })
      expect(await shown()).toMatchObject({ status: 'ACT', delete_status: 'none' })
      const charged = await platform.sandbox.charges(name)
      await pass(2 * DAY + HOUR)
      expect(await shown()).toMatchObject({ status: 'DEL', delete_status: 'quarantine', expiration_date: expires })
      expect(await atRegistry()).toMatchObject({ statuses: expect.arrayContaining(['pendingDelete']) })
      // No year that nobody wants is paid to the registry.
      expect(await platform.sandbox.charges(name)).toEqual(charged)
    }, 120_000)

    test('it is restored, stays for another year, and costs the restore and that year', async () => {
      const [restored, renewed] = [await priceOf('restore'), await priceOf('renew')]
      const before = (await done('GET', '/v1/resellers')).balance
      await done('POST', `/v1/domains/${id}/restore`, {})
      await pass(3 * DAY)
      expires = yearsLater(expires, 1)
      // What comes back before its end, when it cannot be deleted in time any more, is renewed here too.
      const autorenew = country.leadDays > 1 ? 'on' : 'off'
      expect(await shown()).toMatchObject({ status: 'ACT', delete_status: 'none', expiration_date: expires, autorenew })
      const { balance, reserved_balance } = await done('GET', '/v1/resellers')
      // A renewal that comes with the restore is in its price; one that follows it is ordered by itself.
      const charged = country.leadDays > 1 ? restored + renewed : restored
      expect([balance.toFixed(2), reserved_balance]).toEqual([(before - charged).toFixed(2), 0])
    }, 60_000)

    test('it is deleted, and released when its quarantine is over', async () => {
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
    }, 60_000)
  },
)

it('nothing of all this had no place in the life of a domain', async () => {
  const { rows } = await sql.query('select phase, event, domain, registry from domains.lifecycle_violation')
  expect(rows).toEqual([])
})
