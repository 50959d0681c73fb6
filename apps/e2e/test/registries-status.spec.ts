import { runCommand } from '@nameyard/admin/command-line'
import { eventually } from '@nameyard/testing/eventually'
import { startInProcess, type Ask, type InProcess } from './in-process'

let platform: InProcess
let ask: Ask
beforeAll(async () => {
  platform = await startInProcess({ worker: { REGISTRY_POLL_MS: '200' } })
  ask = await platform.open('watcher')
})
afterAll(() => platform?.close())

const HOUR_MS = 3_600_000
const now = performance.timeOrigin + performance.now()
const instant = (hours: number) => new Date(now + hours * HOUR_MS).toISOString()
const onWire = (iso: string) => iso.slice(0, 19).replace('T', ' ')

interface Status {
  readonly extension: string
  readonly state: string
  readonly since?: string
  readonly maintenance: readonly object[]
}
async function status(query = ''): Promise<{ results: Status[]; total: number; text: string }> {
  const { status: code, json, text } = await ask('GET', `/v1/registries/status${query}`)
  expect({ code, desc: json.desc }).toEqual({ code: 200, desc: '' })
  return { ...json.data, text }
}
const admin = (...args: string[]) => runCommand(args, { AMQP_URL: platform.amqpUrl }, () => undefined)

it('shows each extension that is sold, and names no account', async () => {
  const { results, total, text } = await status()
  expect(results.map(({ extension }) => extension)).toEqual(expect.arrayContaining(['com', 'nl', 'org']))
  expect(results).toHaveLength(total)
  expect(new Set(results.map(({ state }) => state))).toEqual(new Set(['ok']))
  expect(text).not.toMatch(/account|sandbox-|nameyard|password/i)
  expect((await status('?extensions=.COM&extensions=org')).results.map(({ extension }) => extension)).toEqual([
    'com',
    'org',
  ])
  expect(await status('?limit=1&offset=1')).toMatchObject({ results: [{}], total })
  expect((await status('?extensions=nowhere')).total).toBe(0)
})

it('shows what a registry announces: planned, running and cancelled', async () => {
  const maintenance = { start: instant(24), end: instant(26), tlds: ['com', 'net'], impact: 'partial' }
  await platform.sandbox.announce('upgrade', maintenance)
  const of = async () => (await status('?extensions=com')).results[0]!
  await eventually(async () => (await of()).maintenance.length > 0, 'a planned maintenance')
  expect(await of()).toEqual({
    extension: 'com',
    state: 'ok',
    maintenance: [
      {
        start: onWire(maintenance.start),
        end: onWire(maintenance.end),
        reason: 'planned',
        impact: 'partial',
        extensions: ['com', 'net'],
      },
    ],
  })
  expect((await status('?extensions=org')).results[0]!.maintenance).toEqual([])

  await platform.sandbox.announce('upgrade', { ...maintenance, start: instant(-1), reason: 'emergency' })
  await eventually(async () => (await of()).state === 'maintenance', 'a running maintenance')
  expect(await of()).toMatchObject({ since: onWire(instant(-1)), maintenance: [{ reason: 'emergency' }] })

  await platform.sandbox.cancel('upgrade')
  await eventually(async () => (await of()).state === 'ok', 'no maintenance')
  expect((await of()).maintenance).toEqual([])
})

it('is in maintenance while the operator has suspended the account, and does not tell the reason', async () => {
  await admin('registry', 'suspend', 'sandbox', '--reason', 'a dispute with the registry')
  const { results, text } = await status('?extensions=com')
  expect(results[0]).toMatchObject({ state: 'maintenance', since: expect.any(String) })
  expect(text).not.toContain('dispute')
  await admin('registry', 'resume', 'sandbox')
  expect((await status('?extensions=com')).results[0]!.state).toBe('ok')
})

it('is not shown without a token', async () => {
  const response = await fetch(`${platform.url}/v1/registries/status`)
  expect(response.status).toBe(401)
})
