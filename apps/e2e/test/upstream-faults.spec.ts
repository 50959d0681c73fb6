import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repairPortfolio } from '@nameyard/contracts/domains/compare-portfolio'
import { startBroker } from '@nameyard/embedded/broker/broker'
import type { TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { choice, isWhole, sampled } from '@nameyard/testing/sampling'
import { LedgerTables } from '../src/ledger-tables'
import { lossyProxy } from '../src/lossy-proxy'
import { temporaryFolder } from '../src/platform'
import { platformDatabase } from '../src/platform-database'
import { startDistributed, type DistributedPlatform } from '../src/processes'
import { logIn, person, type Reseller } from '../src/reseller'
import { chargesOf } from './charges'
import { startInProcess, type Ask, type InProcess } from './in-process'
import { prepare } from './upstream-faults-orders'
import { requests, upstreamFaults, type Ordered, type UpstreamFault } from './upstream-faults-table'
import { costs } from './upstream-prices'

/** Longer than a restart of the worker and all pauses of its questions on a busy machine. */
const RECOVERY_MS = 60_000

/** Faults of each kind of order in a run that does not try all: some seconds each. */
const SAMPLE_OF_EACH = 1

let upper: InProcess
let account: Ask
let proxy: Awaited<ReturnType<typeof lossyProxy>>
let broker: Awaited<ReturnType<typeof startBroker>>
let database: TestDatabase
let lower: DistributedPlatform
let reseller: Reseller
let ledger: LedgerTables
let people = 0

beforeAll(async () => {
  upper = await startInProcess({ worker: { REGISTRY_POLL_MS: '500' } })
  account = await upper.open('lower', '1000000.00')
  proxy = await lossyProxy(upper.port)
  const folder = temporaryFolder()
  const file = (name: string, content: string) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
  const tlds = ['org', 'eu', 'sandbox']
  const scope = ['read', 'write', 'purchase', 'transfer-codes']
  const { json } = await account('POST', '/v1/keys', { body: { name: 'resale', scope } })
  file('key', json.data.key)
  const at = { driver: 'upstream', account: 'upper', baseUrl: proxy.url, apiKeyFile: 'key' }
  const accounts = [{ ...at, answerSeconds: 20, pollSeconds: null, tlds }]
  ;[broker, database] = await Promise.all([startBroker(), platformDatabase()])
  lower = await startDistributed({
    databaseUrl: database.url,
    amqpUrl: broker.url,
    apart: ['registry-worker'],
    euros: '1000000.00',
    overrides: {
      domains: { SETTLEMENT_WAIT_MS: '1000' },
      orders: { UNCONFIRMED_AFTER_MS: '2000' },
      'registry-worker': {
        REGISTRY_ACCOUNTS_FILE: file('accounts.json', JSON.stringify({ accounts })),
        REGISTRY_ABSENCE_PAUSES_MS: '1000,1000',
      },
    },
  })
  for (const tld of tlds) await costs({ amqpUrl: broker.url }, tld, '300.00')
  reseller = await logIn(lower)
  ledger = await LedgerTables.of(database.url)
})
afterAll(async () => {
  await lower?.close()
  await ledger?.end()
  await broker?.close()
  await database?.drop()
  await proxy?.close()
  await upper?.close()
})

const emailOf = (number: number) => `ada-${number}@example.com`
/** Each order has a customer of its own, who is unknown upstream. */
const handle = async () => {
  const email = emailOf(++people)
  return (await reseller.done('POST', '/v1/customers', { ...person, email })).handle as string
}
/** The account is not polled here, so that its requests are only those of the orders: a repair reads the domain. */
const look = async (name: string) => {
  const { rpc, call } = lower.operator
  await rpc.call(repairPortfolio, { operator: 'tester', names: [name] }, call())
}
let names = 0
const prepared = (ordered: Ordered) =>
  prepare(ordered, `${ordered.replaceAll(' ', '-')}-${++names}`, { upper, account, reseller, handle, ledger, look })

/** How often the seller is charged here: for the order, and for the registration before it. */
const ownOrders = ({ action }: Placed) => (action === undefined || action === 'create' || action === 'transfer' ? 1 : 2)

type Placed = Awaited<ReturnType<typeof prepare>>

const effects = async ({ name, command, request = '' }: Placed) =>
  (await upper.sandbox.taken(name, command)).filter((each) => each.request.includes(request)).length

const expectOnce = async (placed: Placed, before: number) => {
  const { name, action, isDone } = placed
  const isOver = async () => {
    const left = await ledger.unfinished(name)
    if (left.length > 0) throw new Error(left.join(', '))
    return isDone()
  }
  await eventually(isOver, `no open work for ${name}`, RECOVERY_MS)
  expect((await effects(placed)) - before).toBe(1)
  const charged = (await chargesOf(account, name)).filter((each) => each === action)
  expect(charged).toHaveLength(action === undefined ? 0 : 1)
  const debits = (await ledger.ordersOf(name)).filter(({ movements }) => movements.includes('capture'))
  expect(debits).toHaveLength(ownOrders(placed))
  const { json } = await account('GET', `/v1/customers?email_pattern=${emailOf(people)}`)
  expect(json.data.total).toBe(1)
  expect(await ledger.violations()).toEqual([])
}

it.each(Object.keys(requests) as Ordered[])(
  'the requests of an order are those that the faults happen to: %s',
  async (ordered) => {
    const placed = await prepared(ordered)
    const before = await effects(placed)
    proxy.requests()
    expect(await placed.place()).toMatchObject({ status: 200 })
    await expectOnce(placed, before)
    const known = requests[ordered]
    expect(proxy.requests().slice(0, known.length)).toEqual(known)
  },
)

describe(`an order at an installation that resells has one effect and one charge (${choice})`, () => {
  const chosen = sampled(upstreamFaults, SAMPLE_OF_EACH, ({ ordered }) => ordered)
  const named = ({ ordered, at, fate, cause }: UpstreamFault) =>
    `${ordered}: "${requests[ordered][at]}" ${fate}, worker ${cause}`

  it.each(chosen.map((fault) => [named(fault), fault] as const))('%s', async (_, fault) => {
    const placed = await prepared(fault.ordered)
    const before = await effects(placed)
    proxy.requests()
    const stopped = proxy.stopAt(fault.at, fault.fate)
    const answer = placed.place()
    const end = await stopped
    if (fault.cause === 'killed') await lower.kill('registry-worker')
    end()
    if (fault.cause === 'killed') await lower.start('registry-worker')
    expect(await answer).toMatchObject({ status: 200 })
    await expectOnce(placed, before)
    expect(lower.lost).toEqual([])
    if (isWhole) process.stderr.write(`survived: ${named(fault)}\n`)
  })
})
