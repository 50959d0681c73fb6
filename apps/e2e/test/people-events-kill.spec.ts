import { Client } from 'pg'
import { testBroker, type TestBroker } from '@nameyard/testing/broker'
import type { TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { choice, sampled } from '@nameyard/testing/sampling'
import { Gates, type Step } from '../src/gates'
import { plansFor, someBrokers } from '../src/plans'
import { platformDatabase } from '../src/platform-database'
import { startDistributed, type DistributedPlatform } from '../src/processes'
import { logIn, type Reseller } from '../src/reseller'

/** Longer than a reconnect and a redelivery together on a busy machine. */
const RECOVERY_MS = 45_000

interface Kill {
  readonly step: Step
  readonly moment: 'before' | 'after'
}

const kills: readonly Kill[] = (['create a key', 'relay the event of a key'] as const).flatMap((step) =>
  (['before', 'after'] as const).map((moment) => ({ step, moment })),
)

const named = ({ step, moment }: Kill) => `when customers is killed ${moment} the commit of "${step}"`
const chosen = sampled(kills, 1, ({ step }) => step)
const plans = plansFor(someBrokers('people-events-kill'), kills, chosen, () => true)

describe.each(plans.map(({ broker, url, faults }) => [broker, choice, url, faults] as const))(
  'events of keys survive kills on %s (%s)',
  (_, __, url, plan) => {
    let database: TestDatabase
    let broker: TestBroker
    let platform: DistributedPlatform
    let reseller: Reseller
    let gates: Gates
    let sql: Client

    beforeAll(async () => {
      ;[database, broker] = await Promise.all([platformDatabase(), testBroker(url)])
      platform = await startDistributed({
        databaseUrl: database.url,
        amqpUrl: broker.url,
        apart: ['customers', 'events'],
        overrides: { gateway: { GATEWAY_REQUEST_MS: '4000' } },
      })
      reseller = await logIn(platform)
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
      'the log has one event of each key, and of no other, %s',
      async (_, { step, moment }) => {
        await gates.close(step)
        const answer = reseller.ask('POST', '/v1/keys', { name: `${step} ${moment}`, scope: ['read'] })
        await gates.reached(step)
        await platform.kill('customers')
        if (moment === 'before') await gates.rollBack(step)
        await gates.open(step)
        await platform.start('customers')
        await answer

        const isWhole = async () => {
          const { rows } = await sql.query<{ keys: string[]; told: string[]; waiting: number }>(
            `select array(select 'keys/' || id from customers.api_key order by id) as keys,
               array(select object from events.account_event where type = 'key.created'
                 order by substr(object, 6)::integer) as told,
               (select count(*) from customers.outbox)::integer as waiting`,
          )
          const [{ keys, told, waiting }] = rows as [(typeof rows)[number]]
          if (waiting > 0) throw new Error(`${waiting} messages are not published`)
          if (`${keys}` !== `${told}`) throw new Error(`the keys are ${keys}, and the log has ${told}`)
          return { keys }
        }
        const { keys } = await eventually(isWhole, 'the events of all keys', RECOVERY_MS)
        expect(keys.length > 0 || moment === 'before').toBe(true)
      },
    )
  },
)
