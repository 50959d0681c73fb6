import { verifyLedger } from '@nameyard/contracts/orders/verify-ledger'
import { eventually } from '@nameyard/testing/eventually'
import { choice, isWhole, sampled } from '@nameyard/testing/sampling'
import { breakableBroker, type BreakableBroker } from '../src/breakable-broker'
import { breakableDatabase, type BreakableDatabase } from '../src/breakable-database'
import { Gates } from '../src/gates'
import type { Answered } from '../src/https-client'
import { LedgerTables } from '../src/ledger-tables'
import { plansFor, someBrokers } from '../src/plans'
import { temporaryFolder } from '../src/platform'
import { startDistributed, type DistributedPlatform } from '../src/processes'
import { logIn, person, type Reseller } from '../src/reseller'
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
    let platform: DistributedPlatform
    let reseller: Reseller
    let handle: string
    let gates: Gates
    let ledger: LedgerTables
    let names = 0

    beforeAll(async () => {
      ;[database, broker] = await Promise.all([
        breakableDatabase(temporaryFolder()),
        breakableBroker(url, temporaryFolder()),
      ])
      platform = await startDistributed({
        databaseUrl: database.url,
        amqpUrl: broker.url,
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
      reseller = await logIn(platform)
      ;({ handle } = await reseller.done('POST', '/v1/customers', person))
      gates = await Gates.in(database.url)
      ledger = await LedgerTables.of(database.url)
    })
    afterAll(async () => {
      await platform?.close()
      await gates?.end()
      await ledger?.end()
      await broker?.close()
      await database?.close()
    })
    afterEach(() => gates.openAll())

    const kill = (victim: Victim) =>
      victim === 'broker' ? broker.kill() : victim === 'database' ? database.kill() : platform.kill(victim)

    const restore = async (victim: Victim) => {
      if (victim === 'broker') return broker.restore()
      if (victim !== 'database') return platform.start(victim)
      await database.restore()
      ;[gates, ledger] = await Promise.all([Gates.existing(database.url), LedgerTables.of(database.url)])
    }

    /** Kills the process while a transaction waits before the commit of the step, and restarts it. */
    const strike = async ({ step, victim, moment }: Fault) => {
      await gates.reached(step)
      if (victim === 'database' && moment === 'after') await gates.open(step)
      await kill(victim)
      try {
        if (victim === 'database') return
        if (moment === 'before') await gates.rollBack(step)
        await gates.open(step)
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
      await eventually(() => ledger.isWaiting(name), `${name} is pending at the registry`, RECOVERY_MS)
    }

    const isOver = async (placed: PlacedName) => {
      const left = await ledger.unfinished(placed.name)
      if (left.length > 0) throw new Error(left.join(', '))
      return placed.isDone()
    }

    it.each(plan.map((fault) => [named(fault), fault] as const))('%s', async (_, fault) => {
      const placed = await prepare(fault.ordered, `${fault.ordered.replace(' ', '-')}-${++names}`, {
        platform,
        reseller,
        handle,
        ledger: () => ledger,
      })
      const { name, price, decide, decided } = placed
      const before = await ledger.balance(platform.resellerId)
      const earlier = (await ledger.ordersOf(name)).length

      if (decided.has(fault.step)) {
        expect(await answered(placed)).toMatchObject({ status: 200 })
        await isWaiting(placed)
        await gates.close(fault.step)
        await decide!()
        await strike(fault)
      } else {
        await gates.close(fault.step)
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
      const orders = (await ledger.ordersOf(name)).slice(earlier)
      const debits = orders.filter(({ movements }) => movements.includes('capture'))
      expect(debits).toHaveLength(price > 0 ? 1 : 0)
      expect(await ledger.balance(platform.resellerId)).toEqual({ ...before, available: before.available - price })
      expect(await ledger.violations()).toEqual([])
      const verified = () => platform.operator.rpc.call(verifyLedger, { all: true }, platform.operator.call())
      expect((await eventually(verified, 'the result of the ledger verification')).findings).toEqual([])
      expect(platform.lost).toEqual([])
      if (isWhole) process.stderr.write(`survived: ${named(fault)}\n`)
    })
  },
)
