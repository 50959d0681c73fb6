import { verifyLedger } from '@nameyard/contracts/orders/verify-ledger'
import { eventually } from '@nameyard/testing/eventually'
import { LedgerTables } from '../src/ledger-tables'
import { order, person } from '../src/reseller'
import { startInProcess, type InProcess } from './in-process'

/** Auth code of the names that another registrar holds at the sandbox registry. */
const RIVAL_CODE = 'Rival-0ne-Code'

const DAY = 86_400

let platform: InProcess
let ledger: LedgerTables

beforeAll(async () => {
  platform = await startInProcess({ hasSandboxClock: true })
  ledger = await LedgerTables.of(platform.databaseUrl)
})
afterEach(async () => {
  await platform.sandbox.removeFaults()
  await eventually(async () => {
    const question = platform.operator.rpc.call(verifyLedger, { all: true }, platform.operator.call())
    const { findings, unasked, open } = await question
    expect({ findings, unasked }).toEqual({ findings: [], unasked: [] })
    return open.total === 0
  }, 'every reservation ended, and every rule holding')
})
afterAll(async () => {
  await ledger?.end()
  await platform?.close()
})

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the result type depends on the operation
type Data = any

let accounts = 0

/** Creates an account with a balance in cents and two customers, and logs in. */
async function account(cents: number) {
  const ask = await platform.open(`pays${++accounts}`, (cents / 100).toFixed(2))
  const done = async (method: string, path: string, body?: object): Promise<Data> => {
    const { status, json, text } = await ask(method, path, { body })
    if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
    return json.data
  }
  const { handle } = await done('POST', '/v1/customers', person)
  const { handle: newOwner } = await done('POST', '/v1/customers', { ...person, email: 'heir@example.org' })
  const { id } = await done('GET', '/v1/resellers')
  const create = async (name: string, over: object = {}): Promise<number> => {
    const placed = await done('POST', '/v1/domains', { ...order(name, handle), ...over })
    await becomes(name, [paid])
    return placed.id
  }
  /** Moves the clock by days and runs everything that is due. */
  const pass = async (days: number): Promise<void> => {
    let moved = await done('POST', '/v1/sandbox/clock/advance', { seconds: days * DAY })
    while (!moved.is_done) moved = await done('POST', '/v1/sandbox/clock/advance', { until: moved.until })
  }
  return { id: id as number, ask, done, create, pass, handle, newOwner }
}
type Account = Awaited<ReturnType<typeof account>>

const paid = { state: 'captured', movements: ['capture', 'reserve'] }
const released = { state: 'released', movements: ['release', 'reserve'] }
const becomes = (name: string, expected: readonly object[]) =>
  eventually(
    async () => JSON.stringify(await ledger.ordersOf(name)) === JSON.stringify(expected),
    `${name} ${JSON.stringify(expected)}`,
  )

/** An order other than a create: its preparation, the charges, and its command at the registry. */
interface Kind {
  readonly extension: string
  readonly created: number
  readonly price: number
  readonly command: string
  /** Names of another registrar, for transfers. */
  readonly names?: Readonly<Record<'done' | 'refused' | 'dear', string>>
  prepare?(by: Account, name: string): Promise<number>
  place(by: Account, name: string, id: number | undefined): ReturnType<Account['ask']>
}

const kinds: Readonly<Record<string, Kind>> = {
  renewal: {
    extension: 'com',
    created: 1079,
    price: 2158,
    command: 'domain:renew',
    prepare: (by, name) => by.create(name),
    place: (by, _, id) => by.ask('POST', `/v1/domains/${id}/renew`, { body: { period: 2 } }),
  },
  restore: {
    extension: 'nl',
    created: 499,
    price: 750,
    command: 'domain:cancel-delete',
    async prepare(by, name) {
      const id = await by.create(name)
      await by.done('DELETE', `/v1/domains/${id}`)
      await eventually(async () => (await by.done('GET', `/v1/domains/${id}`)).status === 'DEL', `${name} deleted`)
      return id
    },
    place: (by, _, id) => by.ask('POST', `/v1/domains/${id}/restore`, { body: {} }),
  },
  transfer: {
    extension: 'be',
    created: 0,
    price: 599,
    command: 'domain:transfer',
    names: { done: 'taken.be', refused: 'occupied.be', dear: 'rival.be' },
    place(by, name) {
      const { domain, owner_handle } = order(name, by.handle)
      return by.ask('POST', '/v1/domains/transfer', { body: { domain, owner_handle, auth_code: RIVAL_CODE } })
    },
  },
  trade: {
    extension: 'sandbox',
    created: 200,
    price: 100,
    command: 'domain:update',
    prepare: (by, name) => by.create(name),
    place(by, name) {
      const { domain } = order(name, by.newOwner)
      return by.ask('POST', '/v1/domains/trade', { body: { domain, owner_handle: by.newOwner } })
    },
  },
}

describe.each(Object.entries(kinds))('a %s', (word, kind) => {
  const { extension, created, price, command, names } = kind
  const before = kind.prepare ? [paid] : []

  /** Creates an account with exactly the needed balance, or one cent less. */
  async function ready(role: 'done' | 'refused' | 'dear') {
    const name = names?.[role] ?? `${word}-${role}.${extension}`
    const by = await account(created + price - (role === 'dear' ? 1 : 0))
    return { name, by, id: await kind.prepare?.(by, name) }
  }

  it('is captured once when it succeeds', async () => {
    const { name, by, id } = await ready('done')
    expect((await kind.place(by, name, id)).status).toBe(200)
    await becomes(name, [...before, paid])
    expect(await ledger.balance(by.id)).toEqual({ available: 0, reserved: 0 })
  })

  it('is released once when the registry refuses it', async () => {
    const { name, by, id } = await ready('refused')
    await platform.sandbox.refuse(name, command)
    await kind.place(by, name, id)
    await becomes(name, [...before, released])
    expect(await ledger.balance(by.id)).toEqual({ available: price, reserved: 0 })
  })

  it('is refused with 310 when the credit is too low', async () => {
    const { name, by, id } = await ready('dear')
    const placed = await ledger.operationsOf(name)
    const { status, json } = await kind.place(by, name, id)
    expect([status, json.code]).toEqual([402, 310])
    expect(await ledger.ordersOf(name)).toEqual(before)
    expect(await ledger.operationsOf(name)).toBe(placed)
    expect(await ledger.balance(by.id)).toEqual({ available: price - 1, reserved: 0 })
  })
})

describe('an automatic renewal', () => {
  const YEAR = 366

  it('is captured once', async () => {
    const by = await account(2 * 499)
    await by.create('itself.nl', { autorenew: 'on' })
    await by.pass(YEAR)
    await becomes('itself.nl', [paid, paid])
    expect(await ledger.balance(by.id)).toEqual({ available: 0, reserved: 0 })
  })

  it('does not happen when the credit is too low', async () => {
    const by = await account(2 * 499 - 1)
    const id = await by.create('penniless.nl', { autorenew: 'on' })
    const { expiration_date } = await by.done('GET', `/v1/domains/${id}`)
    await by.pass(YEAR)
    expect(await ledger.ordersOf('penniless.nl')).toEqual([paid])
    expect(await ledger.balance(by.id)).toEqual({ available: 498, reserved: 0 })
    expect(await by.done('GET', `/v1/domains/${id}`)).toMatchObject({ expiration_date })
    expect((await platform.sandbox.charges('penniless.nl')).filter((each) => each.includes(' renew'))).toEqual([])
  })

  it('is released when the registry refuses it', async () => {
    const by = await account(2 * 1079)
    await by.create('refused-itself.com', { autorenew: 'on' })
    await platform.sandbox.refuse('refused-itself.com', 'domain:renew')
    await by.pass(364)
    await becomes('refused-itself.com', [paid, released])
    expect(await ledger.balance(by.id)).toEqual({ available: 1079, reserved: 0 })
  })
})
