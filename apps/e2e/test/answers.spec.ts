import { Client } from 'pg'
import { eventually } from '@nameyard/testing/eventually'
import { isWhole } from '@nameyard/testing/sampling'
import { LedgerTables } from '../src/ledger-tables'
import { RegistryAudit } from '../src/registry-audit'
import { order, person } from '../src/reseller'
import { ANSWER_MS, kinds, faults, RIVAL_CODE, type Kind } from './answers-table'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** Longer than all orders take on a busy machine. */
const PATIENCE_MS = 150_000

/** Every kind of order with every fault in a whole run; in any other run, each kind with every second fault. */
const cases = Object.entries(kinds).flatMap(([kind, { extension }], first) =>
  Object.keys(faults)
    .map((fault, index) => ({ kind, fault, name: `${kind.replaceAll(' ', '-')}-${index}.${extension}` }))
    .filter((_, index) => isWhole || (first + index) % 2 === 0),
)
type Case = (typeof cases)[number]

let platform: InProcess
let ledger: LedgerTables
let audit: RegistryAudit
let sql: Client
let ask: Ask
let handle: string

/** Repeats the request with the same key until it is accepted, as a client does after a 503. */
async function accepted(key: string, request: ReturnType<Kind['ask']>): Promise<{ id: number }> {
  const sent = { body: request.body, headers: { 'idempotency-key': key } }
  return eventually(
    async () => {
      const { status, json, text } = await ask(request.method, request.path, sent)
      if (status !== 200) throw new Error(`${request.method} ${request.path}: ${text}`)
      return json.data
    },
    key,
    PATIENCE_MS,
  )
}

const unsettled = `select d.name, o.purpose, w.state, w.attempts, w.reason ->> 'text' as reason
  from domains.registry_operation o join domains.domain d on d.id = o.domain_id
  left join registry_worker.operation w on w.id = o.operation_id
  where o.settled_at is null and o.pending_at is null`

/** Waits until every registry operation is settled or pending at the registry. */
const allSettled = () =>
  eventually(
    async () => {
      await new Promise((resolve) => setTimeout(resolve, 200))
      const { rows } = await sql.query(unsettled)
      if (rows.length > 0) throw new Error(JSON.stringify(rows))
      return true
    },
    'the settlement of every operation',
    PATIENCE_MS,
  )

/** Brings every name into the state that its order needs. Returns the ids of our domains. */
async function prepare(each: readonly Case[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const { kind, name } of each)
    if (kinds[kind]!.from === 'theirs') await platform.sandbox.registerElsewhere(name, RIVAL_CODE)
  const own = each.filter(({ kind }) => kinds[kind]!.from === 'ours' || kinds[kind]!.from === 'deleted')
  await Promise.all(
    own.map(async ({ name }) => {
      const { id } = await accepted(name, { method: 'POST', path: '/v1/domains', body: order(name, handle) })
      ids.set(name, id)
    }),
  )
  await allSettled()
  const deleted = own.filter(({ kind }) => kinds[kind]!.from === 'deleted')
  await Promise.all(
    deleted.map(({ name }) => accepted(`delete ${name}`, { method: 'DELETE', path: `/v1/domains/${ids.get(name)}` })),
  )
  await allSettled()
  return ids
}

beforeAll(async () => {
  platform = await startInProcess({
    domains: { SETTLEMENT_WAIT_MS: '500' },
    worker: {
      REGISTRY_ANSWER_MS: String(ANSWER_MS),
      REGISTRY_ABSENCE_PAUSES_MS: '300,600',
      REGISTRY_CROWDED_PAUSE_MS: '200',
      REGISTRY_SANDBOX_SESSIONS: '16',
    },
  })
  await platform.sandbox.setPolicy({ maxSessions: 60 })
  ;[ledger, audit] = await Promise.all([LedgerTables.of(platform.databaseUrl), RegistryAudit.of(platform.databaseUrl)])
  sql = new Client({ connectionString: platform.databaseUrl })
  await sql.connect()
  ask = await platform.open('answers', '10000.00')
  ;({ handle } = (await ask('POST', '/v1/customers', { body: person })).json.data)
  const ids = await prepare(cases)
  // All at once, so that one order runs while another waits.
  await Promise.all(
    cases.map(async ({ kind, fault, name }) => {
      const { command, ask } = kinds[kind]!
      await platform.sandbox.misbehave({ command, object: name, ...faults[fault]! })
      await accepted(`order ${name}`, ask(name, { id: ids.get(name)!, handle }))
    }),
  )
  await allSettled()
}, 2 * PATIENCE_MS)
afterAll(async () => {
  await Promise.all([ledger?.end(), audit?.end(), sql?.end()])
  await platform?.close()
})

/** With any fault of the registry, an order has one effect and is charged once. */
describe.each(Object.keys(kinds))('an order of kind "%s"', (kind) => {
  const { command, charges, orders, registry } = kinds[kind]!

  it.each(cases.filter((each) => each.kind === kind))('has one effect when $fault', async ({ name }) => {
    expect((await audit.effects(command)).get(name)).toBe(1)
    const charged = (await platform.sandbox.charges(name)).map((charge) => {
      const [, what, cents] = charge.split(' ')
      return Number(cents) < 0 ? `${what} refunded` : what
    })
    expect(charged).toEqual(charges)
    await eventually(async () => {
      const states = (await ledger.ordersOf(name)).map(({ state }) => state)
      // A reservation whose request timed out on a busy machine is released, and the repeated request makes another one.
      const kept = states.filter((state) => state !== 'released')
      return kept.join() === orders.join() || Promise.reject(new Error(states.join()))
    }, `${name}: ${orders.join()}`)
    const domain = await platform.sandbox.domain(name)
    if (registry) expect(domain).toMatchObject(registry)
    else expect(domain).toBeUndefined()
  })
})

it('uses every planted fault, sends no clTRID twice, and causes no unknown transition of a domain', async () => {
  const { rows } = await sql.query('select command, object from sandbox_registry.fault where remaining > 0')
  expect(rows).toEqual([])
  const { sent, clTRIDs } = await audit.messages()
  expect(clTRIDs).toBe(sent)
  expect((await sql.query('select * from domains.lifecycle_violation')).rows).toEqual([])
})
