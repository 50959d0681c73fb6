import { eventually } from '@nameyard/testing/eventually'
import { choice, sampled } from '@nameyard/testing/sampling'
import { startGated, testServers, type GatedPlatform, type Instant } from '../src/gated-platform'
import { plansFor, someBrokers } from '../src/plans'

/** Longer than a reconnect and a redelivery together on a busy machine. */
const RECOVERY_MS = 45_000

const kills: readonly Instant[] = (['create a key', 'relay the event of a key'] as const).flatMap((step) =>
  (['before', 'after'] as const).map((moment) => ({ step, moment })),
)

const named = ({ step, moment }: Instant) => `when customers is killed ${moment} the commit of "${step}"`
const chosen = sampled(kills, 1, ({ step }) => step)
const plans = plansFor(someBrokers('people-events-kill'), kills, chosen, () => true)

describe.each(plans.map(({ broker, url, faults }) => [broker, choice, url, faults] as const))(
  'events of keys survive kills on %s (%s)',
  (_, __, url, plan) => {
    let gated: GatedPlatform
    /** What the log must have, with one event more for each key. */
    let expected: readonly string[]

    beforeAll(async () => {
      gated = await startGated(testServers(url), {
        apart: ['customers', 'events'],
        overrides: { gateway: { GATEWAY_REQUEST_MS: '4000' } },
      })
      // The account was opened and paid for, has logged in, and has created a customer.
      const begun = ['contact.created', 'customer.created', 'session.started', 'transaction.paid']
      expected = await eventually(
        async () => {
          const events = await told()
          if (`${events.map((event) => event.split(' ')[0])}` !== `${begun}`) throw new Error(`the log has ${events}`)
          return events
        },
        'the events before the first key',
        RECOVERY_MS,
      )
    })
    afterAll(() => gated?.close())
    afterEach(() => gated?.gates.openAll())

    /** The log of the account, sorted. Throws while events are on their way, or if its numbers have a gap. */
    const told = async () => {
      const { rows } = await gated.sql.query<{ events: string[]; last: number; waiting: number }>(
        `select array_agg(type || ' ' || object order by type collate "C", object collate "C") as events,
           max(sequence)::integer as last,
           ((select count(*) from customers.outbox) + (select count(*) from events.arrival))::integer as waiting
         from events.account_event where account = $1`,
        [gated.platform.resellerId],
      )
      const [{ events, last, waiting }] = rows as [(typeof rows)[number]]
      if (waiting > 0) throw new Error(`${waiting} events are on their way`)
      if (last !== events.length) throw new Error(`the log of ${events.length} events ends with number ${last}`)
      return events
    }

    it.each(plan.map((kill) => [named(kill), kill] as const))(
      'the log has one event of each key, and no other, %s',
      async (_, { step, moment }) => {
        const body = { name: `${step} ${moment}`, scope: ['read'] }
        /** Repeats the request with the same key until there is an answer, as a client does. */
        const created = () =>
          eventually(
            async () => {
              const answer = await gated.reseller.ask('POST', '/v1/keys', body, { 'idempotency-key': body.name })
              return answer.status === 200 && answer
            },
            `an answer to ${body.name}`,
            RECOVERY_MS,
          )
        const { json } = await gated.strike({ step, moment }, 'customers', created)
        const { rows } = await gated.sql.query('select id from customers.api_key where name = $1', [body.name])
        expect(rows).toEqual([{ id: json.data.id }])
        expected = [...expected, `key.created keys/${json.data.id}`].toSorted()
        const isWhole = async () => {
          const events = await told()
          if (`${events}` !== `${expected}`) throw new Error(`the log has ${events}, not ${expected}`)
          return true
        }
        await eventually(isWhole, 'the event of the key', RECOVERY_MS)
      },
    )
  },
)
