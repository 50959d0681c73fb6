import { Client } from 'pg'
import { testBroker, type TestBroker } from '@nameyard/testing/broker'
import type { TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { LedgerTables } from '../src/ledger-tables'
import { platformDatabase } from '../src/platform-database'
import { startDistributed, type DistributedPlatform } from '../src/processes'
import { RegistryAudit } from '../src/registry-audit'
import { logIn, order, person, type Reseller } from '../src/reseller'

/** The limit of the registry: one session for the message queue, and one for the operations of both workers. */
const SESSIONS = 2
const NAMES = 6
/** Updates of each name. */
const CHANGES = 4
/** Longer than all orders take in sequence on a busy machine. */
const PATIENCE_MS = 90_000

let database: TestDatabase
let broker: TestBroker
let platform: DistributedPlatform
let reseller: Reseller
let ledger: LedgerTables
let audit: RegistryAudit
let sql: Client

beforeAll(async () => {
  ;[database, broker] = await Promise.all([platformDatabase(), testBroker()])
  platform = await startDistributed({
    databaseUrl: database.url,
    amqpUrl: broker.url,
    apart: ['registry-worker'],
    overrides: {
      domains: { SETTLEMENT_WAIT_MS: '50' },
      'registry-worker': {
        REGISTRY_SANDBOX_SESSIONS: String(SESSIONS),
        REGISTRY_POLL_MS: '500',
        // On a busy machine, too, a worker keeps its account and its session.
        REGISTRY_LEASE_MS: '60000',
      },
    },
  })
  await platform.sandbox.setPolicy({ maxSessions: SESSIONS })
  await platform.replicate('registry-worker')
  reseller = await logIn(platform)
  ;[ledger, audit] = await Promise.all([LedgerTables.of(database.url), RegistryAudit.of(database.url)])
  sql = new Client({ connectionString: database.url })
  await sql.connect()
  await eventually(areAccountsDivided, 'an account for each worker')
})
afterAll(async () => {
  await Promise.all([ledger?.end(), audit?.end(), sql?.end()])
  await platform?.close()
  await Promise.all([broker?.drop(), database?.drop()])
})

/** A new worker gets accounts of the others, with their sessions. Afterwards each keeps what it has. */
async function areAccountsDivided(): Promise<boolean> {
  const { rows } = await sql.query(
    `select distinct worker from registry_worker.worker_lease where key like 'work/%' and worker is not null`,
  )
  return rows.length === 2
}

const settled = (name: string) =>
  eventually(
    async () => {
      const left = await ledger.unfinished(name)
      if (left.length > 0) throw new Error(left.join(', '))
      return true
    },
    `${name} settled`,
    PATIENCE_MS,
  )

/** Returns the executed changes of a name in the order of the registry: the first nameserver of an update, or the verb. */
async function executed(name: string): Promise<string[]> {
  const { rows } = await sql.query<{ command: string; request: string }>(
    `select command, request from sandbox_registry.audit
     where registrar = 'nameyard' and objects[1] = $1 and code in (1000, 1001)
       and command in ('domain:create', 'domain:update', 'domain:renew') order by id`,
    [name],
  )
  return rows.map(
    ({ command, request }) =>
      /<\w+:add>.*?(ns\d\.change-\d\.example)/s.exec(request)?.[1] ?? command.replace('domain:', ''),
  )
}

/** Counts the sessions of updates. A session lasts for hours unless another worker needs it. */
async function sessions(): Promise<number> {
  const { rows } = await sql.query(
    `select distinct session from sandbox_registry.audit where registrar = 'nameyard' and command = 'domain:update'`,
  )
  return rows.length
}

it('two workers execute every order once, in order for each name, with one EPP session', async () => {
  const { handle } = await reseller.done('POST', '/v1/customers', person)
  const names = Array.from({ length: NAMES }, (_, n) => `shared-${n}.com`)
  const ids = await Promise.all(
    names.map(async (name) => (await reseller.done('POST', '/v1/domains', order(name, handle))).id as number),
  )
  for (const name of names) await settled(name)

  const changes = Array.from({ length: CHANGES }, (_, change) => change)
  await Promise.all(
    ids.map(async (id) => {
      for (const change of changes) {
        const name_servers = [1, 2].map((n) => ({ name: `ns${n}.change-${change}.example` }))
        await reseller.done('PUT', `/v1/domains/${id}`, { name_servers })
      }
      await reseller.done('POST', `/v1/domains/${id}/renew`, { period: 1 })
    }),
  )
  for (const name of names) await settled(name)

  const inOrder = ['create', ...changes.map((change) => `ns1.change-${change}.example`), 'renew']
  for (const name of names) expect([name, await executed(name)]).toEqual([name, inOrder])
  for (const name of names)
    expect((await ledger.ordersOf(name)).map(({ state }) => state)).toEqual(['captured', 'captured'])
  expect((await platform.sandbox.load()).sessions).toEqual({ most: SESSIONS, refused: 0 })
  // The account has one worker as long as that lives: its session is not closed for the other one.
  expect(await sessions()).toBe(1)
  const { sent, clTRIDs } = await audit.messages()
  expect(clTRIDs).toBe(sent)
  expect(await ledger.violations()).toEqual([])
  expect(platform.lost).toEqual([])
}, 240_000)
