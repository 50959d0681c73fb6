import type { TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { choice } from '@nameyard/testing/sampling'
import { breakableBroker, type BreakableBroker } from '../src/breakable-broker'
import { someBrokers } from '../src/plans'
import { temporaryFolder } from '../src/platform'
import { platformDatabase } from '../src/platform-database'
import { startDistributed, type DistributedPlatform } from '../src/processes'
import { logIn, order, person, type Reseller } from '../src/reseller'

/** Longer than a reconnect, a redelivery and the info commands take together on a busy machine. */
const RECOVERY_MS = 45_000

describe.each(someBrokers('kill'))(`killed processes, on %s (${choice})`, (_, url) => {
  let database: TestDatabase
  let broker: BreakableBroker
  let platform: DistributedPlatform
  let reseller: Reseller
  let handle: string

  beforeAll(async () => {
    ;[database, broker] = await Promise.all([platformDatabase(), breakableBroker(url, temporaryFolder())])
    platform = await startDistributed({
      databaseUrl: database.url,
      amqpUrl: broker.url,
      apart: ['domains', 'registry-worker'],
      // Orders that do not settle answer REQ soon. The worker gives up a silent registry soon.
      overrides: {
        domains: { SETTLEMENT_WAIT_MS: '200' },
        'registry-worker': { REGISTRY_ABSENCE_PAUSES_MS: '500,1000' },
      },
    })
    reseller = await logIn(platform)
    ;({ handle } = await reseller.done('POST', '/v1/customers', person))
  })
  afterAll(async () => {
    await platform?.close()
    await broker?.close()
    await database?.drop()
  })
  afterEach(() => platform.sandbox.removeFaults())

  const place = (name: string): Promise<{ id: number; status: string }> =>
    reseller.done('POST', '/v1/domains', order(name, handle))

  const isActive = async (id: number) => {
    const { status, expiration_date } = await reseller.done('GET', `/v1/domains/${id}`)
    return status === 'ACT' && !expiration_date.startsWith('0000')
  }

  it('completes an order once when its worker is killed between EPP command and response', async () => {
    const name = 'answer-lost.com'
    await platform.sandbox.dropResponse(name)
    const { id, status } = await place(name)
    expect(status).toBe('REQ')
    await eventually(async () => (await platform.sandbox.creations(name)).length === 1, 'the create at the registry')
    await platform.kill('registry-worker')
    await platform.start('registry-worker')
    await eventually(() => isActive(id), `${name} active`, RECOVERY_MS)
    expect(await platform.sandbox.creations(name)).toHaveLength(1)
  })

  const placeMany = async (prefix: string) => {
    const names = Array.from({ length: 20 }, (_, n) => `${prefix}-${n}.com`)
    // Delayed answers keep the orders in progress while a process is killed.
    await platform.sandbox.delay('domain:create', 300, names.length)
    const orders = await Promise.all(names.map(place))
    expect(orders.map(({ status }) => status)).toContain('REQ')
    return { names, ids: orders.map(({ id }) => id) }
  }

  const expectEachOnce = async ({ names, ids }: Awaited<ReturnType<typeof placeMany>>) => {
    for (const [index, id] of ids.entries()) {
      await eventually(() => isActive(id), `${names[index]} active`, RECOVERY_MS)
    }
    const created = await Promise.all(names.map((name) => platform.sandbox.creations(name)))
    expect(created.map((entries) => entries.length)).toEqual(names.map(() => 1))
    for (const id of ids) await expectEvents(id)
  }

  /** The event log has the order and the registration of a domain, each once and in this order. */
  const expectEvents = async (id: number) => {
    const told = async () => {
      const { results } = await reseller.done('GET', `/v1/events?object=domains/${id}&limit=500`)
      return (results as { type: string }[]).map(({ type }) => type).filter((type) => type !== 'domain.changed')
    }
    await eventually(async () => (await told()).includes('domain.activated'), `the events of domain ${id}`, RECOVERY_MS)
    expect(await told()).toEqual(['domain.ordered', 'domain.activated'])
  }

  it('completes every accepted order once when the broker was killed', async () => {
    const orders = await placeMany('broker')
    await broker.kill()
    await broker.restore()
    await expectEachOnce(orders)
  })

  it('completes every accepted order once when the domains service was killed', async () => {
    const orders = await placeMany('domains')
    await platform.kill('domains')
    await platform.start('domains')
    await expectEachOnce(orders)
  })

  it('has the events of each order that was stored when the domains service was killed while it stored them', async () => {
    const placing = Array.from({ length: 40 }, (_, n) => place(`committing-${n}.com`))
    const outcomes = Promise.allSettled(placing)
    await Promise.any(placing)
    await platform.kill('domains')
    await platform.start('domains')
    await outcomes
    const { results } = await reseller.done('GET', '/v1/domains?domain_name_pattern=committing-*&limit=100')
    expect(results.length).toBeGreaterThan(0)
    for (const { id } of results) {
      await eventually(() => isActive(id), `domain ${id} active`, RECOVERY_MS)
      await expectEvents(id)
    }
  })
})
