import { Client } from 'pg'
import { testDatabase, type TestDatabase } from './database'
import { openTransaction } from './open-transaction'
import { vacuum } from './vacuum'

let database: TestDatabase
let sql: Client

beforeAll(async () => {
  database = await testDatabase()
  sql = new Client({ connectionString: database.url })
  await sql.connect()
})
afterAll(async () => {
  await sql?.end()
  await database?.drop()
})

test('a vacuum of a test waits for snapshots that do not see all rows', async () => {
  await sql.query('create table sample (n integer)')
  const older = await openTransaction(database.url)
  await older.query('set transaction isolation level repeatable read')
  await older.query('select count(*) from pg_class')
  await sql.query('insert into sample select generate_series(1, 1000)')
  let isOver = false
  const vacuumed = vacuum(sql, 'sample').finally(() => (isOver = true))
  const second = new Client({ connectionString: database.url })
  await second.connect()
  const vacuums = async () => {
    const { rows } = await second.query(`select vacuum_count from pg_stat_user_tables where relname = 'sample'`)
    return Number(rows[0].vacuum_count)
  }
  while ((await vacuums()) < 2);
  await second.end()
  expect(isOver).toBe(false)
  await older.end()
  await vacuumed
  const { rows } = await sql.query(
    `select relallvisible = relpages as "isVisible" from pg_class where relname = 'sample'`,
  )
  expect(rows).toEqual([{ isVisible: true }])
})
