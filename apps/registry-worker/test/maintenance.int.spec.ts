import type { Payload } from '@nameyard/contracts/event'
import { describeRegistryStatus } from '@nameyard/contracts/registry/describe-status'
import { registryMaintenanceAnnounced } from '@nameyard/contracts/registry/maintenance-announced'
import { resumeRegistryAccount } from '@nameyard/contracts/registry/resume-account'
import { suspendRegistryAccount } from '@nameyard/contracts/registry/suspend-account'
import { eventually } from '@nameyard/testing/eventually'
import { startPlatform, type Platform } from './platform'

const HOUR_MS = 3_600_000
let platform: Platform
let worker: Awaited<ReturnType<Platform['worker']>>
beforeAll(async () => {
  platform = await startPlatform()
  await platform.openRegistry()
  worker = await platform.worker()
})
afterAll(() => platform?.close())

const statusOf = async (extension: string) => {
  const { rpc, call } = platform.domains
  const { registries } = await rpc.call(describeRegistryStatus, {}, call())
  return registries.find((each) => each.extension === extension)!
}
const at = (hours: number) => new Date(platform.clock.now().getTime() + hours * HOUR_MS).toISOString()
const becomes = async (
  extension: string,
  is: (status: Awaited<ReturnType<typeof statusOf>>) => boolean,
  what: string,
) =>
  eventually(async () => {
    platform.clock.advance(1_000)
    const status = await statusOf(extension)
    return is(status) && status
  }, what)

/** What domains was told of a maintenance, in the order of its changes. */
async function told(maintenanceId: string): Promise<Payload<typeof registryMaintenanceAnnounced>[]> {
  const { rows } = await platform.sql.query<{ payload: Payload<typeof registryMaintenanceAnnounced> }>(
    `select payload::jsonb from (
       select message_id, message, payload from outbox union select message_id, message, payload from sent) as stored
     where message = $1 and payload::jsonb ->> 'maintenanceId' = $2 order by message_id`,
    [registryMaintenanceAnnounced.id, maintenanceId],
  )
  return rows.map(({ payload }) => payload)
}
/** The messages about maintenances that were read from the queue. */
const messagesRead = async () =>
  (await platform.sql.query("select from poll_message where about = 'maintenance'")).rowCount!
/** Waits until the registry was asked for its list once more. */
async function listedAgain(): Promise<void> {
  const lists = async () => (await platform.audit({ command: 'maintenance:info' })).length
  const before = await lists()
  platform.clock.advance(HOUR_MS)
  await eventually(async () => {
    platform.clock.advance(1_000)
    return (await lists()) > before
  }, 'another list')
}

it('shows a maintenance that a message announces, by its extensions, and its change and cancellation', async () => {
  const window = { start: at(24), end: at(26), tlds: ['com', 'nowhere'], reason: 'planned' }
  await platform.maintenance('upgrade', window)
  const planned = await becomes('com', ({ maintenances }) => maintenances.length > 0, 'the planned maintenance')
  expect(planned).toEqual({
    extension: 'com',
    state: 'ok',
    maintenances: [
      {
        account: 'sandbox',
        maintenanceId: 'upgrade',
        startsAt: window.start,
        endsAt: window.end,
        reason: 'planned',
        impact: 'full',
        extensions: ['com'],
      },
    ],
  })
  expect((await statusOf('net')).maintenances).toEqual([])

  await platform.maintenance('upgrade', { ...window, start: at(-1), end: at(2) })
  const isMoved = ({ maintenances }: { maintenances: { endsAt: string }[] }) => maintenances[0]!.endsAt !== window.end
  const { maintenances } = await becomes('com', isMoved, 'the changed maintenance')
  expect(Date.parse(maintenances[0]!.startsAt)).toBeLessThan(platform.clock.epochMs())

  await platform.maintenance('upgrade', undefined)
  await becomes('com', ({ maintenances }) => maintenances.length === 0, 'the cancelled maintenance')
  expect(await statusOf('com')).toMatchObject({ state: 'ok' })
  expect(await messagesRead()).toBe(3)

  const sent = { account: 'sandbox', tlds: ['com', 'nowhere'], reason: 'planned', impact: 'full' }
  const events = await told('upgrade')
  expect(events).toMatchObject([
    { ...sent, isCancelled: false, startsAt: window.start, endsAt: window.end },
    { ...sent, isCancelled: false, startsAt: maintenances[0]!.startsAt },
    { ...sent, isCancelled: true, startsAt: maintenances[0]!.startsAt },
  ])
  expect(events[1]!.changedAt > events[0]!.changedAt).toBe(true)
})

it('tells domains of each change once: not of a list without changes, and not of what another worker has stored', async () => {
  const window = { start: at(24), end: at(26), tlds: ['nl'] }
  await platform.maintenance('told', window)
  await becomes('nl', ({ maintenances }) => maintenances.length > 0, 'the planned maintenance')
  await listedAgain()
  expect(await told('told')).toHaveLength(1)

  const read = await messagesRead()
  const changed = await platform.maintenance('told', { ...window, end: at(28) })
  const { end, updatedAt } = changed as unknown as { end: string; updatedAt: string }
  await platform.sql.query('update maintenance set end_at = $1, changed_at = $2', [end, updatedAt])
  await eventually(async () => {
    platform.clock.advance(1_000)
    return (await messagesRead()) > read
  }, 'the message about the change')
  expect(await told('told')).toHaveLength(1)

  await platform.maintenance('told', undefined)
  await becomes('nl', ({ maintenances }) => maintenances.length === 0, 'the cancelled maintenance')
  expect((await told('told')).map(({ isCancelled }) => isCancelled)).toEqual([false, true])
})

it('asks the registry for what it has planned: a lost message is made up for, and its own list counts', async () => {
  await platform.fault({ kind: 'suppress-poll', registrar: 'nameyard', times: 9 })
  await platform.maintenance('unnoticed', { start: at(48), end: at(50), impact: 'partial' })
  await platform.clearFaults()
  await platform.sql.query(
    `insert into maintenance (account, id, start_at, end_at, reason, impact, tlds, changed_at)
     values ('sandbox', 'forgotten', $1, $3, 'planned', 'full', '{}', $2),
       ('sandbox', 'running', $2, $3, 'planned', 'full', '{}', $2)`,
    [at(10), at(-1), at(50)],
  )
  platform.clock.advance(HOUR_MS)
  const listed = await becomes(
    'org',
    ({ maintenances }) => maintenances.length === 1 && maintenances[0]!.impact === 'partial',
    'the maintenance of the list',
  )
  expect(listed.maintenances[0]!.extensions).toContain('com')
  await platform.maintenance('unnoticed', undefined)
  await becomes('org', ({ maintenances }) => maintenances.length === 0, 'no maintenance')
  expect((await told('unnoticed')).map(({ isCancelled }) => isCancelled)).toEqual([false, true])
  expect((await told('forgotten')).map(({ isCancelled }) => isCancelled)).toEqual([true])
  const [ended, ...others] = await told('running')
  expect(others).toEqual([])
  expect(ended).toMatchObject({ isCancelled: false })
  expect(Date.parse(ended!.endsAt)).toBeLessThanOrEqual(platform.clock.epochMs())
})

it('is in maintenance while an operator has suspended the account', async () => {
  const { rpc, call } = platform.domains
  await rpc.call(suspendRegistryAccount, { account: 'sandbox', reason: 'secret reason' }, call())
  const status = await statusOf('com')
  expect(status).toMatchObject({ state: 'maintenance', since: expect.any(String) })
  expect(JSON.stringify(status)).not.toContain('secret')
  await rpc.call(resumeRegistryAccount, { account: 'sandbox', operator: 'maria' }, call())
  expect(await statusOf('com')).toMatchObject({ state: 'ok' })
})

it('is an outage while the registry does not answer for a minute, and ends when it does', async () => {
  await platform.closeRegistry()
  const out = await becomes('com', ({ state }) => state === 'outage', 'an outage')
  expect(platform.clock.epochMs() - Date.parse(out.since!)).toBeGreaterThanOrEqual(60_000)
  await platform.openRegistry()
  await becomes('com', ({ state }) => state === 'ok', 'the end of the outage')
  await worker.close()
})
