import { randomUUID } from 'node:crypto'
import { timerDue } from '@nameyard/contracts/registry/timer-due'
import { eventually } from '@nameyard/testing/eventually'
import { registries, startPlatform, type Platform } from './platform'

const DAY = 86_400_000
const whole = { presence: 'ours' as const, statuses: ['ok'], graceStatuses: [] }

let platform: Platform

beforeAll(async () => void (platform = await startPlatform()))
afterAll(() => platform?.close())

/** The registry is looked at, and shows this. */
async function looked(id: number, name: string, registry: object): Promise<void> {
  platform.clock.advance(2 * DAY)
  const looks = () => registries.submitted.filter((each) => each.object === name && each.kind === 'domain.inspect')
  const before = looks().length
  await platform.due(id, 'sync')
  const look = await eventually(() => looks()[before], `a look at ${name}`)
  const settledAt = platform.clock.now().toISOString()
  await platform.told(look, { registry: { ...whole, ...registry }, settledAt })
}

it('a domain that its registry shows otherwise is a figure until the registry shows it as it shall be', async () => {
  const anna = await platform.account()
  const name = 'drifting.com'
  const { id } = await platform.active(anna, name, {
    name_servers: [{ name: 'ns1.a.net' }, { name: 'ns2.a.net' }],
    ns_group: undefined,
  })
  expect(await platform.figure('domains_drifted')).toBe(0)
  expect(await platform.figure('domains_longest_drift_seconds')).toBe(0)
  await looked(id, name, { nameservers: ['ns1.a.net', 'ns9.a.net'] })
  await looked(id, name, { nameservers: ['ns1.a.net', 'ns9.a.net'] })
  expect(await platform.figure('domains_drifted')).toBe(1)
  expect(await platform.figure('domains_longest_drift_seconds')).toBe((2 * DAY) / 1000)
  const { rows } = await platform.sql.query('select domain_id, desired, registry, times from registry_drift')
  expect(rows).toEqual([
    {
      domain_id: id,
      desired: { nameservers: [{ name: 'ns1.a.net' }, { name: 'ns2.a.net' }], statuses: [] },
      registry: { ...whole, nameservers: ['ns1.a.net', 'ns9.a.net'] },
      times: 2,
    },
  ])
  await looked(id, name, { nameservers: ['ns1.a.net', 'ns2.a.net'] })
  expect(await platform.figure('domains_drifted')).toBe(0)
  expect(await platform.figure('domains_longest_drift_seconds')).toBe(0)
})

it('a repair that the registry refuses with the same words is given up, and is a figure and an alarm', async () => {
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
    await looked(id, name, { nameservers })
    if (text === 'never sent') break
    const repair = await eventually(() => repairs()[before], 'a repair')
    await platform.told(repair, {
      outcome: 'refused',
      reason: { refusal: 'registry_refused', text },
      registry: { ...whole, nameservers },
    })
  }
  expect(repairs()).toHaveLength(4)
  expect(await platform.rowOf(id)).toMatchObject({ registry_refusal: { reason: 'no', times: 3 } })
  expect(await platform.figure('domains_repairs_given_up')).toBe(1)
  await eventually(() => registries.alarms.some((each) => each.includes(name)), 'the alarm')
  expect(registries.alarms).toHaveLength(1)
  await looked(id, name, { nameservers: ['ns1.a.net', 'ns2.a.net'] })
  expect(await platform.rowOf(id)).toMatchObject({ registry_refusal: null })
})

it('what has no place in the life of a domain is a figure', async () => {
  const bob = await platform.account()
  const { id } = await platform.active(bob, 'vanished.com')
  expect(await platform.figure('domains_lifecycle_violations')).toBe(0)
  await looked(id, 'vanished.com', { presence: 'missing' })
  expect(await platform.figure('domains_lifecycle_violations')).toBe(1)
})

it('a message that was laid aside is a figure', async () => {
  expect(await platform.figure('domains_dead_letters')).toBe(0)
  const unreadable = { message: timerDue, payload: { domainId: 'none' }, correlationId: randomUUID() }
  await platform.worker.publisher.publish([{ ...unreadable, messageId: randomUUID() }])
  await eventually(async () => (await platform.figure('domains_dead_letters')) === 1, 'a dead letter')
})
