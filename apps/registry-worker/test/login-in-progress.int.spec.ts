import { eventually } from '@nameyard/testing/eventually'
import { proxyTo, type Proxy } from '@nameyard/testing/proxy'
import { silentProxy, type SilentProxy } from '@nameyard/testing/silent-proxy'
import { startPlatform, type Platform } from './platform'

const LEASE_MS = 2_000

/** A login takes four of these delays: longer than a lease. */
const DELAY_MS = 1_500

let platform: Platform
let toDatabase: SilentProxy
let toRegistry: Proxy

beforeAll(async () => {
  platform = await startPlatform()
  await platform.openRegistry()
  toDatabase = await silentProxy(platform.databaseUrl, 'nameyard-registry-worker-identity')
  toRegistry = await proxyTo(`epp://127.0.0.1:${platform.eppPort}`)
})
afterAll(async () => {
  await Promise.all([toDatabase?.close(), toRegistry?.close()])
  await platform?.close()
})

it('a worker that loses its leases while it logs in ends that login before another worker may log in', async () => {
  const settings = { REGISTRY_SANDBOX_SESSIONS: '1', REGISTRY_LEASE_MS: String(LEASE_MS) }
  toRegistry.slow(DELAY_MS)
  const silent = await platform.worker({
    ...settings,
    REGISTRY_CONNECT_MS: '30000',
    REGISTRY_ANSWER_MS: '30000',
    DATABASE_URL: toDatabase.url,
    REGISTRY_SANDBOX_PORT: new URL(toRegistry.url).port,
  })
  const order = await platform.submit('in-progress.com')
  await eventually(() => toRegistry.open() > 0, 'the connection of the first worker')
  toDatabase.silence('kept')
  const other = await platform.worker(settings)
  expect(await platform.ended(order)).toMatchObject({ outcome: 'done' })
  await eventually(() => toRegistry.open() === 0, 'the end of the connection of the first worker')
  expect((await platform.load()).sessions).toEqual({ most: 1, refused: 0 })
  expect(await platform.creates('in-progress.com')).toBe(1)
  toDatabase.restore()
  await Promise.all([silent.close(), other.close()])
})
