import { eventually } from '@nameyard/testing/eventually'
import { isWhole } from '@nameyard/testing/sampling'
import { LedgerTables } from '../src/ledger-tables'
import { RegistryAudit } from '../src/registry-audit'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** 500 orders with `npm run test:faults`; in any other run, as many as take a few seconds. */
const ORDERS = isWhole ? 500 : 60
const SESSIONS = 4
const COMMANDS_PER_SECOND = 10
/** The balance before the orders, in cents. */
const CREDIT = 600_000
/** Price of a .com in the shipped list, in cents. */
const PRICE = 1079

/** Longer than all orders take at that rate on a busy machine. */
const PATIENCE_MS = (ORDERS / COMMANDS_PER_SECOND) * 10_000 + 60_000

let platform: InProcess
let ledger: LedgerTables
let audit: RegistryAudit
let ask: Ask
let handle: string

beforeAll(async () => {
  platform = await startInProcess({
    domains: { SETTLEMENT_WAIT_MS: '100' },
    worker: {
      REGISTRY_SANDBOX_SESSIONS: String(SESSIONS),
      REGISTRY_SANDBOX_COMMANDS_PER_SECOND: String(COMMANDS_PER_SECOND),
    },
    workers: 2,
  })
  await platform.sandbox.setPolicy({ maxSessions: SESSIONS, commandsPerSecond: COMMANDS_PER_SECOND })
  ledger = await LedgerTables.of(platform.databaseUrl)
  audit = await RegistryAudit.of(platform.databaseUrl)
  ask = await platform.open('crowd', '6000.00')
  ;({ handle } = (await ask('POST', '/v1/customers', { body: person })).json.data)
})
afterAll(async () => {
  await Promise.all([ledger?.end(), audit?.end()])
  await platform?.close()
})

/** Repeats the order with the same key until it is accepted, as a client does after a 503. */
async function place(name: string): Promise<void> {
  const sent = { body: order(name, handle), headers: { 'idempotency-key': name } }
  await eventually(
    async () => {
      const { status, text } = await ask('POST', '/v1/domains', sent)
      if (status === 200) return true
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      throw new Error(text)
    },
    `${name} ordered`,
    PATIENCE_MS,
  )
}

describe(`${ORDERS} orders at once, two workers, ${SESSIONS} sessions and ${COMMANDS_PER_SECOND} commands a second`, () => {
  it(
    'register and charge each domain once, within the limits of the registry',
    async () => {
      const names = Array.from({ length: ORDERS }, (_, n) => `crowd-${n}.com`)
      await Promise.all(names.map(place))

      const active = async () => {
        const { json } = await ask('GET', '/v1/domains?status=ACT&limit=1')
        return json.data.total
      }
      await eventually(async () => (await active()) === ORDERS, 'every domain active', PATIENCE_MS)
      const once = new Map(names.map((name) => [name, 1]))
      expect(await audit.effects('domain:create')).toEqual(once)
      const credit = async () => {
        const { balance, reserved_balance } = (await ask('GET', '/v1/resellers')).json.data
        return [Math.round(balance * 100), Math.round(reserved_balance * 100)]
      }
      await eventually(async () => (await credit())[1] === 0, 'every order settled')
      expect(await credit()).toEqual([CREDIT - ORDERS * PRICE, 0])
      for (const name of names) {
        // A reservation whose request timed out is released.
        const kept = (await ledger.ordersOf(name)).filter(({ state }) => state !== 'released')
        expect(kept).toEqual([{ state: 'captured', movements: ['capture', 'reserve'] }])
      }

      const { sessions, commands } = await platform.sandbox.load()
      expect(sessions.most).toBeLessThanOrEqual(SESSIONS)
      expect(commands.mostInASecond).toBeLessThanOrEqual(COMMANDS_PER_SECOND)
      expect([sessions.refused, commands.refused]).toEqual([0, 0])
      const { sent, clTRIDs } = await audit.messages()
      expect(clTRIDs).toBe(sent)
    },
    PATIENCE_MS,
  )
})
