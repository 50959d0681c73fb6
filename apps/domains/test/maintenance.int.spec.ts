import { Controller } from '@nestjs/common'
import { announceMaintenance } from '@nameyard/contracts/domains/announce-maintenance'
import { changeMaintenance } from '@nameyard/contracts/domains/change-maintenance'
import { findMaintenances } from '@nameyard/contracts/domains/find-maintenances'
import { listMaintenances } from '@nameyard/contracts/domains/list-maintenances'
import { registriesStatus } from '@nameyard/contracts/domains/registries-status'
import { withdrawMaintenance } from '@nameyard/contracts/domains/withdraw-maintenance'
import type { Payload } from '@nameyard/contracts/event'
import { broadcastEvent } from '@nameyard/contracts/events/broadcast-event'
import { maintenanceState } from '@nameyard/contracts/events/catalogue/maintenance-events'
import type { InputGiven, Result } from '@nameyard/contracts/operation'
import { describeRegistryStatus } from '@nameyard/contracts/registry/describe-status'
import { Handles } from '@nameyard/messaging/handles'
import { startPlatform, type Account, type Platform } from './platform'

const HOUR_MS = 3_600_000

/** What the registry worker answers. */
@Controller()
class Statuses {
  @Handles(describeRegistryStatus)
  async execute(): Promise<Result<typeof describeRegistryStatus>> {
    return {
      registries: [
        { extension: 'com', state: 'ok', maintenances: [] },
        { extension: 'nl', state: 'ok', maintenances: [] },
      ],
    }
  }
}

let platform: Platform
let anna: Account
beforeAll(async () => {
  platform = await startPlatform({}, [Statuses])
  anna = await platform.account()
})
afterAll(() => platform?.close())

const instant = (hours: number) => new Date(platform.clock.now().getTime() + hours * HOUR_MS).toISOString()
const announce = (over: Partial<InputGiven<typeof announceMaintenance>> = {}) =>
  platform.rpc.call(
    announceMaintenance,
    { extensions: ['nl', 'com'], startsAt: instant(24), endsAt: instant(26), text: 'The registry moves.', ...over },
    anna.call(),
  )
const listed = async (query: object = {}) => (await platform.rpc.call(listMaintenances, query, anna.call())).results
const statusOf = async (extension: string) =>
  (await platform.rpc.call(registriesStatus, { extensions: [extension] }, anna.call())).results[0]!

/** What was told to accounts of a maintenance, in the order of its changes. */
async function told(id: number): Promise<Payload<typeof broadcastEvent>[]> {
  const { rows } = await platform.sql.query<{ payload: Payload<typeof broadcastEvent> }>(
    `select payload::jsonb from (
       select message_id, message, payload from outbox union select message_id, message, payload from sent) as stored
     where message = $1 and payload::jsonb ->> 'object' = $2 order by message_id`,
    [broadcastEvent.id, `registries/maintenances/${id}`],
  )
  return rows.map(({ payload }) => payload)
}

it('announces, changes and withdraws a maintenance, and tells each step to all accounts', async () => {
  const { id } = await announce()
  const [planned] = await listed()
  expect(planned).toMatchObject({ id, status: 'planned', extensions: ['com', 'nl'], impact: 'full' })
  await platform.rpc.call(changeMaintenance, { id, endsAt: instant(30), impact: 'partial' }, anna.call())
  const [changed] = await listed({ extensions: ['.NL'] })
  expect(changed).toMatchObject({ id, start: planned!.start, impact: 'partial', text: planned!.text })
  expect(changed!.end > planned!.end).toBe(true)
  await platform.rpc.call(withdrawMaintenance, { id }, anna.call())
  expect(await listed()).toEqual([])

  const events = await told(id)
  expect(events.map(({ type }) => type)).toEqual([
    'maintenance.planned',
    'maintenance.changed',
    'maintenance.withdrawn',
  ])
  expect(events.map(({ previous }) => previous?.id ?? null)).toEqual([null, events[0]!.id, events[1]!.id])
  expect(events.map(({ accounts }) => accounts)).toEqual([undefined, undefined, undefined])
  expect(events[0]!.state).toEqual(planned)
  expect(events[1]!.state).toEqual(changed)
  expect(events[2]!.state).toMatchObject({ id, status: 'withdrawn' })
  for (const { state } of events) expect(maintenanceState.strict().parse(state)).toEqual(state)
  const { maintenances } = await platform.rpc.call(findMaintenances, { isWithPast: true }, anna.call())
  expect(maintenances.find((each) => each.id === id)).toMatchObject({ withdrawnAt: expect.any(String) })
})

it('names the extensions of an account at a registry, and not the account', async () => {
  const { id, extensions, registryAccount } = await announce({ registryAccount: 'sandbox', extensions: undefined })
  expect(registryAccount).toBe('sandbox')
  expect(extensions).toEqual(expect.arrayContaining(['com', 'nl', 'org']))
  const found = (await listed()).find((each) => each.id === id)!
  expect(found.extensions).toEqual(extensions)
  expect(JSON.stringify([found, await told(id)])).not.toMatch(/account"|set_by/i)
})

it('is in the state of the registry while it runs, and leaves the lists when it has ended', async () => {
  const { id } = await announce({ extensions: ['nl'], startsAt: instant(-1), endsAt: instant(1) })
  expect(await statusOf('nl')).toMatchObject({ state: 'maintenance', since: expect.any(String) })
  expect((await statusOf('com')).state).toBe('ok')
  platform.clock.advance(2 * HOUR_MS)
  expect((await statusOf('nl')).state).toBe('ok')
  expect((await listed()).map((each) => each.id)).not.toContain(id)
  await expect(platform.rpc.call(withdrawMaintenance, { id }, anna.call())).rejects.toMatchObject({
    refusal: 'invalid_input',
    message: expect.stringContaining(`no maintenance ${id} is planned or running`),
  })
})

it.each([
  ['an end before the start', () => ({ startsAt: instant(3), endsAt: instant(2) }), 'invalid_input'],
  ['an end in the past', () => ({ startsAt: instant(-3), endsAt: instant(-2) }), 'invalid_input'],
  ['neither extension nor account', () => ({ extensions: undefined }), 'invalid_input'],
  ['an extension that is not sold', () => ({ extensions: ['nowhere'] }), 'tld_not_found'],
  ['an extension of another account', () => ({ registryAccount: 'sandbox', extensions: ['nowhere'] }), 'tld_not_found'],
  ['an unknown account', () => ({ registryAccount: 'nobody' }), 'registry_account_not_found'],
])('refuses %s, and tells nobody', async (_, over, refusal) => {
  const before = await listed()
  await expect(announce(over())).rejects.toMatchObject({ refusal })
  expect(await listed()).toEqual(before)
})
