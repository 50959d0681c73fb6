import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { service } from '../src/service'

/** The ledger constraints of the database, tested by SQL without the service. */
let database: TestDatabase
let sql: Client

beforeAll(async () => {
  database = await testDatabase(service)
  sql = new Client({ connectionString: database.url })
  await sql.connect()
  await sql.query('set search_path to orders')
})
afterAll(async () => {
  await sql?.end()
  await database?.drop()
})
// Each test starts with an account of 10.00 and an open order of 4.00, and rolls back.
const order = randomUUID()
beforeEach(async () => {
  await sql.query('begin')
  await sql.query(`insert into ledger_account (reseller_id, currency, opened_at) values (1, 'EUR', now())`)
  await move(`'top-up'`, { available: 1000, deposits: -1000 })
  await reserve(order, 400)
  await sql.query('set constraints all immediate')
  await sql.query('set constraints all deferred')
})
afterEach(() => sql.query('rollback'))

/** Inserts a movement. `kind` is SQL. */
async function move(kind: string, entries: Record<string, number>, orderId?: string) {
  const { rows } = await sql.query(
    `insert into ledger_transaction (reseller_id, kind, order_id, key, moved_at)
     values (1, ${kind}, $1, case when $1::uuid is null then gen_random_uuid()::text end, now()) returning id`,
    [orderId ?? null],
  )
  const values = Object.entries(entries).map(([account, amount]) => `(${rows[0].id}, 1, '${account}', ${amount})`)
  await sql.query(`insert into ledger_entry (transaction_id, reseller_id, account, amount) values ${values.join()}`)
  return rows[0].id as string
}

async function reserve(orderId: string, amount: number, state = 'open') {
  await sql.query(
    `insert into reservation (order_id, reseller_id, owner, state, object_type, action, subject, quantity, currency, amount,
       discount, product_currency, product_amount, reserved_at)
     values ($1, 1, 'domains', $3, 'domain', 'create', 'a.com', 1, 'EUR', $2, 0, 'EUR', 0, now())`,
    [orderId, amount, state],
  )
  await move(`'reserve'`, { available: -amount, reserved: amount }, orderId)
}

const settle = (state: string) =>
  sql.query(`update reservation set state = $1, settled_at = now() where order_id = $2`, [state, order])
const commit = () => sql.query('set constraints all immediate')

it('updates balances with the entries', async () => {
  const { rows } = await sql.query('select available, reserved, deposits from ledger_account')
  expect(rows).toEqual([{ available: '600', reserved: '400', deposits: '-1000' }])
})

it.each([
  'update ledger_entry set amount = amount',
  'delete from ledger_entry',
  'truncate ledger_entry',
  `update ledger_transaction set note = 'x'`,
  'delete from ledger_transaction',
  'truncate ledger_transaction cascade',
  'delete from ledger_account',
  'delete from reservation',
])('rejects %s for every role', async (statement) => {
  await expect(sql.query(statement)).rejects.toThrow('append-only')
})

it.each(['update ledger_entry set amount = 0', 'delete from ledger_transaction', 'truncate ledger_account'])(
  'denies the role of the service: %s',
  async (statement) => {
    await sql.query('set local role nameyard_orders')
    await expect(sql.query(statement)).rejects.toThrow('permission denied')
  },
)

it.each([
  'update ledger_account set available = available + 1, deposits = deposits - 1',
  'update ledger_account set revenue = -1, reserved = 401',
  `update ledger_account set currency = 'USD'`,
  `insert into ledger_account (reseller_id, currency, available, deposits, opened_at) values (2, 'EUR', 1, -1, now())`,
])('rejects a direct change of a balance: %s', async (statement) => {
  await expect(sql.query(statement)).rejects.toThrow('moves by entries only')
})

it('rejects a transaction that does not sum to zero', async () => {
  await expect(move(`'correction'`, { available: 5, corrections: -4 })).rejects.toThrow('books_balance')
})

it('rejects two transactions that sum to zero only together', async () => {
  const first = await move(`'correction'`, { available: 5, corrections: -5 })
  const second = await move(`'correction'`, { available: 5, corrections: -5 })
  await sql.query(
    `insert into ledger_entry (transaction_id, reseller_id, account, amount)
     values (${first}, 1, 'revenue', 1), (${second}, 1, 'revenue', -1)`,
  )
  await expect(commit()).rejects.toThrow('does not sum to zero')
})

it('rejects an entry of 0, of an unknown account and of another reseller', async () => {
  for (const [entries, constraint] of [
    [{ available: 0, corrections: 0 }, 'moves_something'],
    [{ available: 1, bonus: -1 }, 'known_account'],
  ] as const) {
    await sql.query('savepoint before')
    await expect(move(`'correction'`, entries)).rejects.toThrow(constraint)
    await sql.query('rollback to savepoint before')
  }
  await sql.query(`insert into ledger_account (reseller_id, currency, opened_at) values (2, 'EUR', now())`)
  const id = await move(`'correction'`, { available: 1, corrections: -1 })
  const foreign = sql.query(`insert into ledger_entry values (${id}, 2, 'reserved', 1), (${id}, 2, 'revenue', -1)`)
  await expect(foreign).rejects.toThrow('foreign key')
})

it('rejects spending more than balance and credit limit', async () => {
  await sql.query('update ledger_account set credit_limit = 100')
  await sql.query('savepoint before')
  await expect(reserve(randomUUID(), 701)).rejects.toThrow('credit_not_exceeded')
  await sql.query('rollback to savepoint before')
  await reserve(randomUUID(), 700)
  await commit()
  await expect(sql.query('update ledger_account set credit_limit = 99')).rejects.toThrow('credit_not_exceeded')
})

it.each([
  ['captured', 'capture', 'revenue'],
  ['released', 'release', 'available'],
])('allows a reservation to be %s once', async (state, kind, to) => {
  await settle(state)
  await move(`'${kind}'`, { reserved: -400, [to]: 400 }, order)
  await commit()
  for (const next of ['open', 'confirmed', 'captured', 'released']) {
    await sql.query('savepoint before')
    await expect(settle(next)).rejects.toThrow('cannot go')
    await sql.query('rollback to savepoint before')
  }
  await expect(move(`'capture'`, { available: -400, revenue: 400 }, order)).rejects.toThrow('one_settlement_per_order')
})

it('rejects a reservation whose state contradicts its movements', async () => {
  await sql.query('savepoint before')
  await settle('captured')
  await expect(commit()).rejects.toThrow('is captured but its movements are {reserve}')
  await sql.query('rollback to savepoint before')
  await settle('released')
  await move(`'capture'`, { reserved: -400, revenue: 400 }, order)
  await expect(commit()).rejects.toThrow('is released but')
})

it('rejects a change of the order of a reservation', async () => {
  for (const change of ['amount = 1', 'reseller_id = 2', `subject = 'b.com'`]) {
    await sql.query('savepoint before')
    await expect(sql.query(`update reservation set state = 'confirmed', ${change}`)).rejects.toThrow('cannot go')
    await sql.query('rollback to savepoint before')
  }
})

it('rejects a second reserve of an order, and one without a reservation', async () => {
  await sql.query('savepoint before')
  const again = move(`'reserve'`, { available: -1, reserved: 1 }, order)
  await expect(again).rejects.toThrow('one_reserve_per_order')
  await sql.query('rollback to savepoint before')
  await expect(move(`'reserve'`, { available: -1, reserved: 1 }, randomUUID())).rejects.toThrow('foreign key')
})
