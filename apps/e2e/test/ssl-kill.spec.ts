import { Refusal } from '@nameyard/contracts/errors'
import { answerCertificateApproval } from '@nameyard/contracts/orders/answer-certificate-approval'
import { verifyLedger } from '@nameyard/contracts/orders/verify-ledger'
import { brokerUrls } from '@nameyard/testing/broker'
import { eventually } from '@nameyard/testing/eventually'
import { choice, sampled } from '@nameyard/testing/sampling'
import { breakableBroker, type BreakableBroker } from '../src/breakable-broker'
import { certificateRequest } from '../src/certificate-request'
import { startGated, type GatedPlatform } from '../src/gated-platform'
import type { LedgerTables } from '../src/ledger-tables'
import { temporaryFolder } from '../src/platform'
import { platformDatabase } from '../src/platform-database'
import type { DistributedPlatform } from '../src/processes'
import { order, type Reseller } from '../src/reseller'
import { sslFaults, type Asked, type SslFault, type Victim } from './ssl-kill-table'

/** Longer than a restart, a reconnect, a publication and some proof checks together on a busy machine. */
const RECOVERY_MS = 60_000

/** Kills of each victim in a run that does not kill at every step: half a minute. */
const SAMPLE_OF_EACH = 1

/** Price of a certificate for one name and year in the built-in price list, in cents. */
const PRICE = 900

/** A domain of the account: certificates are issued for names that it controls. */
const HELD = 'held.org'

let broker: BreakableBroker
let gated: GatedPlatform
let platform: DistributedPlatform
let reseller: Reseller
let organization_handle: string
let ledger: LedgerTables
let sql: GatedPlatform['sql']
let names = 0

async function servers() {
  const [database, started] = await Promise.all([
    platformDatabase(),
    breakableBroker(brokerUrls()[0]!, temporaryFolder()),
  ])
  broker = started
  const close = async () => {
    await broker.close()
    await database.drop()
  }
  return { databaseUrl: database.url, amqpUrl: broker.url, close }
}

beforeAll(async () => {
  gated = await startGated(servers(), {
    apart: ['orders', 'dns', 'domains'],
    euros: '10000.00',
    // A request to a killed service fails soon.
    overrides: { orders: { SSL_SWEEP_SECONDS: '0.2' }, gateway: { GATEWAY_REQUEST_MS: '3000' } },
  })
  ;({ platform, reseller, handle: organization_handle, ledger, sql } = gated)
  await reseller.done('POST', '/v1/domains', order(HELD, organization_handle))
})
afterAll(() => gated?.close())
afterEach(() => gated?.gates.openAll())

const number = async (text: string, ...values: unknown[]) => (await sql.query(text, values)).rowCount!

/** Sends a request, and repeats it with the same key until there is a reply, as a client does. */
const ask = (path: string, body: object, key: string) =>
  eventually(
    async () => {
      const answer = await reseller.ask('POST', path, body, { 'idempotency-key': key })
      if (answer.status >= 500) throw new Error(answer.text)
      return answer
    },
    `an answer to ${key}`,
    RECOVERY_MS,
  )

const becomes = (id: number, status: string) =>
  eventually(
    async () => (await reseller.done('GET', `/v1/ssl/orders/${id}`)).status === status,
    `order ${id} ${status}`,
    RECOVERY_MS,
  )

/** Orders a certificate for a name whose zone is hosted here. */
async function place(name: string, over: object = {}) {
  const domain = { name: name.slice(0, name.indexOf('.')), extension: HELD }
  const www = { type: 'A', name: 'www', value: '192.0.2.1', ttl: 3600 }
  await ask('/v1/dns/zones', { domain, type: 'master', records: [www] }, `zone ${name}`)
  const csr = await certificateRequest(name)
  const usual = { product_id: 5, period: 1, enable_dns_automation: true, start_provision: true }
  return () => ask('/v1/ssl/orders', { ...usual, csr, organization_handle, ...over }, name)
}

/** Orders a certificate, and waits until it is issued and its proofs are deleted. Returns the id of the order. */
async function issuedOrder(name: string): Promise<number> {
  const { id } = (await (await place(name))()).json.data
  await becomes(id, 'ACT')
  await eventually(() => isQuiet(name), `no open work for ${name}`, RECOVERY_MS)
  return id
}

/** Returns whether the orders of a name have no open step and no proof. */
async function isQuiet(name: string): Promise<boolean> {
  const busy = `select from orders.ssl_order o where o.common_name = $1 and (o.work = 'revoke' or o.status = 'REQ'
    or exists (select from orders.ssl_placed_proof p where p.ssl_order_id = o.id))`
  const records = `select from dns.record r join dns.zone z on z.id = r.zone_id
    where z.name = $1 and starts_with(r.owner, '_pki-validation')`
  return (await number(busy, name)) === 0 && (await number(records, name)) === 0
}

/** The preparation of each request, and the request. */
async function prepare(asked: Asked, name: string): Promise<() => Promise<unknown>> {
  if (asked === 'order') return place(name)
  if (asked === 'order by mail') {
    const { id } = (await (await place(name, { approver_email: `admin@${name}` }))()).json.data
    const { rows } = await sql.query('select approver_nonce as nonce from orders.ssl_order where id = $1', [id])
    const answer = { orderId: id, nonce: rows[0].nonce, isGranted: true }
    // A person presses the button again when there is no answer, as the page says after three seconds. If the first answer was
    // stored, nothing is pending.
    const { rpc, call } = platform.operator
    const press = async () => {
      try {
        return await rpc.call(answerCertificateApproval, answer, call(), { timeoutMs: 3000 })
      } catch (error) {
        if (error instanceof Refusal && error.refusal === 'approval_not_pending') return error
        throw error
      }
    }
    return () => eventually(press, `${name} approved`, RECOVERY_MS)
  }
  const id = await issuedOrder(name)
  if (asked === 'cancel') return () => ask(`/v1/ssl/orders/${id}/cancel`, {}, `cancel ${name}`)
  if (asked === 'reissue') {
    const csr = await certificateRequest(name)
    return () => ask(`/v1/ssl/orders/${id}/reissue`, { csr }, `reissue ${name}`)
  }
  await sql.query(
    `update orders.ssl_order set expires_at = now() + interval '9 days', paid_until = now() + interval '9 days',
       due_at = now() + interval '8 days' where id = $1`,
    [id],
  )
  return () => ask(`/v1/ssl/orders/${id}/renew`, {}, `renew ${name}`)
}

const victimOf = (victim: Victim) => ({
  kill: () => (victim === 'broker' ? broker.kill() : platform.kill(victim)),
  async restore() {
    // The claim of a killed process lasts two minutes. The test ends it, because it does not measure that time.
    if (victim === 'orders') await sql.query('update orders.ssl_order set claimed_until = null')
    await (victim === 'broker' ? broker.restore() : platform.start(victim))
  },
})

/** Counts valid certificates, all certificates, captures and refunds. */
const ends: Readonly<Record<Asked, readonly [valid: number, issued: number, debits: number, refunds: number]>> = {
  order: [1, 1, 1, 0],
  'order by mail': [1, 1, 1, 0],
  reissue: [2, 2, 1, 0],
  renew: [2, 2, 2, 0],
  cancel: [0, 1, 1, 1],
}

describe(`certificates survive kills (${choice})`, () => {
  const chosen = sampled(sslFaults, SAMPLE_OF_EACH, ({ victim }) => victim)
  const named = ({ asked, step, victim, moment }: SslFault) => `${asked}: ${victim} killed ${moment} "${step}"`

  it.each(chosen.map((fault) => [named(fault), fault] as const))('%s', async (_, fault) => {
    const name = `${fault.asked.replaceAll(' ', '-')}-${++names}.${HELD}`
    const before = await ledger.balance(platform.resellerId)
    const asks = await prepare(fault.asked, name)
    await gated.strike(fault, victimOf(fault.victim), asks)

    const [valid, issued, debits, refunds] = ends[fault.asked]
    const isOver = async () => (await isQuiet(name)) && (await certificates(name, 'true')) === issued
    await eventually(isOver, `the end of all work for ${name}`, RECOVERY_MS)
    expect(await number('select from orders.ssl_order where common_name = $1', name)).toBe(1)
    expect(await certificates(name, 'revoked_at is null')).toBe(valid)
    const movements = (await ledger.ordersOf(name)).flatMap(({ movements }) => movements)
    const of = (kind: string) => movements.filter((each) => each === kind).length
    expect([of('capture'), of('refund'), of('reserve')]).toEqual([debits, refunds, debits])
    const available = before.available - (debits - refunds) * PRICE
    expect(await ledger.balance(platform.resellerId)).toEqual({ available, reserved: 0 })
    const verified = () => platform.operator.rpc.call(verifyLedger, { all: true }, platform.operator.call())
    expect((await eventually(verified, 'the result of the ledger verification')).findings).toEqual([])
    expect(platform.lost).toEqual([])
  })
})

const certificates = (name: string, which: string) =>
  number(
    `select from orders.ca_certificate c join orders.ssl_order o on o.panel_id::text = c.order_key
     where o.common_name = $1 and ${which}`,
    name,
  )
