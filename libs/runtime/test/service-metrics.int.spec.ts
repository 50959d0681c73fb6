import { actorSettings } from '@nameyard/testing/actors'
import { testBroker, type TestBroker } from '@nameyard/testing/broker'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { faultsOfMetrics } from '@nameyard/testing/promtool'
import { Clock } from '../src/clock'
import { loadConfig } from '../src/load-config'
import { createLog } from '../src/log'
import type { Running } from '../src/service'
import { awaitLock, service } from './sample-service'

let database: TestDatabase
let broker: TestBroker
let party: TestParty
let running: Running

beforeAll(async () => {
  ;[database, broker] = await Promise.all([testDatabase(service), testBroker()])
  const config = loadConfig(service.config, { DATABASE_URL: database.url, AMQP_URL: broker.url, ...actorSettings })
  running = await service.start(config, { clock: new Clock(), log: createLog('orders', 'silent') })
  party = await testParty('gateway', { url: broker.url, clock: new Clock() })
})
afterAll(async () => {
  await party?.close()
  await running?.close()
  await Promise.all([database?.drop(), broker?.drop()])
})

const lines = async (name: string) =>
  (await running.metrics.print()).split('\n').filter((line) => line.startsWith(name))

test('requests are counted by operation and outcome, whatever the caller sends', async () => {
  await party.rpc.call(awaitLock, { lock: 1 }, party.call())
  await expect(party.rpc.call(awaitLock, { lock: 'x' as never }, party.call())).rejects.toThrow()
  // No integer of four bytes, so the statement fails.
  await expect(party.rpc.call(awaitLock, { lock: Number.MAX_SAFE_INTEGER * 4 }, party.call())).rejects.toThrow()
  const counted = await lines('nameyard_operation_seconds_count')
  expect(counted).toContain(
    `nameyard_operation_seconds_count{service="orders",operation="sample.await-lock",outcome="ok"} 1`,
  )
  expect(counted.filter((line) => line.includes('"refused"'))).not.toEqual([])
  const unknown = { ...awaitLock, id: 'sample.unknown' }
  await expect(party.rpc.call(unknown, { lock: 1 }, party.call())).rejects.toThrow()
  expect(await running.metrics.print()).not.toContain('sample.unknown')
})

test('the queue, the outbox and the pool of the database are shown', async () => {
  expect(await lines('nameyard_queue_messages')).toEqual([
    'nameyard_queue_messages{service="orders",queue="orders.requests"} 0',
  ])
  expect(await lines('nameyard_outbox')).toEqual([
    'nameyard_outbox_messages{service="orders"} 0',
    'nameyard_outbox_oldest_seconds{service="orders"} 0',
  ])
  expect(await lines('nameyard_database_connections_limit')).toEqual([
    'nameyard_database_connections_limit{service="orders"} 8',
  ])
  expect(await lines('orders_dead_letters')).toEqual(['orders_dead_letters 0'])
})

test('promtool accepts the metrics of a service and of its process', async () => {
  running.metrics.addProcess()
  expect(faultsOfMetrics(await running.metrics.print())).toBe('')
  expect(faultsOfMetrics('sample_milliseconds 1\n')).not.toBe('')
})
