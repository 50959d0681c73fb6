import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { hasPgbouncer, startPgbouncer } from '@nameyard/testing/pgbouncer'
import { assertOwnSessions } from './own-sessions'

let database: TestDatabase
beforeAll(async () => (database = await testDatabase()))
afterAll(() => database?.drop())

it('accepts a server whose connections have a session each, also many times at once', async () => {
  await Promise.all(Array.from({ length: 5 }, () => assertOwnSessions(database.url)))
})

it('leaves no connection open when the server refuses the second one', async () => {
  const administrator = new Client({ connectionString: database.url })
  await administrator.connect()
  const role = `alone_${randomBytes(4).toString('hex')}`
  const url = new URL(database.url)
  ;[url.username, url.password] = [role, randomBytes(8).toString('hex')]
  await administrator.query(`create role ${role} login password '${url.password}' connection limit 1`)
  await expect(assertOwnSessions(url.href)).rejects.toThrow('too many connections')
  await eventually(async () => {
    const { rows } = await administrator.query('select from pg_stat_activity where usename = $1', [role])
    return rows.length === 0
  }, 'no connection is left')
  await administrator.query(`drop role ${role}`)
  await administrator.end()
})

if (hasPgbouncer())
  describe('PgBouncer', () => {
    const behind = async (poolMode: string, settings: Record<string, string>, work: (url: string) => Promise<void>) => {
      const pooler = await startPgbouncer(database.url, { poolMode, settings })
      await work(pooler.url).finally(() => pooler.stop())
    }

    it('is refused by its answer to the options of a session, in every mode', async () => {
      for (const mode of ['session', 'transaction'])
        await behind(mode, {}, (url) =>
          expect(assertOwnSessions(url)).rejects.toThrow(
            'DATABASE_URL leads to a pooler that refuses the settings of a session',
          ),
        )
    })

    it('is refused when it drops the options of a session', () =>
      behind('session', { ignore_startup_parameters: 'options' }, (url) =>
        expect(assertOwnSessions(url)).rejects.toThrow(
          'DATABASE_URL leads to a pooler that drops the settings of a session',
        ),
      ))

    it('is refused when it shares a session between connections', () =>
      behind('transaction', { ignore_startup_parameters: 'options' }, (url) =>
        expect(assertOwnSessions(url)).rejects.toThrow(
          'DATABASE_URL leads to a pooler that shares sessions between connections',
        ),
      ))

    it('is refused while other clients use it, even when its two connections got sessions of their own by chance', () =>
      behind('transaction', { ignore_startup_parameters: 'options' }, async (url) => {
        let isBusy = true
        const others = [1, 2, 3].map(async () => {
          const client = new Client({ connectionString: url })
          await client.connect()
          while (isBusy) {
            await client.query('select pg_sleep(0.002)')
            await delay(1)
          }
          await client.end()
        })
        for (let time = 0; time < 20; time++) {
          await expect(assertOwnSessions(url)).rejects.toThrow('DATABASE_URL leads to a pooler that')
        }
        isBusy = false
        await Promise.all(others)
      }))
  })
