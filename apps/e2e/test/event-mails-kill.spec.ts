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
  readonly victim: 'customers' | 'events'
  readonly step: Step
  readonly moment: 'before' | 'after'
}

const kills: readonly Kill[] = (
  [
    ['events', 'ask for a mail'],
    ['events', 'relay a mail'],
    ['customers', 'record that a mail was sent'],
  ] as const
).flatMap(([victim, step]) => (['before', 'after'] as const).map((moment) => ({ victim, step, moment })))

const named = ({ victim, step, moment }: Kill) => `when ${victim} is killed ${moment} the commit of "${step}"`
const chosen = sampled(kills, 1, ({ victim }) => victim)
const plans = plansFor(someBrokers('event-mails-kill'), kills, chosen, () => false)

describe.each(plans.map(({ broker, url, faults }) => [broker, choice, url, faults] as const))(
  'mails about events survive kills on %s (%s)',
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
        apart: ['customers', 'events'],
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
      'each has one Message-ID for its recipient, %s',
      async (_, { victim, step, moment }) => {
        const name = `${victim}-${step.replaceAll(' ', '-')}-${moment}.com`
        const { id } = await reseller.done('POST', '/v1/domains', order(name, handle))
        const isActive = async () => (await reseller.done('GET', `/v1/domains/${id}`)).status === 'ACT'
        await eventually(isActive, `the domain ${name}`, RECOVERY_MS)
        await gates.close(step)
        await reseller.done('GET', `/v1/domains/${id}/authcode`)
        await gates.reached(step)
        await platform.kill(victim)
        if (moment === 'before') await gates.rollBack(step)
        await gates.open(step)
        await platform.start(victim)

        const mails = async () =>
          (
            await sql.query<{ state: string }>(
              `select state from customers.sent_mail where type = 'auth-code-disclosed' and object = $1`,
              [`domains/${id}`],
            )
          ).rows
        const isSent = async () => (await mails()).some(({ state }) => state === 'sent')
        await eventually(isSent, `the mail about ${name}`, RECOVERY_MS)
        // Nothing is left that could make another mail, and the next case closes a gate that nothing of this one reaches.
        const isQuiet = async () =>
          (
            await sql.query(
              `select from domains.outbox union all select from events.arrival union all select from events.outbox`,
            )
          ).rowCount === 0
        await eventually(isQuiet, 'the end of the outboxes', RECOVERY_MS)
        const isRecorded = async () =>
          (
            await sql.query(
              `select from customers.inbox i join customers.sent_mail m on m.message_id = i.message_id::text
               where m.object = $1 and i.consumer = 'event-mail.send registrant'`,
              [`domains/${id}`],
            )
          ).rowCount === 1
        await eventually(isRecorded, 'the record of the mail', RECOVERY_MS)
        expect(await mails()).toEqual([{ state: 'sent' }])
      },
    )
  },
)
