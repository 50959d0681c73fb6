import 'reflect-metadata'
import { openOperator } from '@nameyard/admin/operator'
import { login } from '@nameyard/contracts/access/login'
import { getStatement } from '@nameyard/contracts/orders/get-statement'
import { service as customers } from '@nameyard/customers/service'
import { service as orders } from '@nameyard/orders/service'
import { Clock } from '@nameyard/runtime/clock'
import { loadConfig } from '@nameyard/runtime/load-config'
import { createLog } from '@nameyard/runtime/log'
import type { Running } from '@nameyard/runtime/service'
import { actorSettings } from '@nameyard/testing/actors'
import { testBroker, type TestBroker } from '@nameyard/testing/broker'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { demoAccount, type DemoAccount } from '../src/platform/demo-account'

let database: TestDatabase
let broker: TestBroker
const running: Running[] = []
beforeAll(async () => {
  ;[database, broker] = await Promise.all([testDatabase(customers, orders), testBroker()])
  const environment = { DATABASE_URL: database.url, AMQP_URL: broker.url, ...actorSettings }
  const context = { clock: new Clock(), log: createLog('test', 'silent') }
  running.push(await customers.start(loadConfig(customers.config, environment), context))
  running.push(await orders.start(loadConfig(orders.config, environment), context))
})
afterAll(async () => {
  for (const each of running) await each.close()
  await Promise.all([database?.drop(), broker?.drop()])
})

const keeper = (kept?: DemoAccount) => ({
  read: () => kept,
  write: (account: DemoAccount) => void (kept = account),
})

it('opens the demo account once with credit, stores its credentials, and avoids a username that is taken', async () => {
  const first = keeper()
  const account = await demoAccount(broker.url, first)
  expect(account.username).toBe('demo')
  expect(first.read()).toEqual(account)
  expect(await demoAccount(broker.url, first)).toEqual(account)

  const other = await demoAccount(broker.url, keeper())
  expect(other.username).toMatch(/^demo-[\da-f]{8}$/)

  const operator = await openOperator(broker.url)
  try {
    for (const credentials of [account, other]) {
      const { reseller_id: resellerId } = await operator.ask(login, credentials)
      const ever = { from: '0000-00-00 00:00:00', to: '9999-12-31 23:59:59' }
      expect(await operator.ask(getStatement, { resellerId, ...ever })).toMatchObject({
        closing: { balance: 10_000 },
        total: 1,
      })
    }
  } finally {
    await operator.close()
  }
})

it('opens the account with credentials that an interrupted start stored', async () => {
  const kept = { username: 'interrupted', password: 'a password of 20 chars' }
  expect(await demoAccount(broker.url, keeper(kept))).toEqual(kept)
})
