import { eventually } from '@nameyard/testing/eventually'
import { choice, sampled } from '@nameyard/testing/sampling'
import { startGated, testServers, type GatedPlatform, type Instant } from '../src/gated-platform'
import { verifyLedgers } from '../src/operator'
import type { DistributedPlatform } from '../src/processes'
import { order } from '../src/reseller'

/** Longer than a claim, a restart and a publication together on a busy machine. */
const RECOVERY_MS = 60_000

/** Kills of each victim in a run that does not kill at every step: half a minute. */
const SAMPLE_OF_EACH = 1

/** Price of one year in the built-in price list, in cents. */
const PRICE = 1200

let gated: GatedPlatform
let platform: DistributedPlatform
beforeAll(async () => {
  gated = await startGated(testServers(), {
    apart: ['orders', 'dns'],
    // A request to a killed service fails soon.
    overrides: { gateway: { GATEWAY_REQUEST_MS: '4000' } },
  })
  ;({ platform } = gated)
})
afterAll(() => gated?.close())
afterEach(() => gated?.gates.openAll())

const read = (name: string) => gated.reseller.done('GET', `/v1/easydmarcs?domain.name=${name}&domain.extension=com`)

/** Orders a domain and waits until it is charged. */
async function registered(name: string) {
  await gated.reseller.done('POST', '/v1/domains', order(`${name}.com`, gated.handle))
  await eventually(
    async () => (await gated.ledger.balance(platform.resellerId)).reserved === 0,
    `${name}.com paid`,
    RECOVERY_MS,
  )
}

/** Creates a domain with a hosted zone. */
async function hosted(name: string) {
  await registered(name)
  const www = { type: 'A', name: 'www', value: '192.0.2.1', ttl: 3600 }
  await gated.reseller.done('POST', '/v1/dns/zones', {
    domain: { name, extension: 'com' },
    type: 'master',
    records: [www],
  })
}

/** Returns the charges for DMARC of a name, with their states. */
async function charges(name: string): Promise<string[]> {
  const { rows } = await gated.sql.query<{ what: string }>(
    `select action || ' ' || state as what from orders.reservation
     where object_type = 'dmarc' and subject = $1 order by reserved_at`,
    [`${name}.com`],
  )
  return rows.map(({ what }) => what)
}

/** Counts a record in the hosted zones. */
async function records(value: string): Promise<number> {
  return (await gated.sql.query('select from dns.record where value like $1', [`%${value}%`])).rowCount!
}

type Victim = 'orders' | 'dns'

/** A request for a DMARC order during which a process is killed. */
type Asked = 'order' | 'renew' | 'delete'

interface DmarcFault extends Instant {
  readonly asked: Asked
  readonly victim: Victim
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
  const restore = async () => {
    // The claim of a killed process lasts 20 s. The test ends it, because it does not measure that time.
    if (victim === 'orders') await gated.sql.query('update orders.dmarc_order set claimed_until = null')
    await platform.start(victim)
  }
  await gated.strike({ step, moment }, { kill: () => platform.kill(victim), restore }, ask)
}

const place = (name: string) => ({ domain: { name, extension: 'com' }, owner_handle: gated.handle })

/** The requests and their expected results. */
const courses: Readonly<Record<Asked, (name: string, fault: DmarcFault) => Promise<void>>> = {
  async order(name, fault) {
    await hosted(name)
    const before = await gated.ledger.balance(platform.resellerId)
    await kill(fault, () => gated.reseller.ask('POST', '/v1/easydmarcs', place(name)))
    if (fault.step === 'order DMARC') {
      // The reply was lost. A repeated request gets the current state.
      const another = { 'idempotency-key': name }
      const { status, json } = await gated.reseller.ask('POST', '/v1/easydmarcs', place(name), another)
      expect([status, json.code]).toEqual(fault.moment === 'before' ? [200, 0] : [409, 30003])
    }
    await eventually(async () => (await read(name)).status === 'ACT', `${name} active`, RECOVERY_MS)
    expect(await charges(name)).toEqual(['create captured'])
    expect(await gated.ledger.balance(platform.resellerId)).toEqual({
      available: before.available - PRICE,
      reserved: 0,
    })
    const label = `${name}_com`
    expect(await records(`_dmarc.${label}._d.`)).toBe(1)
    expect(await records(`mailto:${label}@`)).toBe(1)
  },
  async renew(name, fault) {
    await hosted(name)
    const { id } = await gated.reseller.done('POST', '/v1/easydmarcs', place(name))
    await eventually(async () => (await read(name)).status === 'ACT', `${name} active`, RECOVERY_MS)
    const before = await gated.ledger.balance(platform.resellerId)
    await kill(fault, () =>
      gated.sql.query(
        `update orders.dmarc_order set activated_at = activated_at - interval '351 days',
           expires_at = expires_at - interval '351 days', renews_at = now(), due_at = now() where id = $1`,
        [id],
      ),
    )
    await eventually(async () => (await charges(name)).length === 2, `${name} renewed`, RECOVERY_MS)
    await gated.sql.query('update orders.dmarc_order set due_at = now() where id = $1', [id])
    const isChecked = async () =>
      (await gated.sql.query('select from orders.dmarc_order where id = $1 and due_at > now()', [id])).rowCount === 1
    await eventually(isChecked, `the next check of ${name}`, RECOVERY_MS)
    expect(await charges(name)).toEqual(['create captured', 'renew captured'])
    expect(await gated.ledger.balance(platform.resellerId)).toEqual({
      available: before.available - PRICE,
      reserved: 0,
    })
  },
  async delete(name, fault) {
    await registered(name)
    const before = await gated.ledger.balance(platform.resellerId)
    const { id } = await gated.reseller.done('POST', '/v1/easydmarcs', place(name))
    await kill(fault, () => gated.reseller.ask('DELETE', `/v1/easydmarcs/${id}`))
    await eventually(async () => (await read(name)).status === 'DEL', `${name} deleted`, RECOVERY_MS)
    expect(await gated.reseller.done('DELETE', `/v1/easydmarcs/${id}`)).toEqual({ status: 'DEL' })
    expect(await charges(name)).toEqual(['create released'])
    expect(await gated.ledger.balance(platform.resellerId)).toEqual(before)
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
