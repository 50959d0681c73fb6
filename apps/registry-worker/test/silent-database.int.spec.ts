import { eventually } from '@nameyard/testing/eventually'
import { silentProxy, type SilentProxy } from '@nameyard/testing/silent-proxy'
import { startPlatform, type Platform } from './platform'

const SESSIONS = 3
const LEASE_MS = 4_000
const ORDERS = 24

let platform: Platform
let proxy: SilentProxy

beforeAll(async () => {
  platform = await startPlatform()
  await platform.openRegistry()
  proxy = await silentProxy(platform.databaseUrl, 'nameyard-registry-worker-identity')
})
afterAll(async () => {
  await proxy?.close()
  await platform?.close()
})

const workers = async () => {
  const { rows } = await platform.sql.query<{ number: number }>(
    `select substr(key, 8)::int as number from worker_lease
     where key like 'worker/%' and held_until > clock_timestamp()`,
  )
  return rows.map(({ number }) => number)
}

it.each(['ended', 'kept'] as const)(
  'a worker whose leases are not confirmed ends its sessions before another may open them (server side %s)',
  async (serverSide) => {
    const settings = { REGISTRY_SANDBOX_SESSIONS: String(SESSIONS), REGISTRY_LEASE_MS: String(LEASE_MS) }
    const silent = await platform.worker({ ...settings, DATABASE_URL: proxy.url })
    await eventually(async () => (await workers()).length === 1, 'the first worker')
    const order = (label: string) =>
      Promise.all(Array.from({ length: ORDERS }, (_, index) => platform.submit(`${label}-${serverSide}-${index}.com`)))

    // Delayed answers, so that every session of the account is in use when the database stops answering.
    await platform.fault({ command: 'domain:create', kind: 'delay', ms: 400, times: ORDERS })
    const before = await order('before')
    await eventually(async () => {
      platform.clock.advance(1_000)
      return (await platform.load()).sessions.most >= SESSIONS
    }, 'all sessions in use')
    const other = await platform.worker(settings)
    proxy.silence(serverSide)
    const after = await order('after')
    for (const id of [...before, ...after]) expect(await platform.ended(id, 30_000)).toMatchObject({ outcome: 'done' })

    const { sessions } = await platform.load()
    expect(sessions).toEqual({ most: SESSIONS, refused: 0 })
    for (const label of ['before', 'after'])
      for (let index = 0; index < ORDERS; index++)
        expect(await platform.creates(`${label}-${serverSide}-${index}.com`)).toBe(1)

    const numbers = await workers()
    proxy.restore()
    await eventually(async () => (await workers()).length === numbers.length + 1, 'a new lease of the worker')
    await other.close()
    await silent.close()
  },
)
