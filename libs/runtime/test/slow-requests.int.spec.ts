import { Client } from 'pg'
import { actorSettings } from '@nameyard/testing/actors'
import { testBroker, type TestBroker } from '@nameyard/testing/broker'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { Clock } from '../src/clock'
import { loadConfig } from '../src/load-config'
import { createLog } from '../src/log'
import type { Running } from '../src/service'
import { awaitLock, service } from './sample-service'

let database: TestDatabase
let broker: TestBroker
let party: TestParty
const running: Running[] = []
const written: string[] = []

beforeAll(async () => void ([database, broker] = await Promise.all([testDatabase(service), testBroker()])))
afterEach(() => Promise.all(running.splice(0).map((each) => each.close())))
afterAll(async () => {
  await party?.close()
  await Promise.all([database?.drop(), broker?.drop()])
})

async function start(limitMs: string): Promise<void> {
  const config = loadConfig(service.config, {
    DATABASE_URL: database.url,
    AMQP_URL: broker.url,
    SLOW_REQUEST_MS: limitMs,
    ...actorSettings,
  })
  written.length = 0
  const log = createLog('orders', 'warn', { write: (line: string) => void written.push(line) })
  running.push(await service.start(config, { clock: new Clock(), log }))
  party ??= await testParty('gateway', { url: broker.url, clock: new Clock() })
}

/** Asks for an operation that takes some milliseconds, and returns the id of the request. */
async function ask(): Promise<string> {
  const sql = new Client({ connectionString: database.url })
  await sql.connect()
  await sql.query('select pg_advisory_lock(7)')
  const call = party.call()
  const answer = party.rpc.call(awaitLock, { lock: 7 }, call)
  await eventually(async () => {
    const { rows } = await sql.query(`select from pg_locks where locktype = 'advisory' and not granted`)
    return rows.length > 0
  }, 'the waiting request')
  await sql.query('select pg_sleep(0.005)')
  await sql.end()
  await answer
  return call.correlationId
}

const slow = () =>
  written.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === 'slow request')

test('a request that takes longer than the limit has one line in the log, without its content', async () => {
  await start('1')
  const request = await ask()
  expect(slow()).toEqual([
    expect.objectContaining({ name: 'orders', level: 40, request, operation: 'sample.await-lock' }),
  ])
  expect(slow()[0]!.ms).toBeGreaterThanOrEqual(1)
  expect(JSON.stringify(slow())).not.toContain('lock":')
})

test('a request within the limit has none', async () => {
  await start('3600000')
  await ask()
  expect(slow()).toEqual([])
})
