import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { eventually } from '@nameyard/testing/eventually'
import { LedgerTables } from '../src/ledger-tables'
import { order, person } from '../src/reseller'
import { settled } from './charges'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** Renewals of a domain whose expiry date at the registry differs from ours (RFC 5731 section 3.2.3). */
let platform: InProcess
let ledger: LedgerTables
let sql: Client
let ask: Ask
let handle: string

beforeAll(async () => {
  platform = await startInProcess()
  ledger = await LedgerTables.of(platform.databaseUrl)
  sql = new Client({ connectionString: platform.databaseUrl })
  await sql.connect()
  ask = await platform.open('stale', '1000')
  ;({ handle } = await done('POST', '/v1/customers', person))
})
afterAll(async () => {
  await sql?.end()
  await ledger?.end()
  await platform?.close()
})

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the result type depends on the operation
type Data = any

async function done(method: string, path: string, body?: object): Promise<Data> {
  const { status, json, text } = await ask(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}
/** Requests a renewal with a key of its own, because an equal request soon after would get the first reply. */
const renew = (id: number, period: number) =>
  ask('POST', `/v1/domains/${id}/renew`, { body: { period }, headers: { 'idempotency-key': randomUUID() } })
const expiry = async (id: number): Promise<string> => (await done('GET', `/v1/domains/${id}`)).expiration_date
const yearsLater = (date: string, years: number) => `${Number(date.slice(0, 4)) + years}${date.slice(4)}`
const money = async () => {
  await settled(ask)
  const { balance, reserved_balance } = await done('GET', '/v1/resellers')
  return [Math.round(balance * 100), reserved_balance]
}
const [paid, released] = [
  { state: 'captured', movements: ['capture', 'reserve'] },
  { state: 'released', movements: ['release', 'reserve'] },
]
/** Waits until the renewal orders of a name have the given states. */
const renewed = (name: string, ends: readonly object[]) =>
  eventually(
    async () => JSON.stringify((await ledger.ordersOf(name)).slice(1)) === JSON.stringify(ends),
    `the end of ${ends.length} renewal orders of ${name}`,
  )

/** Moves the expiry date of a new domain at the registry. */
async function moved(name: string, by: string) {
  const { id } = await done('POST', '/v1/domains', order(name, handle))
  const [before] = await money()
  await sql.query('update sandbox_registry.domain set expires_at = expires_at + $2::interval where name = $1', [
    name,
    by,
  ])
  return { id: id as number, before, expires: await expiry(id) }
}

it('a renewal that the registry has already made is captured once and not repeated', async () => {
  const { id, before, expires } = await moved('made.com', '1 year')
  expect((await renew(id, 1)).json).toMatchObject({ code: 0 })
  expect(await expiry(id)).toBe(yearsLater(expires, 1))
  await renewed('made.com', [paid])
  expect(await money()).toEqual([before - 1079, 0])
  expect(await platform.sandbox.renewals('made.com')).toHaveLength(0)
})

it.each([
  ['a year later', 'further.com', '1 year', 2, 2],
  ['ten days later', 'ten-days.com', '10 days', 1, 1],
])(
  'a renewal of a domain that expires %s at the registry is refused and released, and accepted when it is repeated',
  async (_, name, by, period, years) => {
    const { id, before, expires } = await moved(name, by)
    expect((await renew(id, period)).json).toMatchObject({ code: 399, desc: expect.stringContaining(name) })
    await renewed(name, [released])
    expect([await expiry(id), await money()]).toEqual([expires, [before, 0]])
    expect(await platform.sandbox.renewals(name)).toHaveLength(0)

    expect((await renew(id, period)).json).toMatchObject({ code: 0 })
    expect((await expiry(id)).slice(0, 4)).toBe(yearsLater(expires, years).slice(0, 4))
    await renewed(name, [released, paid])
    expect(await money()).toEqual([before - period * 1079, 0])
    expect(await platform.sandbox.renewals(name)).toHaveLength(1)
  },
)

it.each([
  [
    'another registrar sponsors',
    'elsewhere.com',
    `update sandbox_registry.domain set sponsor = 'rival' where name = $1`,
    356,
  ],
  ['its registry does not know', 'unknown.com', 'delete from sandbox_registry.domain where name = $1', 353],
])('a renewal of a domain that %s is refused with its own code and released', async (_, name, happens, code) => {
  const { id } = await done('POST', '/v1/domains', order(name, handle))
  const [before] = await money()
  await sql.query(happens, [name])
  const { status, json } = await renew(id, 1)
  expect([status, json.code]).toEqual([404, code])
  await renewed(name, [released])
  expect(await money()).toEqual([before, 0])
})
