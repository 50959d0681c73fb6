import { Client } from 'pg'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { DatabaseWatch } from './database-watch'

describe('the watch of a database that nobody uses', () => {
  let clone: TestDatabase
  let sql: Client
  let watch: DatabaseWatch
  let now = 0
  /** When its connection was asked: PostgreSQL keeps the time of the last statement. */
  const asked = new Set<string>()

  beforeAll(async () => {
    clone = await testDatabase({ name: 'sample-service', migrations: [] })
    sql = new Client({ connectionString: clone.url })
    await sql.connect()
    jest.useFakeTimers({ doNotFake: ['setTimeout', 'setImmediate', 'nextTick', 'queueMicrotask', 'performance'] })
    watch = new DatabaseWatch({ url: clone.url, statementMs: 30_000, silenceMs: 3_000, now: () => now })
    watch.start()
  })
  afterAll(async () => {
    jest.useRealTimers()
    await watch?.stop()
    await sql?.end()
    await clone?.drop()
  })

  const look = async () => {
    const { rows } = await sql.query<{ at: string }>(
      `select query_start::text as at from pg_stat_activity
       where application_name = 'nameyard-watch' and datname = current_database() and query = 'select 1'`,
    )
    for (const { at } of rows) asked.add(at)
    return asked.size
  }
  /** Lets a second pass; the looks give a check the time to end. */
  const second = async () => {
    now += 1_000
    jest.advanceTimersByTime(1_000)
    for (let looks = 0; looks < 20; looks++) await look()
  }

  it('asks it every five seconds, and at once when the connection has ended', async () => {
    await second()
    await eventually(async () => (await look()) === 1, 'the first question')
    for (let passed = 1; passed < 5; passed++) await second()
    expect(asked.size).toBe(1)
    await second()
    await eventually(async () => (await look()) === 2, 'the next question')
    await second()
    expect(asked.size).toBe(2)
    await sql.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'nameyard-watch' and datname = current_database()`)
    await eventually(async () => {
      await second()
      return asked.size === 3
    }, 'a question after the end')
  })
})
