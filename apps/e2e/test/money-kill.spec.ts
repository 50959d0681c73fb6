import { testBroker, type TestBroker } from '@nameyard/testing/broker'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { Books } from '../src/books'
import { Gates, type Step } from '../src/gates'
import { verifyBooks } from '../src/operator'
import { startDistributed, type DistributedPlatform } from '../src/processes'
import { logIn, order, person, type Reseller } from '../src/reseller'
import { choice, sampled, sharedOut } from '../src/sampling'

/** Longer than a sweep over unconfirmed reservations, a reconnect and a redelivery together on a busy machine. */
const RECOVERY_MS = 45_000

/** Price of a .com in the shipped list, in cents. */
const PRICE = 1079

/** How an order ends: paid with one effect at the registry, or given back without one; or nothing was ever moved. */
type End = 'paid' | 'given back' | 'never moved'

interface Kill {
  readonly ordered: 'create' | 'renew'
  readonly step: Step
  readonly victim: 'orders' | 'domains'
  readonly moment: 'before' | 'after'
  readonly end: End
}

/** Who is killed at the commit of which step, and what becomes of the order. */
const ends: readonly [Step, Kill['victim'], Kill['moment'], End, ...Kill['ordered'][]][] = [
  ['reserve', 'orders', 'before', 'never moved', 'create'],
  ['reserve', 'orders', 'after', 'given back', 'create'],
  ['reserve', 'domains', 'after', 'given back', 'create', 'renew'],
  ['accept', 'domains', 'before', 'given back', 'create', 'renew'],
  ['accept', 'domains', 'after', 'paid', 'create', 'renew'],
  ['accept', 'orders', 'after', 'paid', 'create'],
  ['confirm', 'orders', 'before', 'paid', 'create'],
  ['confirm', 'orders', 'after', 'paid', 'create'],
  ['confirm', 'domains', 'after', 'paid', 'create'],
  ['settle', 'domains', 'before', 'paid', 'create', 'renew'],
  ['settle', 'domains', 'after', 'paid', 'create', 'renew'],
  ['settle', 'orders', 'after', 'paid', 'create'],
  ['capture', 'orders', 'before', 'paid', 'create'],
  ['capture', 'orders', 'after', 'paid', 'create'],
  ['capture', 'domains', 'after', 'paid', 'create'],
  ['release', 'orders', 'before', 'given back', 'create'],
  ['release', 'orders', 'after', 'given back', 'create'],
  ['release', 'domains', 'after', 'given back', 'create', 'renew'],
]
const kills: readonly Kill[] = ends.flatMap(([step, victim, moment, end, ...orders]) =>
  orders.map((ordered) => ({ ordered, step, victim, moment, end })),
)
const named = ({ ordered, step, victim, moment, end }: Kill) =>
  `at the commit of ${step}, ${victim} killed ${moment} it: a ${ordered} is ${end}`
const chosen = sampled(kills, 1, ({ ordered, victim }) => `${ordered} ${victim}`)
const plans = sharedOut(kills, chosen, () => false)

describe.each(plans.map(({ broker, url, faults }) => [broker, choice, url, faults] as const))(
  'money while parts are killed, on %s (%s)',
  (_, __, url, plan) => {
    let database: TestDatabase
    let broker: TestBroker
    let platform: DistributedPlatform
    let reseller: Reseller
    let handle: string
    let gates: Gates
    let books: Books

    beforeAll(async () => {
      ;[database, broker] = await Promise.all([testDatabase(), testBroker(url)])
      platform = await startDistributed({
        databaseUrl: database.url,
        amqpUrl: broker.url,
        overrides: {
          domains: { SETTLEMENT_WAIT_MS: '200' },
          orders: { UNCONFIRMED_AFTER_MS: '2000' },
          // Whoever asks a service that was killed is soon told so.
          gateway: { GATEWAY_REQUEST_MS: '4000' },
        },
      })
      reseller = await logIn(platform)
      ;({ handle } = await reseller.done('POST', '/v1/customers', person))
      gates = await Gates.in(database.url)
      books = await Books.of(database.url)
    }, 90_000)
    afterAll(async () => {
      await platform?.close()
      await gates?.end()
      await books?.end()
      await Promise.all([database?.drop(), broker?.drop()])
    })
    afterEach(async () => {
      await gates.openAll()
      await platform.sandbox.removeFaults()
    })

    it.each(plan.map((kill) => [named(kill), kill] as const))(
      '%s',
      async (_, { ordered, step, victim, moment, end }) => {
        const name = `${ordered}-${step}-${victim}-${moment}.com`
        const create = () => reseller.ask('POST', '/v1/domains', order(name, handle))
        let [ask, earlier] = [create, 0]
        if (ordered === 'renew') {
          const { id } = await reseller.done('POST', '/v1/domains', order(name, handle))
          await eventually(
            async () => (await books.ordersOf(name))[0]?.state === 'captured',
            `${name} paid`,
            RECOVERY_MS,
          )
          ask = () => reseller.ask('POST', `/v1/domains/${id}/renew`, { period: 1 })
          earlier = 1
        }
        const before = await books.balance(platform.resellerId)
        if (step === 'release') await platform.sandbox.refuse(name, `domain:${ordered}`)
        await gates.close(step)
        const answer = ask()
        await gates.reached(step)
        await platform.kill(victim)
        if (moment === 'before') await gates.turnAway(step)
        await gates.open(step)
        await platform.start(victim)
        await answer

        const expected = {
          paid: [{ state: 'captured', movements: ['capture', 'reserve'] }],
          'given back': [{ state: 'released', movements: ['release', 'reserve'] }],
          'never moved': [],
        }[end]
        await eventually(
          async () => {
            const { reserved } = await books.balance(platform.resellerId)
            const found = (await books.ordersOf(name)).slice(earlier)
            return reserved === 0 && JSON.stringify(found) === JSON.stringify(expected)
          },
          `${name} ${end}`,
          RECOVERY_MS,
        )
        const paid = end === 'paid' ? PRICE : 0
        expect(await books.balance(platform.resellerId)).toEqual({ available: before.available - paid, reserved: 0 })
        expect(await platform.sandbox.taken(name, `domain:${ordered}`)).toHaveLength(end === 'paid' ? 1 : 0)
        await verifyBooks(platform.operator)
      },
      120_000,
    )
  },
)
