import { eventually } from '@nameyard/testing/eventually'
import { choice, sampled } from '@nameyard/testing/sampling'
import { startGated, testServers, type GatedPlatform, type Instant } from '../src/gated-platform'
import { plansFor, someBrokers } from '../src/plans'
import { order } from '../src/reseller'

/** Longer than a reconnect and a redelivery together on a busy machine. */
const RECOVERY_MS = 45_000

interface Kill extends Instant {
  readonly victim: 'domains' | 'events'
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
    let gated: GatedPlatform
    beforeAll(async () => {
      gated = await startGated(testServers(url), {
        apart: ['domains', 'events'],
        overrides: { domains: { SETTLEMENT_WAIT_MS: '200' }, gateway: { GATEWAY_REQUEST_MS: '4000' } },
      })
    })
    afterAll(() => gated?.close())
    afterEach(() => gated?.gates.openAll())

    it.each(plan.map((kill) => [named(kill), kill] as const))(
      'each is in the log once, in order and with no gap, %s',
      async (_, { victim, step, moment }) => {
        const { reseller, handle, sql } = gated
        const name = `${victim}-${step.replaceAll(' ', '-')}-${moment}.com`
        await gated.strike({ step, moment }, victim, () => reseller.ask('POST', '/v1/domains', order(name, handle)))

        const isWhole = async () => {
          const { rows } = await sql.query<{ type: string }>(
            `select type from events.account_event where domain = $1 order by sequence`,
            [name],
          )
          // The operation at the registry is an object of its own: its event may come before that of the domain.
          const [ofOperation, ofDomain] = [true, false].map((isOperation) =>
            rows.filter(({ type }) => type.startsWith('domain-operation.') === isOperation).map(({ type }) => type),
          )
          const types = [...ofDomain!, ...ofOperation!].join(' ')
          if (types !== 'domain.ordered domain.activated domain-operation.done')
            throw new Error(`only ${types} of ${name}`)
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
