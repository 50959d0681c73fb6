import { randomUUID } from 'node:crypto'
import { Controller } from '@nestjs/common'
import { changeMaintenance } from '@nameyard/contracts/domains/change-maintenance'
import { findMaintenances } from '@nameyard/contracts/domains/find-maintenances'
import { listMaintenances } from '@nameyard/contracts/domains/list-maintenances'
import { registriesStatus } from '@nameyard/contracts/domains/registries-status'
import { withdrawMaintenance } from '@nameyard/contracts/domains/withdraw-maintenance'
import type { Payload } from '@nameyard/contracts/event'
import { broadcastEvent } from '@nameyard/contracts/events/broadcast-event'
import type { Result } from '@nameyard/contracts/operation'
import { describeRegistryStatus } from '@nameyard/contracts/registry/describe-status'
import { registryMaintenanceAnnounced } from '@nameyard/contracts/registry/maintenance-announced'
import { Handles } from '@nameyard/messaging/handles'
import { startPlatform, type Account, type Platform } from './platform'

/** What accounts learn of maintenances that registries announce themselves. */

const HOUR_MS = 3_600_000

type Announced = Payload<typeof registryMaintenanceAnnounced>

/** What the registry worker answers about .com. */
let atWorker: Result<typeof describeRegistryStatus>['registries'][number]['maintenances'] = []

@Controller()
class Statuses {
  @Handles(describeRegistryStatus)
  async execute(): Promise<Result<typeof describeRegistryStatus>> {
    return { registries: [{ extension: 'com', state: 'ok', maintenances: atWorker }] }
  }
}

let platform: Platform
let anna: Account
beforeAll(async () => {
  platform = await startPlatform({}, [Statuses])
  anna = await platform.account()
})
afterAll(() => platform?.close())
beforeEach(async () => {
  atWorker = []
  await platform.sql.query('delete from planned_maintenance')
})

const instant = (hours: number) => new Date(platform.clock.now().getTime() + hours * HOUR_MS).toISOString()
const onWire = (iso: string) => iso.slice(0, 19).replace('T', ' ')

/** A maintenance that a registry announces now. */
const announced = (over: Partial<Announced> = {}): Announced => ({
  account: 'sandbox',
  maintenanceId: randomUUID(),
  isCancelled: false,
  startsAt: instant(24),
  endsAt: instant(26),
  reason: 'planned',
  impact: 'full',
  tlds: ['com', 'net'],
  changedAt: instant(0),
  ...over,
})
/** Publishes announcements at the same time, as the worker does, and waits until they are handled. */
async function say(...payloads: Announced[]): Promise<void> {
  const messages = payloads.map((payload) => ({
    message: registryMaintenanceAnnounced,
    payload,
    messageId: randomUUID(),
    correlationId: randomUUID(),
  }))
  await platform.worker.publisher.publish(messages)
  for (const { messageId } of messages) await platform.handled(messageId)
}
const listed = async () => (await platform.rpc.call(listMaintenances, {}, anna.call())).results
const all = async () => (await platform.rpc.call(findMaintenances, { isWithPast: true }, anna.call())).maintenances
const ofCom = async () => (await platform.rpc.call(registriesStatus, { extensions: ['com'] }, anna.call())).results[0]!

/** What was told to accounts of the only maintenance, in the order of its changes. */
async function told(): Promise<Payload<typeof broadcastEvent>[]> {
  const [row] = await all()
  const { rows } = await platform.sql.query<{ payload: Payload<typeof broadcastEvent> }>(
    `select payload::jsonb from (
       select message_id, message, payload from outbox union select message_id, message, payload from sent) as stored
     where message = $1 and payload::jsonb ->> 'object' = $2 order by message_id`,
    [broadcastEvent.id, `registries/maintenances/${row?.id}`],
  )
  return rows.map(({ payload }) => payload)
}
const typesTold = async () => (await told()).map(({ type }) => type)

it('announces a maintenance to all accounts, changes it and withdraws it', async () => {
  const first = announced()
  await say(first)
  const [planned, ...others] = await listed()
  expect(others).toEqual([])
  expect(planned).toEqual({
    id: expect.any(Number),
    status: 'planned',
    start: onWire(first.startsAt),
    end: onWire(first.endsAt),
    impact: 'full',
    extensions: ['com', 'net'],
    text: 'The registry of .com and .net is not available during a maintenance.',
    announced_at: onWire(first.changedAt),
    changed_at: onWire(first.changedAt),
  })
  platform.clock.advance(60_000)
  const second = { ...first, endsAt: instant(30), impact: 'partial' as const, changedAt: instant(0) }
  await say(second)
  const [changed] = await listed()
  expect(changed).toMatchObject({
    id: planned!.id,
    end: onWire(second.endsAt),
    announced_at: planned!.announced_at,
    changed_at: onWire(second.changedAt),
    text: 'Parts of the registry of .com and .net are not available during a maintenance.',
  })
  await say({ ...second, isCancelled: true })
  expect(await listed()).toEqual([])

  const events = await told()
  expect(events.map(({ type }) => type)).toEqual([
    'maintenance.planned',
    'maintenance.changed',
    'maintenance.withdrawn',
  ])
  expect(events.map(({ accounts }) => accounts)).toEqual([undefined, undefined, undefined])
  expect(events.slice(0, 2).map(({ state }) => state)).toEqual([planned, changed])
  expect(events[2]!.state).toMatchObject({ status: 'withdrawn', end: onWire(second.endsAt) })
  expect(JSON.stringify(events)).not.toMatch(/sandbox|registry_?id/i)
  expect(await all()).toMatchObject([{ registryAccount: 'sandbox', setBy: 'registry' }])

  await say({ ...second, changedAt: instant(1) })
  expect((await typesTold()).at(-1)).toBe('maintenance.planned')
})

it('ignores what comes late, and what comes twice', async () => {
  const first = announced()
  const second = { ...first, endsAt: instant(30), changedAt: instant(1) }
  await say(second, second)
  await say(first)
  expect(await listed()).toMatchObject([{ end: onWire(second.endsAt) }])
  await say({ ...second, isCancelled: true })
  await say({ ...second, isCancelled: true })
  await say(second)
  expect(await listed()).toEqual([])
  expect(await typesTold()).toEqual(['maintenance.planned', 'maintenance.withdrawn'])
})

it('does not announce what was cancelled before its announcement arrives', async () => {
  const first = announced()
  await say({ ...first, isCancelled: true })
  await say(first)
  expect(await listed()).toEqual([])
  expect(await typesTold()).toEqual([])
})

it('announces the extensions that are sold, and nothing for others', async () => {
  await say(announced({ tlds: ['nowhere', 'COM'] }))
  expect(await listed()).toMatchObject([{ extensions: ['com'] }])
  await say(announced({ tlds: ['nowhere'] }), announced({ account: 'nobody', tlds: [] }))
  expect(await all()).toHaveLength(1)
  await platform.sql.query('delete from planned_maintenance')

  const ofAll = announced({ tlds: [], reason: 'emergency' })
  await say(ofAll)
  const [found] = await listed()
  expect(found!.extensions).toEqual(expect.arrayContaining(['com', 'net', 'nl', 'org']))
  expect(found!.text).toMatch(
    /^The registry of \.\S+, \.\S+, \.\S+ and \d+ more is not available during an emergency maintenance\.$/,
  )
  await say({ ...ofAll, tlds: ['nowhere'], changedAt: instant(1) })
  expect(await typesTold()).toEqual(['maintenance.planned', 'maintenance.withdrawn'])
})

it('tells nothing where accounts see no difference, and nothing of what has ended', async () => {
  const first = announced()
  await say(first)
  await say({ ...first, changedAt: instant(1) })
  expect(await typesTold()).toEqual(['maintenance.planned'])
  platform.clock.advance(27 * HOUR_MS)
  await say({ ...first, startsAt: instant(-2), endsAt: instant(-1), changedAt: instant(0) })
  await say(announced({ startsAt: instant(-2), endsAt: instant(-1) }))
  expect(await all()).toHaveLength(1)
  expect(await typesTold()).toEqual(['maintenance.planned'])
  await say({ ...first, endsAt: instant(2), changedAt: instant(0) })
  expect(await typesTold()).toEqual(['maintenance.planned', 'maintenance.changed'])
})

it('lets operators change and withdraw it, until the registry changes it again', async () => {
  const first = announced()
  await say(first)
  const { id } = (await all())[0]!
  await platform.rpc.call(changeMaintenance, { id, endsAt: instant(40), text: 'It takes longer.' }, anna.call())
  await platform.rpc.call(withdrawMaintenance, { id }, anna.call())
  await say(first)
  expect(await listed()).toEqual([])
  await say({ ...first, endsAt: instant(27), changedAt: instant(1) })
  expect(await listed()).toMatchObject([{ id, end: onWire(instant(27)), text: expect.stringMatching(/^The registry/) }])
  expect(await typesTold()).toEqual([
    'maintenance.planned',
    'maintenance.changed',
    'maintenance.withdrawn',
    'maintenance.planned',
  ])
})

it('is in the state of the registry once, as accounts were told, and not when it was withdrawn', async () => {
  const first = announced({ startsAt: instant(-1), endsAt: instant(2), reason: 'emergency' })
  const { account, maintenanceId, startsAt, endsAt, reason, impact } = first
  atWorker = [{ account, maintenanceId, startsAt, endsAt, reason, impact, extensions: ['com', 'net'] }]
  const shown = {
    extension: 'com',
    state: 'maintenance',
    since: onWire(startsAt),
    maintenance: [
      { start: onWire(startsAt), end: onWire(endsAt), reason: 'emergency', impact: 'full', extensions: ['com', 'net'] },
    ],
  }
  expect(await ofCom()).toEqual(shown)
  await say(first)
  expect(await ofCom()).toEqual(shown)
  await platform.rpc.call(withdrawMaintenance, { id: (await all())[0]!.id }, anna.call())
  expect(await ofCom()).toEqual({ extension: 'com', state: 'ok', maintenance: [] })
})
