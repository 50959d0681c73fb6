import { eventually } from '@nameyard/testing/eventually'
import { choice, sampled } from '@nameyard/testing/sampling'
import { startGated, testServers, type GatedPlatform, type Instant } from '../src/gated-platform'
import type { Step } from '../src/gates'
import { verifyLedgers } from '../src/operator'
import { plansFor, someBrokers } from '../src/plans'
import { order } from '../src/reseller'

/** Longer than a sweep for unconfirmed reservations, a reconnect and a redelivery together on a busy machine. */
const RECOVERY_MS = 45_000

/** Price of a .com in the built-in price list, in cents. */
const PRICE = 1079

/** The end of an order: captured with one effect at the registry, released without one, or never reserved. */
type End = 'captured' | 'released' | 'never reserved'

interface Kill extends Instant {
  readonly ordered: 'create' | 'renew'
  readonly victim: 'orders' | 'domains'
  readonly end: End
}

/** The killed process, the step at whose commit it is killed, and the expected end of the order. */
const ends: readonly [Step, Kill['victim'], Kill['moment'], End, ...Kill['ordered'][]][] = [
  ['reserve', 'orders', 'before', 'never reserved', 'create'],
  ['reserve', 'orders', 'after', 'released', 'create'],
  ['reserve', 'domains', 'after', 'released', 'create', 'renew'],
  ['accept', 'domains', 'before', 'released', 'create', 'renew'],
  ['accept', 'domains', 'after', 'captured', 'create', 'renew'],
  ['accept', 'orders', 'after', 'captured', 'create'],
  ['confirm', 'orders', 'before', 'captured', 'create'],
  ['confirm', 'orders', 'after', 'captured', 'create'],
  ['confirm', 'domains', 'after', 'captured', 'create'],
  ['settle', 'domains', 'before', 'captured', 'create', 'renew'],
  ['settle', 'domains', 'after', 'captured', 'create', 'renew'],
  ['settle', 'orders', 'after', 'captured', 'create'],
  ['capture', 'orders', 'before', 'captured', 'create'],
  ['capture', 'orders', 'after', 'captured', 'create'],
  ['capture', 'domains', 'after', 'captured', 'create'],
  ['release', 'orders', 'before', 'released', 'create'],
  ['release', 'orders', 'after', 'released', 'create'],
  ['release', 'domains', 'after', 'released', 'create', 'renew'],
]
const kills: readonly Kill[] = ends.flatMap(([step, victim, moment, end, ...orders]) =>
  orders.map((ordered) => ({ ordered, step, victim, moment, end })),
)
const named = ({ ordered, step, victim, moment, end }: Kill) =>
  `the payment of a ${ordered} is ${end} when ${victim} is killed ${moment} the commit of "${step}"`
const chosen = sampled(kills, 1, ({ ordered, victim }) => `${ordered} ${victim}`)
const plans = plansFor(someBrokers('money-kill'), kills, chosen, () => false)

describe.each(plans.map(({ broker, url, faults }) => [broker, choice, url, faults] as const))(
  'payments survive kills on %s (%s)',
  (_, __, url, plan) => {
    let gated: GatedPlatform
    beforeAll(async () => {
      gated = await startGated(testServers(url), {
        apart: ['orders', 'domains'],
        overrides: {
          domains: { SETTLEMENT_WAIT_MS: '200' },
          orders: { UNCONFIRMED_AFTER_MS: '2000' },
          // A request to a killed service fails soon.
          gateway: { GATEWAY_REQUEST_MS: '4000' },
        },
      })
    })
    afterAll(() => gated?.close())
    afterEach(async () => {
      await gated.gates.openAll()
      await gated.platform.sandbox.removeFaults()
    })

    it.each(plan.map((kill) => [named(kill), kill] as const))(
      '%s',
      async (_, { ordered, step, victim, moment, end }) => {
        const { platform, reseller, handle, ledger } = gated
        const name = `${ordered}-${step}-${victim}-${moment}.com`
        const create = () => reseller.ask('POST', '/v1/domains', order(name, handle))
        let [ask, earlier] = [create, 0]
        if (ordered === 'renew') {
          const { id } = await reseller.done('POST', '/v1/domains', order(name, handle))
          await eventually(
            async () => (await ledger.ordersOf(name))[0]?.state === 'captured',
            `${name} paid`,
            RECOVERY_MS,
          )
          ask = () => reseller.ask('POST', `/v1/domains/${id}/renew`, { period: 1 })
          earlier = 1
        }
        const before = await ledger.balance(platform.resellerId)
        if (step === 'release') await platform.sandbox.refuse(name, `domain:${ordered}`)
        await gated.strike({ step, moment }, victim, ask)

        const expected = {
          captured: [{ state: 'captured', movements: ['capture', 'reserve'] }],
          released: [{ state: 'released', movements: ['release', 'reserve'] }],
          'never reserved': [],
        }[end]
        await eventually(
          async () => {
            const { reserved } = await ledger.balance(platform.resellerId)
            const found = (await ledger.ordersOf(name)).slice(earlier)
            return reserved === 0 && JSON.stringify(found) === JSON.stringify(expected)
          },
          `${name} ${end}`,
          RECOVERY_MS,
        )
        const paid = end === 'captured' ? PRICE : 0
        expect(await ledger.balance(platform.resellerId)).toEqual({ available: before.available - paid, reserved: 0 })
        expect(await platform.sandbox.taken(name, `domain:${ordered}`)).toHaveLength(end === 'captured' ? 1 : 0)
        await verifyLedgers(platform.operator)
      },
    )
  },
)
