import { Client } from 'pg'
import { order, person } from '../src/reseller'
import { startInProcess, type InProcess } from './in-process'

const DAY = 86_400

/** Code of the names that another registrar has at the sandbox registry from the start. */
const RIVAL_CODE = 'Rival-0ne-Code'

let platform: InProcess

beforeAll(async () => {
  platform = await startInProcess({ hasSandboxClock: true })
}, 60_000)
afterAll(() => platform?.close())

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- whatever an operation answers; the test says what
type Data = any

/** An account with so many euros, logged in, with a customer. */
async function account(username: string, euros = '1000') {
  const ask = await platform.open(username, euros)
  const done = async (method: string, path: string, body?: object): Promise<Data> => {
    const { status, json, text } = await ask(method, path, { body })
    if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
    return json.data
  }
  const { handle } = await done('POST', '/v1/customers', person)
  return {
    done,
    handle,
    read: (id: number) => done('GET', `/v1/domains/${id}`),
    transfer: (name: string, over: object = {}) => {
      const { domain, owner_handle } = order(name, handle)
      return done('POST', '/v1/domains/transfer', { domain, owner_handle, auth_code: RIVAL_CODE, ...over })
    },
    /** Cents that were captured, and cents that are set aside. */
    async spent() {
      const { balance, reserved_balance } = await done('GET', '/v1/resellers')
      const cents = (amount: number) => Math.round(amount * 100)
      return [cents(Number(euros)) - cents(balance) - cents(reserved_balance), cents(reserved_balance)]
    },
    /** Lets so many days pass, and everything in them happen. */
    async pass(days: number): Promise<void> {
      let moved = await done('POST', '/v1/sandbox/clock/advance', { seconds: days * DAY })
      while (!moved.is_done) moved = await done('POST', '/v1/sandbox/clock/advance', { until: moved.until })
    },
  }
}

it('a .com that its registrar does not keep is here after five days, a year longer, and paid for', async () => {
  const { transfer, read, pass, spent } = await account('patient')
  const { id, status } = await transfer('taken.com')
  expect(status).toBe('REQ')
  await pass(4)
  expect(await read(id)).toMatchObject({ status: 'REQ' })
  expect(await spent()).toEqual([0, 1079])
  await pass(2)
  const here = await read(id)
  expect(here).toMatchObject({ status: 'ACT', type: 'TRANSFER', is_locked: true })
  expect(here.expiration_date > '2028').toBe(true)
  expect(await spent()).toEqual([1079, 0])
}, 120_000)

it('a transfer that is taken back costs nothing', async () => {
  const { transfer, read, done, pass, spent } = await account('hesitant')
  const { id } = await transfer('rival.com')
  await done('DELETE', `/v1/domains/${id}`)
  await pass(1)
  expect(await read(id)).toMatchObject({ status: 'FAI' })
  expect(await spent()).toEqual([0, 0])
}, 120_000)

it('a scheduled transfer begins on its day, and not before', async () => {
  const { transfer, read, pass, spent, done, handle } = await account('planning')
  const { id: first } = await done('POST', '/v1/domains', order('today.nl', handle))
  const today = new Date(`${(await read(first)).order_date.replace(' ', 'T')}Z`)
  const day = new Date(today.getTime() + 10 * DAY * 1000).toISOString().slice(0, 10)
  const { id, status } = await transfer('occupied.nl', { at: day })
  expect(status).toBe('SCH')
  await pass(8)
  expect(await read(id)).toMatchObject({ status: 'SCH' })
  await pass(3)
  expect(await read(id)).toMatchObject({ status: 'ACT' })
  expect((await spent())[1]).toBe(0)
}, 120_000)

it('a .com that was deleted is restored from its redemption, for the price of that', async () => {
  const { done, read, pass, spent, handle } = await account('regretful')
  const { id } = await done('POST', '/v1/domains', order('regretted.com', handle))
  await pass(10)
  await done('DELETE', `/v1/domains/${id}?skip_soft_quarantine=1`)
  await pass(1)
  expect(await read(id)).toMatchObject({ status: 'DEL', delete_status: 'quarantine' })
  await done('POST', `/v1/domains/${id}/restore`, {})
  await pass(1)
  expect(await read(id)).toMatchObject({ status: 'ACT', delete_status: 'none' })
  expect(await spent()).toEqual([1079 + 7900, 0])
}, 120_000)

it('nothing of all this had no place in the life of a domain', async () => {
  const sql = new Client({ connectionString: platform.databaseUrl })
  await sql.connect()
  const { rows } = await sql.query('select phase, event, domain, registry from domains.lifecycle_violation')
  await sql.end()
  expect(rows).toEqual([])
})
