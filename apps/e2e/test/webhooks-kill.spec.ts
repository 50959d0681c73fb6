import { Webhook } from 'standardwebhooks'
import { eventually } from '@nameyard/testing/eventually'
import { Receivers } from '@nameyard/testing/receivers'
import { choice, sampled } from '@nameyard/testing/sampling'
import { startGated, testServers, type GatedPlatform, type Instant } from '../src/gated-platform'
import { order } from '../src/reseller'

/** Longer than a reconnect and a redelivery together on a busy machine. */
const RECOVERY_MS = 45_000

const kills: readonly Instant[] = (
  ['add an account event', 'take an event for a webhook', 'claim a delivery', 'store what a receiver answered'] as const
).flatMap((step) => (['before', 'after'] as const).map((moment) => ({ step, moment })))

const chosen = sampled(kills, 1, ({ step }) => step)

describe(`webhooks get each event when the events service is killed (${choice})`, () => {
  let gated: GatedPlatform
  let receivers: Receivers
  let secret: string

  beforeAll(async () => {
    receivers = await Receivers.listen()
    gated = await startGated(testServers(), {
      apart: ['events'],
      overrides: { domains: { SETTLEMENT_WAIT_MS: '200' }, events: { EGRESS_ALLOW: '127.0.0.1' } },
    })
    const hook = { url: receivers.url('/'), types: ['domain.*'] }
    ;({ secret } = await gated.reseller.done('POST', '/v1/webhooks', hook))
  })
  afterAll(async () => {
    await gated?.close()
    await receivers?.close()
  })
  afterEach(() => gated?.gates.openAll())

  /** What a verified request says of an event. */
  const received = () =>
    receivers.of('/').map(({ body, headers }) => {
      const event = new Webhook(secret).verify(body, headers as Record<string, string>) as { id: string }
      return { id: event.id, header: headers['webhook-id'], body }
    })

  it.each(chosen.map((kill) => [`${kill.moment} the commit of "${kill.step}"`, kill] as const))(
    'with the same id and body whenever it is sent, %s',
    async (_, { step, moment }) => {
      const { reseller, handle, sql } = gated
      const name = `${step.replaceAll(' ', '-')}-${moment}.com`
      await gated.strike({ step, moment }, 'events', () => reseller.ask('POST', '/v1/domains', order(name, handle)))
      // A delivery that the killed process was sending is sent again when its lease ends. The test does not wait for that.
      const release = `update events.webhook_delivery set due_at = now(), leased_until = null
        where settled_at is null and leased_until > now()`
      const isWhole = async () => {
        const { rows } = await sql.query<{ id: string; type: string }>(
          `select id, type from events.account_event where domain = $1 and type like 'domain.%' order by sequence`,
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
