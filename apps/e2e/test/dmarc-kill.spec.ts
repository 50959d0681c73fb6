import { testBroker, type TestBroker } from '@nameyard/testing/broker'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { Client } from 'pg'
import { Books } from '../src/books'
import { Gates, type Step } from '../src/gates'
import { verifyBooks } from '../src/operator'
import { startDistributed, type DistributedPlatform } from '../src/processes'
import { logIn, order, person, type Reseller } from '../src/reseller'
import { choice, sampled } from '../src/sampling'

/** Longer than a claim on an order, a restart and a publication together on a busy machine. */
const RECOVERY_MS = 60_000

/** Kills of each victim in a run that does not kill at every step: half a minute. */
const SAMPLE_OF_EACH = 1

/** A year of e-mail DMARC in the shipped list, in cents. */
const PRICE = 1200

let database: TestDatabase
let broker: TestBroker
let platform: DistributedPlatform
let reseller: Reseller
let handle: string
let gates: Gates
let books: Books
let sql: Client

beforeAll(async () => {
  ;[database, broker] = await Promise.all([testDatabase(), testBroker()])
  platform = await startDistributed({
    databaseUrl: database.url,
    amqpUrl: broker.url,
    // Whoever asks a service that was killed is soon told so.
    overrides: { gateway: { GATEWAY_REQUEST_MS: '4000' } },
  })
  reseller = await logIn(platform)
  ;({ handle } = await reseller.done('POST', '/v1/customers', person))
  gates = await Gates.in(database.url)
  books = await Books.of(database.url)
  sql = new Client({ connectionString: database.url })
  await sql.connect()
}, 120_000)
afterAll(async () => {
  await platform?.close()
  await gates?.end()
  await books?.end()
  await sql?.end()
  await Promise.all([database?.drop(), broker?.drop()])
})
afterEach(() => gates.openAll())

const read = (name: string) => reseller.done('GET', `/v1/easydmarcs?domain.name=${name}&domain.extension=com`)

/** Orders a domain; resolves when it is paid. */
async function registered(name: string) {
  await reseller.done('POST', '/v1/domains', order(`${name}.com`, handle))
  await eventually(
    async () => (await books.balance(platform.resellerId)).reserved === 0,
    `${name}.com paid`,
    RECOVERY_MS,
  )
}

/** A domain with a zone that is hosted here. */
async function held(name: string) {
  await registered(name)
  const www = { type: 'A', name: 'www', value: '192.0.2.1', ttl: 3600 }
  await reseller.done('POST', '/v1/dns/zones', { domain: { name, extension: 'com' }, type: 'master', records: [www] })
}

/** What was charged for e-mail DMARC of a name, and how each charge ended. */
async function charges(name: string): Promise<string[]> {
  const { rows } = await sql.query<{ what: string }>(
    `select action || ' ' || state as what from orders.reservation
     where object_type = 'dmarc' and subject = $1 order by reserved_at`,
    [`${name}.com`],
  )
  return rows.map(({ what }) => what)
}

/** How often a record stands in the zones here. */
async function records(value: string): Promise<number> {
  return (await sql.query('select from dns.record where value like $1', [`%${value}%`])).rowCount!
}

type Victim = 'orders' | 'dns'
type Moment = 'before' | 'behind'

/** What is asked of an order of e-mail DMARC while a part is killed. */
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
    ['order', 'order DMARC', 'orders', 'behind'],
    ['order', 'place the proof', 'dns', 'before'],
    ['order', 'place the proof', 'orders', 'behind'],
    ['order', 'publish the policy', 'orders', 'behind'],
    ['order', 'publish the policy', 'dns', 'before'],
    ['order', 'activate DMARC', 'orders', 'before'],
    ['order', 'activate DMARC', 'orders', 'behind'],
    ['renew', 'renew DMARC', 'orders', 'before'],
    ['renew', 'renew DMARC', 'orders', 'behind'],
    ['delete', 'delete DMARC', 'orders', 'behind'],
  ] as const
).map(([asked, step, victim, moment]) => ({ asked, step, victim, moment }))

/** Asks, kills whoever is at the step, and starts it again. */
async function kill({ step, victim, moment }: DmarcFault, ask: () => Promise<unknown>) {
  await gates.close(step)
  const answer = ask()
  await gates.reached(step, RECOVERY_MS)
  await platform.kill(victim)
  if (moment === 'before') await gates.turnAway(step)
  await gates.open(step)
  // Nobody else takes an order for twenty seconds after whoever was at it died; this is not what is counted here.
  if (victim === 'orders') await sql.query('update orders.dmarc_order set claimed_until = null')
  // Its port may be somebody else's for a moment.
  await eventually(() => platform.start(victim).then(() => true), `${victim} again`, RECOVERY_MS)
  await answer
}

const place = (name: string) => ({ domain: { name, extension: 'com' }, owner_handle: handle })

/** What is asked of each, and how it ends. */
const courses: Readonly<Record<Asked, (name: string, fault: DmarcFault) => Promise<void>>> = {
  async order(name, fault) {
    await held(name)
    const before = await books.balance(platform.resellerId)
    await kill(fault, () => reseller.ask('POST', '/v1/easydmarcs', place(name)))
    if (fault.step === 'order DMARC') {
      // Nobody heard an answer: whoever asks again is told what there is.
      const another = { 'idempotency-key': name }
      const { status, json } = await reseller.ask('POST', '/v1/easydmarcs', place(name), another)
      expect([status, json.code]).toEqual(fault.moment === 'before' ? [200, 0] : [409, 30003])
    }
    await eventually(async () => (await read(name)).status === 'ACT', `${name} active`, RECOVERY_MS)
    expect(await charges(name)).toEqual(['create captured'])
    expect(await books.balance(platform.resellerId)).toEqual({ available: before.available - PRICE, reserved: 0 })
    const label = `${name}_com`
    expect(await records(`_dmarc.${label}._d.`)).toBe(1)
    expect(await records(`mailto:${label}@`)).toBe(1)
  },
  async renew(name, fault) {
    await held(name)
    const { id } = await reseller.done('POST', '/v1/easydmarcs', place(name))
    await eventually(async () => (await read(name)).status === 'ACT', `${name} active`, RECOVERY_MS)
    const before = await books.balance(platform.resellerId)
    await kill(fault, () =>
      sql.query(
        `update orders.dmarc_order set activated_at = activated_at - interval '351 days',
           expires_at = expires_at - interval '351 days', renews_at = now(), due_at = now() where id = $1`,
        [id],
      ),
    )
    await eventually(async () => (await charges(name)).length === 2, `${name} renewed`, RECOVERY_MS)
    await sql.query('update orders.dmarc_order set due_at = now() where id = $1', [id])
    const looked = async () =>
      (await sql.query('select from orders.dmarc_order where id = $1 and due_at > now()', [id])).rowCount === 1
    await eventually(looked, `${name} looked at`, RECOVERY_MS)
    expect(await charges(name)).toEqual(['create captured', 'renew captured'])
    expect(await books.balance(platform.resellerId)).toEqual({ available: before.available - PRICE, reserved: 0 })
  },
  async delete(name, fault) {
    await registered(name)
    const before = await books.balance(platform.resellerId)
    const { id } = await reseller.done('POST', '/v1/easydmarcs', place(name))
    await kill(fault, () => reseller.ask('DELETE', `/v1/easydmarcs/${id}`))
    await eventually(async () => (await read(name)).status === 'DEL', `${name} deleted`, RECOVERY_MS)
    expect(await reseller.done('DELETE', `/v1/easydmarcs/${id}`)).toEqual({ status: 'DEL' })
    expect(await charges(name)).toEqual(['create released'])
    expect(await books.balance(platform.resellerId)).toEqual(before)
  },
}

describe(`orders of e-mail DMARC survive kills (${choice})`, () => {
  const chosen = sampled(faults, SAMPLE_OF_EACH, ({ victim }) => victim)
  const named = ({ asked, step, victim, moment }: DmarcFault) => `${asked}: ${victim} killed ${moment} "${step}"`

  it.each(chosen.map((fault) => [named(fault), fault] as const))(
    '%s',
    async (_, fault) => {
      const name = `${fault.step}-${fault.victim}-${fault.moment}`.toLowerCase().replaceAll(' ', '-')
      await courses[fault.asked](name, fault)
      await verifyBooks(platform.operator)
    },
    150_000,
  )
})
