import { Client } from 'pg'
import { Webhook } from 'standardwebhooks'
import { testBroker, type TestBroker } from '@nameyard/testing/broker'
import type { TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { Receivers } from '@nameyard/testing/receivers'
import { choice, sampled } from '@nameyard/testing/sampling'
import { Gates, type Step } from '../src/gates'
import { platformDatabase } from '../src/platform-database'
import { startDistributed, type DistributedPlatform } from '../src/processes'
import { logIn, order, person, type Reseller } from '../src/reseller'

/** Longer than a reconnect and a redelivery together on a busy machine. */
const RECOVERY_MS = 45_000

interface Kill {
  readonly step: Step
  readonly moment: 'before' | 'after'
}

const kills: readonly Kill[] = (
  ['add an account event', 'take an event for a webhook', 'claim a delivery', 'store what a receiver answered'] as const
).flatMap((step) => (['before', 'after'] as const).map((moment) => ({ step, moment })))

const chosen = sampled(kills, 1, ({ step }) => step)

describe(`webhooks get each event when the events service is killed (${choice})`, () => {
  let database: TestDatabase
  let broker: TestBroker
  let platform: DistributedPlatform
  let reseller: Reseller
  let handle: string
  let gates: Gates
  let sql: Client
  let receivers: Receivers
  let secret: string

  beforeAll(async () => {
    ;[database, broker, receivers] = await Promise.all([platformDatabase(), testBroker(), Receivers.listen()])
    platform = await startDistributed({
      databaseUrl: database.url,
      amqpUrl: broker.url,
      apart: ['events'],
      overrides: { domains: { SETTLEMENT_WAIT_MS: '200' }, events: { EGRESS_ALLOW: '127.0.0.1' } },
    })
    reseller = await logIn(platform)
    ;({ handle } = await reseller.done('POST', '/v1/customers', person))
    ;({ secret } = await reseller.done('POST', '/v1/webhooks', { url: receivers.url('/'), types: ['domain.*'] }))
    gates = await Gates.in(database.url)
    sql = new Client({ connectionString: database.url })
    await sql.connect()
  })
  afterAll(async () => {
    await platform?.close()
    await gates?.end()
    await sql?.end()
    await receivers?.close()
    await Promise.all([database?.drop(), broker?.drop()])
  })
  afterEach(() => gates.openAll())

  /** What a verified request says of an event. */
  const received = () =>
    receivers.of('/').map(({ body, headers }) => {
      const event = new Webhook(secret).verify(body, headers as Record<string, string>) as { id: string }
      return { id: event.id, header: headers['webhook-id'], body }
    })

  it.each(chosen.map((kill) => [`${kill.moment} the commit of "${kill.step}"`, kill] as const))(
    'with the same id and body whenever it is sent, %s',
    async (_, { step, moment }) => {
      const name = `${step.replaceAll(' ', '-')}-${moment}.com`
      await gates.close(step)
      await reseller.ask('POST', '/v1/domains', order(name, handle))
      await gates.reached(step, RECOVERY_MS)
      await platform.kill('events')
      if (moment === 'before') await gates.rollBack(step)
      await gates.open(step)
      await platform.start('events')
      // A delivery that the killed process was sending is sent again when its lease ends. The test does not wait for that.
      const release = `update events.webhook_delivery set due_at = now(), leased_until = null
        where settled_at is null and leased_until > now()`
      const isWhole = async () => {
        const { rows } = await sql.query<{ id: string; type: string }>(
          `select id, type from events.account_event where domain = $1 order by sequence`,
          [name],
        )
        if (!rows.some(({ type }) => type === 'domain.activated')) return false
        const ids = new Set(received().map(({ id }) => id))
        const { rows: waiting } = await sql.query('select from events.webhook_delivery where settled_at is null')
        return waiting.length === 0 && rows.every(({ id }) => ids.has(id))
      }
      await sql.query(release)
      await eventually(isWhole, `the deliveries of ${name}`, RECOVERY_MS)
      for (const { id, header, body } of received()) {
        expect(header).toBe(id)
        expect(received().filter((other) => other.id === id && other.body !== body)).toEqual([])
      }
      const { rows } = await sql.query('select event from events.webhook_delivery group by 1 having count(*) > 1')
      expect(rows).toEqual([])
    },
  )
})
