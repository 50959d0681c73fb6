import { eventually } from '@nameyard/testing/eventually'
import { PATIENT_MS, startPlatform, type Platform } from './platform'

let platform: Platform

beforeAll(async () => {
  platform = await startPlatform([], PATIENT_MS)
  await platform.openRegistry()
})
afterAll(() => platform?.close())

/** The sessions in which the registry got a command. */
const sessionsOf = async (command: string) => {
  const { rows } = await platform.sql.query<{ session: string }>(
    `select distinct session::text from sandbox_registry.audit where registrar = 'nameyard' and command = $1`,
    [command],
  )
  return rows.map(({ session }) => session)
}

it('a worker that begins to read the message queue gets the session for it, and ends none for orders', async () => {
  const settings = { REGISTRY_SANDBOX_SESSIONS: '2', REGISTRY_POLL_MS: '100' }
  await platform.worker(settings)
  expect(await platform.ended(await platform.submit('first.com'))).toMatchObject({ outcome: 'done' })
  await eventually(async () => (await sessionsOf('poll')).length === 1, 'a poll')
  const second = await platform.worker({ ...settings, REGISTRY_ACCOUNTS: 'sandbox' })
  // A reader whose poll fails leaves the queue to another worker.
  await platform.fault({ command: 'poll', kind: 'inject-code', code: 2400, times: 20 })
  await eventually(async () => {
    platform.clock.advance(200)
    return (await platform.audit({ command: 'poll', code: '2400' })).length === 20
  }, 'failed polls')
  expect(await platform.ended(await platform.submit('second.com'))).toMatchObject({ outcome: 'done' })
  expect(await sessionsOf('domain:create')).toHaveLength(1)
  await second.close()
})
