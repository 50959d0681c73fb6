import { verifyLedger } from '@nameyard/contracts/orders/verify-ledger'
import { eventually } from '@nameyard/testing/eventually'
import { choice, isWhole, sampled } from '@nameyard/testing/sampling'
import { breakableBroker, type BreakableBroker } from '../src/breakable-broker'
import { breakableDatabase, type BreakableDatabase } from '../src/breakable-database'
import { startGated, type GatedPlatform } from '../src/gated-platform'
import type { Answered } from '../src/https-client'
import { plansFor, someBrokers } from '../src/plans'
import { temporaryFolder } from '../src/platform'
import { prepare, type PlacedName } from './faults-orders'
import { faults, type Fault, type Victim } from './faults-table'

/** Longer than the claim of a crashed relay, a sweep, a reconnect and a redelivery together on a busy machine. */
const RECOVERY_MS = 60_000

/** Kills of each victim in a run that does not kill at every step: half a minute. */
const SAMPLE_OF_EACH = 1

const chosen = sampled(faults, SAMPLE_OF_EACH, ({ victim }) => victim)
const named = ({ ordered, step, victim, moment }: Fault) => `${ordered}: ${victim} killed ${moment} "${step}"`
/** In a whole run, kills of the broker run on every broker. */
const plans = plansFor(someBrokers('faults'), faults, chosen, ({ victim }) => victim === 'broker')

describe.each(plans.map(({ broker, url, faults }) => [broker, choice, url, faults] as const))(
  'orders survive kills on %s (%s)',
  (_, __, url, plan) => {
    let database: BreakableDatabase
    let broker: BreakableBroker
    let gated: GatedPlatform
    let names = 0

    const servers = async () => {
      ;[database, broker] = await Promise.all([
        breakableDatabase(temporaryFolder()),
        breakableBroker(url, temporaryFolder()),
      ])
      const close = async () => {
        await broker.close()
        await database.close()
      }
      return { databaseUrl: database.url, amqpUrl: broker.url, close }
    }
    beforeAll(async () => {
      gated = await startGated(servers(), {
        apart: ['domains', 'registry-worker'],
        euros: '100000.00',
        overrides: {
          domains: { SETTLEMENT_WAIT_MS: '1000' },
          orders: { UNCONFIRMED_AFTER_MS: '2000' },
          'registry-worker': { REGISTRY_ABSENCE_PAUSES_MS: '500,1000', REGISTRY_POLL_MS: '500' },
          // A request to a killed service fails soon.
          gateway: { GATEWAY_REQUEST_MS: '3000' },
        },
      })
    })
    afterAll(() => gated?.close())
    afterEach(() => gated?.gates.openAll())

    const kill = (victim: Victim) =>
      victim === 'broker' ? broker.kill() : victim === 'database' ? database.kill() : gated.platform.kill(victim)

    const restore = async (victim: Victim) => {
      if (victim === 'broker') return broker.restore()
      if (victim !== 'database') return gated.platform.start(victim)
      await database.restore()
      await gated.reconnect()
    }

    /** Kills the process while a transaction waits before the commit of the step, and restarts it. */
    const strike = async ({ step, victim, moment }: Fault) => {
      await gated.gates.reached(step)
      if (victim === 'database' && moment === 'after') await gated.gates.open(step)
      await kill(victim)
      try {
        if (victim === 'database') return
        if (moment === 'before') await gated.gates.rollBack(step)
        await gated.gates.open(step)
      } finally {
        await restore(victim)
      }
    }

    /** Repeats the request with the same key until there is an answer, as a client does. */
    const answered = (placed: PlacedName): Promise<Answered> =>
      eventually(
        async () => {
          const answer = await placed.place()
          if (answer.status >= 500) throw new Error(answer.text)
          return answer
        },
        `an answer to the order of ${placed.name}`,
        RECOVERY_MS,
      )

    const isWaiting = async ({ name }: PlacedName) => {
      await eventually(() => gated.ledger.isWaiting(name), `${name} is pending at the registry`, RECOVERY_MS)
    }

    const isOver = async (placed: PlacedName) => {
      const left = await gated.ledger.unfinished(placed.name)
      if (left.length > 0) throw new Error(left.join(', '))
      return placed.isDone()
    }

    it.each(plan.map((fault) => [named(fault), fault] as const))('%s', async (_, fault) => {
      const { platform, reseller, handle } = gated
      const placed = await prepare(fault.ordered, `${fault.ordered.replace(' ', '-')}-${++names}`, {
        platform,
        reseller,
        handle,
        ledger: () => gated.ledger,
      })
      const { name, price, decide, decided } = placed
      const before = await gated.ledger.balance(platform.resellerId)
      const earlier = (await gated.ledger.ordersOf(name)).length

      if (decided.has(fault.step)) {
        expect(await answered(placed)).toMatchObject({ status: 200 })
        await isWaiting(placed)
        await gated.gates.close(fault.step)
        await decide!()
        await strike(fault)
      } else {
        await gated.gates.close(fault.step)
        const first = placed.place().catch(() => undefined)
        await strike(fault)
        await first
        expect(await answered(placed)).toMatchObject({ status: 200 })
        if (decide) {
          await isWaiting(placed)
          await decide()
        }
      }
      await eventually(() => isOver(placed), `no open work for ${name}`, RECOVERY_MS)

      expect(await placed.effects()).toEqual(fault.ordered === 'restore' ? [1, 1] : [1])
      const orders = (await gated.ledger.ordersOf(name)).slice(earlier)
      const debits = orders.filter(({ movements }) => movements.includes('capture'))
      expect(debits).toHaveLength(price > 0 ? 1 : 0)
      expect(await gated.ledger.balance(platform.resellerId)).toEqual({
        ...before,
        available: before.available - price,
      })
      expect(await gated.ledger.violations()).toEqual([])
      const verified = () => platform.operator.rpc.call(verifyLedger, { all: true }, platform.operator.call())
      expect((await eventually(verified, 'the result of the ledger verification')).findings).toEqual([])
      expect(platform.lost).toEqual([])
      if (isWhole) process.stderr.write(`survived: ${named(fault)}\n`)
    })
  },
)
