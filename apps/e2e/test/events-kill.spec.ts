import { Client } from 'pg'
import { testBroker, type TestBroker } from '@nameyard/testing/broker'
import type { TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { choice, sampled } from '@nameyard/testing/sampling'
import { Gates, type Step } from '../src/gates'
import { plansFor, someBrokers } from '../src/plans'
import { platformDatabase } from '../src/platform-database'
import { startDistributed, type DistributedPlatform } from '../src/processes'
import { logIn, order, person, type Reseller } from '../src/reseller'

/** Longer than a reconnect and a redelivery together on a busy machine. */
const RECOVERY_MS = 45_000

interface Kill {
  readonly victim: 'domains' | 'events'
  readonly step: Step
  readonly moment: 'before' | 'after'
}

const kills: readonly Kill[] = (
  [
    ['domains', 'relay an account event'],
    ['events', 'relay an account event'],
    ['events', 'store an account event'],
    ['events', 'add an account event'],
  ] as const
).flatMap(([victim, step]) => (['before', 'after'] as const).map((moment) => ({ victim, step, moment })))

const named = ({ victim, step, moment }: Kill) => `when ${victim} is killed ${moment} the commit of "${step}"`
const chosen = sampled(kills, 1, ({ victim }) => victim)
const plans = plansFor(someBrokers('events-kill'), kills, chosen, () => false)

describe.each(plans.map(({ broker, url, faults }) => [broker, choice, url, faults] as const))(
  'account events survive kills on %s (%s)',
  (_, __, url, plan) => {
    let database: TestDatabase
    let broker: TestBroker
    let platform: DistributedPlatform
    let reseller: Reseller
    let handle: string
    let gates: Gates
    let sql: Client

    beforeAll(async () => {
      ;[database, broker] = await Promise.all([platformDatabase(), testBroker(url)])
      platform = await startDistributed({
        databaseUrl: database.url,
        amqpUrl: broker.url,
        apart: ['domains', 'events'],
        overrides: { domains: { SETTLEMENT_WAIT_MS: '200' }, gateway: { GATEWAY_REQUEST_MS: '4000' } },
      })
      reseller = await logIn(platform)
      ;({ handle } = await reseller.done('POST', '/v1/customers', person))
      gates = await Gates.in(database.url)
      sql = new Client({ connectionString: database.url })
      await sql.connect()
    })
    afterAll(async () => {
      await platform?.close()
      await gates?.end()
      await sql?.end()
      await Promise.all([database?.drop(), broker?.drop()])
    })
    afterEach(() => gates.openAll())

    it.each(plan.map((kill) => [named(kill), kill] as const))(
      'each is in the log once, in order and with no gap, %s',
      async (_, { victim, step, moment }) => {
        const name = `${victim}-${step.replaceAll(' ', '-')}-${moment}.com`
        await gates.close(step)
        const answer = reseller.ask('POST', '/v1/domains', order(name, handle))
        await gates.reached(step)
        await platform.kill(victim)
        if (moment === 'before') await gates.rollBack(step)
        await gates.open(step)
        await platform.start(victim)
        await answer

        const isWhole = async () => {
          const { rows } = await sql.query<{ type: string }>(
            `select type from events.account_event where domain = $1 order by sequence`,
            [name],
          )
          const types = rows.map(({ type }) => type).join(' ')
          if (types !== 'domain.ordered domain.activated') throw new Error(`only ${types} of ${name}`)
          return true
        }
        await eventually(isWhole, `the events of ${name}`, RECOVERY_MS)
        // The next case closes a gate, which an event of this one must not reach.
        const isRelayed = async () => (await sql.query(`select from domains.outbox limit 1`)).rowCount === 0
        await eventually(isRelayed, 'the end of the outbox', RECOVERY_MS)
        // Events of other services, such as the capture of the charge, arrive in their own time.
        const isNumbered = async () => (await sql.query(`select from events.arrival limit 1`)).rowCount === 0
        await eventually(isNumbered, 'the numbers of all events that arrived', RECOVERY_MS)
        const { rows } = await sql.query<{ gaps: number }>(
          `select count(*)::int as gaps from events.account_log l where last_sequence
             <> (select count(*) from events.account_event e where e.account = l.account)`,
        )
        expect(rows).toEqual([{ gaps: 0 }])
      },
    )
  },
)
