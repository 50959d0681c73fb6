import { Client } from 'pg'
import { testBroker, type TestBroker } from '@nameyard/testing/broker'
import type { TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { choice, sampled } from '@nameyard/testing/sampling'
import { Gates, type Step } from '../src/gates'
import { LedgerTables } from '../src/ledger-tables'
import { verifyLedgers } from '../src/operator'
import { platformDatabase } from '../src/platform-database'
import { startDistributed, type DistributedPlatform } from '../src/processes'
import { logIn, order, person, type Reseller } from '../src/reseller'

/** Longer than a claim, a restart and a publication together on a busy machine. */
const RECOVERY_MS = 60_000

/** Kills of each victim in a run that does not kill at every step: half a minute. */
const SAMPLE_OF_EACH = 1

/** Price of one year in the built-in price list, in cents. */
const PRICE = 1200

let database: TestDatabase
let broker: TestBroker
let platform: DistributedPlatform
let reseller: Reseller
let handle: string
let gates: Gates
let ledger: LedgerTables
let sql: Client

beforeAll(async () => {
  ;[database, broker] = await Promise.all([platformDatabase(), testBroker()])
  platform = await startDistributed({
    databaseUrl: database.url,
    amqpUrl: broker.url,
    apart: ['orders', 'dns'],
    // A request to a killed service fails soon.
    overrides: { gateway: { GATEWAY_REQUEST_MS: '4000' } },
  })
  reseller = await logIn(platform)
  ;({ handle } = await reseller.done('POST', '/v1/customers', person))
  gates = await Gates.in(database.url)
  ledger = await LedgerTables.of(database.url)
  sql = new Client({ connectionString: database.url })
  await sql.connect()
})
afterAll(async () => {
  await platform?.close()
  await gates?.end()
  await ledger?.end()
  await sql?.end()
  await Promise.all([database?.drop(), broker?.drop()])
})
afterEach(() => gates.openAll())

const read = (name: string) => reseller.done('GET', `/v1/easydmarcs?domain.name=${name}&domain.extension=com`)

/** Orders a domain and waits until it is charged. */
async function registered(name: string) {
  await reseller.done('POST', '/v1/domains', order(`${name}.com`, handle))
  await eventually(
    async () => (await ledger.balance(platform.resellerId)).reserved === 0,
    `${name}.com paid`,
    RECOVERY_MS,
  )
}

/** Creates a domain with a hosted zone. */
async function hosted(name: string) {
  await registered(name)
  const www = { type: 'A', name: 'www', value: '192.0.2.1', ttl: 3600 }
  await reseller.done('POST', '/v1/dns/zones', { domain: { name, extension: 'com' }, type: 'master', records: [www] })
}

/** Returns the charges for DMARC of a name, with their states. */
async function charges(name: string): Promise<string[]> {
  const { rows } = await sql.query<{ what: string }>(
    `select action || ' ' || state as what from orders.reservation
     where object_type = 'dmarc' and subject = $1 order by reserved_at`,
    [`${name}.com`],
  )
  return rows.map(({ what }) => what)
}

/** Counts a record in the hosted zones. */
async function records(value: string): Promise<number> {
  return (await sql.query('select from dns.record where value like $1', [`%${value}%`])).rowCount!
}

type Victim = 'orders' | 'dns'
type Moment = 'before' | 'after'

/** A request for a DMARC order during which a process is killed. */
type Asked = 'order' | 'renew' | 'delete'

interface DmarcFault {
  readonly asked: Asked
  readonly step: Step
  readonly victim: Victim
  readonly moment: Moment
}

const faults: readonly DmarcFault[] = (
  [
    ['order', 'order DMARC', 'orders', 'before'],
    ['order', 'order DMARC', 'orders', 'after'],
    ['order', 'place the proof', 'dns', 'before'],
    ['order', 'place the proof', 'orders', 'after'],
    ['order', 'publish the policy', 'orders', 'after'],
    ['order', 'publish the policy', 'dns', 'before'],
    ['order', 'activate DMARC', 'orders', 'before'],
    ['order', 'activate DMARC', 'orders', 'after'],
    ['renew', 'renew DMARC', 'orders', 'before'],
    ['renew', 'renew DMARC', 'orders', 'after'],
    ['delete', 'delete DMARC', 'orders', 'after'],
  ] as const
).map(([asked, step, victim, moment]) => ({ asked, step, victim, moment }))

/** Sends the request, kills the process at the step, and restarts it. */
async function kill({ step, victim, moment }: DmarcFault, ask: () => Promise<unknown>) {
  await gates.close(step)
  const answer = ask()
  await gates.reached(step, RECOVERY_MS)
  await platform.kill(victim)
  if (moment === 'before') await gates.rollBack(step)
  await gates.open(step)
  // The claim of a killed process lasts 20 s. The test ends it, because it does not measure that time.
  if (victim === 'orders') await sql.query('update orders.dmarc_order set claimed_until = null')
  // Another process may have its port for a moment.
  await eventually(() => platform.start(victim).then(() => true), `the restart of ${victim}`, RECOVERY_MS)
  await answer
}

const place = (name: string) => ({ domain: { name, extension: 'com' }, owner_handle: handle })

/** The requests and their expected results. */
const courses: Readonly<Record<Asked, (name: string, fault: DmarcFault) => Promise<void>>> = {
  async order(name, fault) {
    await hosted(name)
    const before = await ledger.balance(platform.resellerId)
    await kill(fault, () => reseller.ask('POST', '/v1/easydmarcs', place(name)))
    if (fault.step === 'order DMARC') {
      // The reply was lost. A repeated request gets the current state.
      const another = { 'idempotency-key': name }
      const { status, json } = await reseller.ask('POST', '/v1/easydmarcs', place(name), another)
      expect([status, json.code]).toEqual(fault.moment === 'before' ? [200, 0] : [409, 30003])
    }
    await eventually(async () => (await read(name)).status === 'ACT', `${name} active`, RECOVERY_MS)
    expect(await charges(name)).toEqual(['create captured'])
    expect(await ledger.balance(platform.resellerId)).toEqual({ available: before.available - PRICE, reserved: 0 })
    const label = `${name}_com`
    expect(await records(`_dmarc.${label}._d.`)).toBe(1)
    expect(await records(`mailto:${label}@`)).toBe(1)
  },
  async renew(name, fault) {
    await hosted(name)
    const { id } = await reseller.done('POST', '/v1/easydmarcs', place(name))
    await eventually(async () => (await read(name)).status === 'ACT', `${name} active`, RECOVERY_MS)
    const before = await ledger.balance(platform.resellerId)
    await kill(fault, () =>
      sql.query(
        `update orders.dmarc_order set activated_at = activated_at - interval '351 days',
           expires_at = expires_at - interval '351 days', renews_at = now(), due_at = now() where id = $1`,
        [id],
      ),
    )
    await eventually(async () => (await charges(name)).length === 2, `${name} renewed`, RECOVERY_MS)
    await sql.query('update orders.dmarc_order set due_at = now() where id = $1', [id])
    const isChecked = async () =>
      (await sql.query('select from orders.dmarc_order where id = $1 and due_at > now()', [id])).rowCount === 1
    await eventually(isChecked, `the next check of ${name}`, RECOVERY_MS)
    expect(await charges(name)).toEqual(['create captured', 'renew captured'])
    expect(await ledger.balance(platform.resellerId)).toEqual({ available: before.available - PRICE, reserved: 0 })
  },
  async delete(name, fault) {
    await registered(name)
    const before = await ledger.balance(platform.resellerId)
    const { id } = await reseller.done('POST', '/v1/easydmarcs', place(name))
    await kill(fault, () => reseller.ask('DELETE', `/v1/easydmarcs/${id}`))
    await eventually(async () => (await read(name)).status === 'DEL', `${name} deleted`, RECOVERY_MS)
    expect(await reseller.done('DELETE', `/v1/easydmarcs/${id}`)).toEqual({ status: 'DEL' })
    expect(await charges(name)).toEqual(['create released'])
    expect(await ledger.balance(platform.resellerId)).toEqual(before)
  },
}

describe(`DMARC orders survive kills (${choice})`, () => {
  const chosen = sampled(faults, SAMPLE_OF_EACH, ({ victim }) => victim)
  const named = ({ asked, step, victim, moment }: DmarcFault) => `${asked}: ${victim} killed ${moment} "${step}"`

  it.each(chosen.map((fault) => [named(fault), fault] as const))('%s', async (_, fault) => {
    const name = `${fault.step}-${fault.victim}-${fault.moment}`.toLowerCase().replaceAll(' ', '-')
    await courses[fault.asked](name, fault)
    await verifyLedgers(platform.operator)
  })
})
