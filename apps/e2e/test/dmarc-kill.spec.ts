import { testBroker, type TestBroker } from '@nameyard/testing/broker'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { Client } from 'pg'
import { Books } from '../src/books'
import { Gates, type Step } from '../src/gates'
import { startDistributed, type DistributedPlatform } from '../src/processes'
import { logIn, order, person, type Reseller } from '../src/reseller'

/** Longer than a claim on an order, a restart and a publication together on a busy machine. */
const RECOVERY_MS = 60_000

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

/** Asks, kills whoever is at the step, and starts it again. */
async function kill(step: Step, victim: Victim, moment: 'before' | 'after', ask: () => Promise<unknown>) {
  await gates.close(step)
  const answer = ask()
  await gates.reached(step, RECOVERY_MS)
  await platform.kill(victim)
  if (moment === 'before') await gates.turnAway(step)
  await gates.open(step)
  await platform.start(victim)
  await answer
}

it.each<[Step, Victim, 'before' | 'after']>([
  ['order DMARC', 'orders', 'before'],
  ['order DMARC', 'orders', 'after'],
  ['place the proof', 'dns', 'before'],
  ['place the proof', 'orders', 'after'],
  ['publish the policy', 'orders', 'after'],
  ['activate DMARC', 'orders', 'before'],
  ['activate DMARC', 'orders', 'after'],
])(
  'at the commit of "%s", %s killed %s it: an order is active and paid once',
  async (step, victim, moment) => {
    const name = `${step}-${victim}-${moment}`.toLowerCase().replaceAll(' ', '-')
    await held(name)
    const before = await books.balance(platform.resellerId)
    const body = { domain: { name, extension: 'com' }, owner_handle: handle }
    await kill(step, victim, moment, () => reseller.ask('POST', '/v1/easydmarcs', body))
    if (step === 'order DMARC') {
      // Nobody heard an answer: whoever asks again is told what there is.
      const another = { 'idempotency-key': name }
      const { status, json } = await reseller.ask('POST', '/v1/easydmarcs', body, another)
      expect([status, json.code]).toEqual(moment === 'before' ? [200, 0] : [409, 30003])
    }
    await eventually(async () => (await read(name)).status === 'ACT', `${name} active`, RECOVERY_MS)
    expect(await charges(name)).toEqual(['create captured'])
    expect(await books.balance(platform.resellerId)).toEqual({ available: before.available - PRICE, reserved: 0 })
    const label = `${name}_com`
    expect(await records(`_dmarc.${label}._d.`)).toBe(1)
    expect(await records(`mailto:${label}@`)).toBe(1)
  },
  150_000,
)

it.each<['before' | 'after']>([['before'], ['after']])(
  'at the commit of a renewal, orders killed %s it: the period is paid once',
  async (moment) => {
    const name = `renewal-${moment}`
    await held(name)
    const { id } = await reseller.done('POST', '/v1/easydmarcs', {
      domain: { name, extension: 'com' },
      owner_handle: handle,
    })
    await eventually(async () => (await read(name)).status === 'ACT', `${name} active`, RECOVERY_MS)
    const before = await books.balance(platform.resellerId)
    await kill('renew DMARC', 'orders', moment, () =>
      sql.query(
        `update orders.dmarc_order set activated_at = activated_at - interval '351 days',
           expires_at = expires_at - interval '351 days', renews_at = now(), due_at = now() where id = $1`,
        [id],
      ),
    )
    await eventually(async () => (await charges(name)).length === 2, `${name} renewed`, RECOVERY_MS)
    await sql.query('update orders.dmarc_order set due_at = now() where id = $1', [id])
    await eventually(
      async () =>
        (await sql.query('select from orders.dmarc_order where id = $1 and due_at > now()', [id])).rowCount === 1,
      `${name} looked at`,
      RECOVERY_MS,
    )
    expect(await charges(name)).toEqual(['create captured', 'renew captured'])
    expect(await books.balance(platform.resellerId)).toEqual({ available: before.available - PRICE, reserved: 0 })
  },
  150_000,
)

it('at the commit of a deletion, orders killed after it: the money is back once, and no record is left', async () => {
  const name = 'deleted-after'
  await registered(name)
  const before = await books.balance(platform.resellerId)
  const body = { domain: { name, extension: 'com' }, owner_handle: handle }
  const { id } = await reseller.done('POST', '/v1/easydmarcs', body)
  await kill('delete DMARC', 'orders', 'after', () => reseller.ask('DELETE', `/v1/easydmarcs/${id}`))
  await eventually(async () => (await read(name)).status === 'DEL', `${name} deleted`, RECOVERY_MS)
  expect(await reseller.done('DELETE', `/v1/easydmarcs/${id}`)).toEqual({ status: 'DEL' })
  expect(await charges(name)).toEqual(['create released'])
  expect(await books.balance(platform.resellerId)).toEqual(before)
  expect(await platform.admin('ledger', 'verify', '--all')).toContain('every rule holds')
}, 150_000)
