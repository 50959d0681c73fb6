import { readClock } from '@nameyard/contracts/sandbox/read-clock'
import { eventually } from '@nameyard/testing/eventually'
import { freePort } from '@nameyard/testing/free-port'
import { PATIENT_MS, startPlatform, type Platform } from './platform'

let platform: Platform
let worker: Awaited<ReturnType<Platform['worker']>>

beforeAll(async () => {
  platform = await startPlatform([], PATIENT_MS)
  const controlPort = String(await freePort())
  await platform.openRegistry({ SANDBOX_CONTROL_PORT: controlPort })
  worker = await platform.worker({
    SANDBOX_CLOCK: 'true',
    REGISTRY_SANDBOX_CONTROL_URL: `http://127.0.0.1:${controlPort}`,
  })
})
afterAll(() => platform?.close())

const read = () => platform.domains.rpc.call(readClock, {}, platform.domains.call())

describe('sandbox.read-clock', () => {
  it('returns 0 while the clock was never moved', async () => {
    expect(await read()).toEqual({ aheadMs: 0 })
  })

  it('is asked by the worker too, which is ready with the answer', async () => {
    expect(await eventually(async () => (await worker.ready()) === undefined, 'a ready worker')).toBe(true)
  })

  it('returns the stored offset, also one beyond 32 bits', async () => {
    const century = 100 * 365 * 86_400_000
    await platform.sql.query('insert into sandbox_clock (ahead_ms) values ($1)', [century])
    expect(await read()).toEqual({ aheadMs: century })
  })
})
