import { randomUUID } from 'node:crypto'
import { timerDue } from '@nameyard/contracts/registry/timer-due'
import { eventually } from '@nameyard/testing/eventually'
import { startPlatform, type Platform } from './platform'
import { registries } from './worker-stand-in'

const DAY = 86_400_000
const unchanged = { presence: 'ours' as const, statuses: ['ok'], graceStatuses: [] }

let platform: Platform

beforeAll(async () => void (platform = await startPlatform()))
afterAll(() => platform?.close())

/** Lets the sync timer fire, and settles the inspection with a state of the registry. */
async function inspected(id: number, name: string, registry: object): Promise<void> {
  platform.clock.advance(2 * DAY)
  const inspections = () =>
    registries.submitted.filter((each) => each.object === name && each.kind === 'domain.inspect')
  const before = inspections().length
  await platform.fireTimer(id, 'sync')
  const inspection = await eventually(() => inspections()[before], `an inspection of ${name}`)
  const settledAt = platform.clock.now().toISOString()
  await platform.settle(inspection, { registry: { ...unchanged, ...registry }, settledAt })
}

it('counts a domain as drifted until its registry shows the desired state', async () => {
  const anna = await platform.account()
  const name = 'drifting.com'
  const { id } = await platform.active(anna, name, {
    name_servers: [{ name: 'ns1.a.net' }, { name: 'ns2.a.net' }],
    ns_group: undefined,
  })
  expect(await platform.metric('domains_drifted')).toBe(0)
  expect(await platform.metric('domains_longest_drift_seconds')).toBe(0)
  await inspected(id, name, { nameservers: ['ns1.a.net', 'ns9.a.net'] })
  await inspected(id, name, { nameservers: ['ns1.a.net', 'ns9.a.net'] })
  expect(await platform.metric('domains_drifted')).toBe(1)
  expect(await platform.metric('domains_longest_drift_seconds')).toBe((2 * DAY) / 1000)
  const { rows } = await platform.sql.query('select domain_id, desired, registry, times from registry_drift')
  expect(rows).toEqual([
    {
      domain_id: id,
      desired: { nameservers: [{ name: 'ns1.a.net' }, { name: 'ns2.a.net' }], statuses: [] },
      registry: { ...unchanged, nameservers: ['ns1.a.net', 'ns9.a.net'] },
      times: 2,
    },
  ])
  await inspected(id, name, { nameservers: ['ns1.a.net', 'ns2.a.net'] })
  expect(await platform.metric('domains_drifted')).toBe(0)
  expect(await platform.metric('domains_longest_drift_seconds')).toBe(0)
})

it('gives up a repair that the registry refuses repeatedly, counts it and raises an alarm', async () => {
  const anna = await platform.account()
  const name = 'refused.com'
  const nameservers = ['ns1.a.net', 'ns9.a.net']
  const { id } = await platform.active(anna, name, {
    name_servers: [{ name: 'ns1.a.net' }, { name: 'ns2.a.net' }],
    ns_group: undefined,
  })
  const repairs = () => registries.submitted.filter((each) => each.object === name && each.kind === 'domain.update')
  for (const text of ['busy', 'no', 'no', 'no', 'never sent']) {
    const before = repairs().length
    await inspected(id, name, { nameservers })
    if (text === 'never sent') break
    const repair = await eventually(() => repairs()[before], 'a repair')
    await platform.settle(repair, {
      outcome: 'refused',
      reason: { refusal: 'registry_refused', text },
      registry: { ...unchanged, nameservers },
    })
  }
  expect(repairs()).toHaveLength(4)
  expect(await platform.rowOf(id)).toMatchObject({ registry_refusal: { reason: 'no', times: 3 } })
  expect(await platform.metric('domains_repairs_given_up')).toBe(1)
  await eventually(() => registries.alarms.some((each) => each.includes(name)), 'the alarm')
  expect(registries.alarms).toHaveLength(1)
  await inspected(id, name, { nameservers: ['ns1.a.net', 'ns2.a.net'] })
  expect(await platform.rowOf(id)).toMatchObject({ registry_refusal: null })
})

it('counts violations of the lifecycle', async () => {
  const bob = await platform.account()
  const { id } = await platform.active(bob, 'vanished.com')
  expect(await platform.metric('domains_lifecycle_violations')).toBe(0)
  await inspected(id, 'vanished.com', { presence: 'missing' })
  expect(await platform.metric('domains_lifecycle_violations')).toBe(1)
})

it('counts dead letters', async () => {
  expect(await platform.metric('domains_dead_letters')).toBe(0)
  const unreadable = { message: timerDue, payload: { domainId: 'none' }, correlationId: randomUUID() }
  await platform.worker.publisher.publish([{ ...unreadable, messageId: randomUUID() }])
  await eventually(async () => (await platform.metric('domains_dead_letters')) === 1, 'a dead letter')
})
