import { Client } from 'pg'
import { eventually } from '@nameyard/testing/eventually'
import { LedgerTables } from '../src/ledger-tables'
import { RegistryAudit } from '../src/registry-audit'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** How long our sessions send nothing after a refusal. */
const PENALTY_MS = 600

const sold = Array.from({ length: 10 }, (_, n) => `sold-${n}.com`)
const refused = Array.from({ length: 4 }, (_, n) => `refused-${n}.com`)

let platform: InProcess
let ledger: LedgerTables
let audit: RegistryAudit
let sql: Client
let ask: Ask

/** A registry that ends every session after two seconds, idle or not, and delays its answers after an error. */
beforeAll(async () => {
  platform = await startInProcess({
    domains: { SETTLEMENT_WAIT_MS: '100' },
    worker: {
      // One session for the message queue, one for operations.
      REGISTRY_SANDBOX_SESSIONS: '2',
      REGISTRY_SANDBOX_PENALTY_MS: String(PENALTY_MS),
      REGISTRY_KEEPALIVE_MS: '500',
      REGISTRY_POLL_MS: '500',
      REGISTRY_ABSENCE_PAUSES_MS: '300,600',
    },
  })
  await platform.sandbox.setPolicy({ absoluteSeconds: 2, idleSeconds: 1, errorPenaltyMs: 200 })
  ;[ledger, audit] = await Promise.all([LedgerTables.of(platform.databaseUrl), RegistryAudit.of(platform.databaseUrl)])
  sql = new Client({ connectionString: platform.databaseUrl })
  await sql.connect()
  ask = await platform.open('patient')
})
afterAll(async () => {
  await Promise.all([ledger?.end(), audit?.end(), sql?.end()])
  await platform?.close()
})

it('EPP sessions that end during commands lose no order and execute none twice', async () => {
  const { handle } = (await ask('POST', '/v1/customers', { body: person })).json.data
  for (const object of refused)
    await platform.sandbox.misbehave({ command: 'domain:create', object, kind: 'inject-code', code: 2306 })
  const names = sold.flatMap((name, index) => [name, ...(refused[index] ? [refused[index]] : [])])
  for (const name of names) {
    const { status, text } = await ask('POST', '/v1/domains', { body: order(name, handle) })
    expect([status, text]).toEqual([200, expect.any(String)])
    // Spreads the orders over several sessions.
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  const ended = async (state: string, each: string) => (await ledger.ordersOf(each))[0]?.state === state
  for (const name of sold) await eventually(() => ended('captured', name), `${name} paid`)
  for (const name of refused) await eventually(() => ended('released', name), `the released reservation of ${name}`)
  expect(await audit.effects('domain:create')).toEqual(new Map(sold.map((name) => [name, 1])))
  const { rows } = await sql.query(`select from sandbox_registry.audit where command = 'login' and code = 1000`)
  expect(rows.length).toBeGreaterThan(2)
  expect((await platform.sandbox.load()).sessions.refused).toBe(0)
})

it('a registry without the fee extension gets commands without it, and a refusal contains its message', async () => {
  await platform.sandbox.setPolicy({ withheldExtensions: ['fee', 'launch', 'allocationToken'] })
  const check = async () => {
    const domains = [{ name: 'without-fees', extension: 'com' }]
    return ask('POST', '/v1/domains/check', { body: { domains, with_price: true } })
  }
  // The old sessions end within two seconds. New sessions negotiate fewer extensions.
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  expect((await check()).json.data.results).toMatchObject([{ domain: 'without-fees.com', status: 'free' }])
  await platform.sandbox.misbehave({ command: 'domain:check', kind: 'inject-code', code: 2306 })
  const { status, json } = await check()
  expect([status, json.code, json.desc]).toEqual([
    422,
    399,
    expect.stringContaining('Parameter value policy error: registry refused without-fees.com'),
  ])
})
