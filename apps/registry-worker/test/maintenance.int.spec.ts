import { describeRegistryStatus } from '@nameyard/contracts/registry/describe-status'
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

it('shows a maintenance that a message announces, by its extensions, and its change and cancellation', async () => {
  const window = { start: at(24), end: at(26), tlds: ['com', 'nowhere'], reason: 'planned' }
  await platform.maintenance('upgrade', window)
  const planned = await becomes('com', ({ maintenances }) => maintenances.length > 0, 'the planned maintenance')
  expect(planned).toEqual({
    extension: 'com',
    state: 'ok',
    maintenances: [
      { startsAt: window.start, endsAt: window.end, reason: 'planned', impact: 'full', extensions: ['com'] },
    ],
  })
  expect((await statusOf('net')).maintenances).toEqual([])
  expect(JSON.stringify(planned)).not.toContain('sandbox')

  await platform.maintenance('upgrade', { ...window, start: at(-1), end: at(2) })
  const running = await becomes('com', ({ state }) => state === 'maintenance', 'the running maintenance')
  expect(Date.parse(running.since!)).toBeLessThan(platform.clock.epochMs())
  expect((await statusOf('net')).state).toBe('ok')

  await platform.maintenance('upgrade', undefined)
  await becomes('com', ({ maintenances }) => maintenances.length === 0, 'the cancelled maintenance')
  expect(await statusOf('com')).toMatchObject({ state: 'ok' })
  const { rows } = await platform.sql.query("select about from poll_message where about = 'maintenance'")
  expect(rows).toHaveLength(3)
})

it('asks the registry for what it has planned: a lost message is made up for, and its own list counts', async () => {
  await platform.fault({ kind: 'suppress-poll', registrar: 'nameyard', times: 9 })
  await platform.maintenance('unnoticed', { start: at(48), end: at(50), impact: 'partial' })
  await platform.clearFaults()
  await platform.sql.query(
    `insert into maintenance (account, id, start_at, end_at, reason, impact, tlds, changed_at)
     values ('sandbox', 'forgotten', $1, $2, 'planned', 'full', '{}', now())`,
    [at(1), at(50)],
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
