import { randomUUID } from 'node:crypto'
import { eventually } from '@nameyard/testing/eventually'
import { Client } from 'pg'
import { Books } from '../src/books'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** Renewals of a domain that expires at its registry on another day than is known here (RFC 5731 section 3.2.3). */
let platform: InProcess
let books: Books
let sql: Client
let ask: Ask
let handle: string

beforeAll(async () => {
  platform = await startInProcess()
  books = await Books.of(platform.databaseUrl)
  sql = new Client({ connectionString: platform.databaseUrl })
  await sql.connect()
  ask = await platform.open('stale', '1000')
  ;({ handle } = await done('POST', '/v1/customers', person))
}, 120_000)
afterAll(async () => {
  await sql?.end()
  await books?.end()
  await platform?.close()
})

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- whatever an operation answers; the test says what
type Data = any

async function done(method: string, path: string, body?: object): Promise<Data> {
  const { status, json, text } = await ask(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}
/** Asks for a renewal as a request of its own: an equal one that comes soon would be answered like the first. */
const renew = (id: number, period: number) =>
  ask('POST', `/v1/domains/${id}/renew`, { body: { period }, headers: { 'idempotency-key': randomUUID() } })
const expiry = async (id: number): Promise<string> => (await done('GET', `/v1/domains/${id}`)).expiration_date
const yearsLater = (date: string, years: number) => `${Number(date.slice(0, 4)) + years}${date.slice(4)}`
const money = async () => {
  const { balance, reserved_balance } = await done('GET', '/v1/resellers')
  return [Math.round(balance * 100), reserved_balance]
}
const [paid, released] = [
  { state: 'captured', movements: ['capture', 'reserve'] },
  { state: 'released', movements: ['release', 'reserve'] },
]
/** Waits until the orders behind the create of a name have ended so. */
const renewed = (name: string, ends: readonly object[]) =>
  eventually(
    async () => JSON.stringify((await books.ordersOf(name)).slice(1)) === JSON.stringify(ends),
    `renewals of ${name} that ended as ${ends.length} orders`,
  )

/** Moves the day on which a new domain expires at the registry. */
async function moved(name: string, by: string) {
  const { id } = await done('POST', '/v1/domains', order(name, handle))
  const [before] = await money()
  await sql.query('update sandbox_registry.domain set expires_at = expires_at + $2::interval where name = $1', [
    name,
    by,
  ])
  return { id: id as number, before, expires: await expiry(id) }
}

it('one that the registry has made already is paid once, and not asked for again', async () => {
  const { id, before, expires } = await moved('made.com', '1 year')
  expect((await renew(id, 1)).json).toMatchObject({ code: 0 })
  expect(await expiry(id)).toBe(yearsLater(expires, 1))
  await renewed('made.com', [paid])
  expect(await money()).toEqual([before - 1079, 0])
  expect(await platform.sandbox.renewals('made.com')).toHaveLength(0)
})

it.each([
  ['a year further', 'further.com', '1 year', 2, 2],
  ['ten days further', 'ten-days.com', '10 days', 1, 1],
])(
  'one of a domain that expires %s is refused and given back, and taken when it is asked for again',
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
    'another registrar has',
    'elsewhere.com',
    `update sandbox_registry.domain set sponsor = 'rival' where name = $1`,
    356,
  ],
  ['its registry does not know', 'unknown.com', 'delete from sandbox_registry.domain where name = $1', 353],
])('one of a domain that %s is refused as that, and given back', async (_, name, happens, code) => {
  const { id } = await done('POST', '/v1/domains', order(name, handle))
  const [before] = await money()
  await sql.query(happens, [name])
  const { status, json } = await renew(id, 1)
  expect([status, json.code]).toEqual([404, code])
  await renewed(name, [released])
  expect(await money()).toEqual([before, 0])
})
