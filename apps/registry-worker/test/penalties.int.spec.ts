import { PATIENT_MS, startPlatform, type Platform } from './platform'

/** Much longer than two orders take. */
const PENALTY_MS = 5_000

let platform: Platform

beforeAll(async () => {
  platform = await startPlatform([], PATIENT_MS)
  await platform.openRegistry()
})
afterAll(() => platform?.close())

test('a session sends nothing during its penalty after a refusal', async () => {
  await platform.worker({
    REGISTRY_SANDBOX_SESSIONS: '1',
    REGISTRY_SANDBOX_PENALTY_MS: String(PENALTY_MS),
    REGISTRY_POLL_MS: '3600000',
  })
  await platform.ended(await platform.submit('warm.com'))
  const begun = performance.now()
  await platform.fault({ command: 'domain:create', object: 'unwanted.com', kind: 'inject-code', code: 2306 })
  expect(await platform.ended(await platform.submit('unwanted.com'))).toMatchObject({ outcome: 'refused' })
  expect(await platform.ended(await platform.submit('patient.com'), 30_000)).toMatchObject({ outcome: 'done' })
  expect(performance.now() - begun).toBeGreaterThanOrEqual(PENALTY_MS)
  expect(await platform.audit({ command: 'login' })).toHaveLength(1)
})
