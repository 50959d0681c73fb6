import { eventually } from '@nameyard/testing/eventually'
import { startPlatform, type Platform } from './platform'

let platform: Platform
let worker: Awaited<ReturnType<Platform['worker']>>
beforeAll(async () => {
  platform = await startPlatform()
  await platform.openRegistry()
  worker = await platform.worker()
})
afterAll(() => platform?.close())

const figure = async (name: string, of = worker) =>
  Number(new RegExp(`^${name} (.*)$`, 'm').exec(await of.metrics())?.[1])
const shows = (name: string, figureWanted: number, of = worker) =>
  eventually(async () => (await figure(name, of)) === figureWanted, `${name} ${figureWanted}`)

test('all metrics of a worker without problems are zero', async () => {
  await platform.ended(await platform.submit('fine.com'))
  const printed = await worker.metrics()
  const figures = [...printed.matchAll(/^(registry_\w+) (.*)$/gm)].map(([, name, value]) => `${name} ${value}`)
  expect(figures).toEqual([
    'registry_worker_dead_letters 0',
    'registry_closed_accounts 0',
    'registry_crowded_accounts 0',
    'registry_unpaid_accounts 0',
    'registry_alarms 0',
    'registry_messages_not_understood 0',
    'registry_unknown_operations 0',
    'registry_oldest_unfinished_seconds 0',
    'registry_operations_without_predecessor 0',
  ])
})

test('a billing failure and a refused login are shown, and the worker stays ready', async () => {
  await platform.fault({ command: 'domain:create', object: 'poor.com', kind: 'inject-code', code: 2104 })
  await platform.submit('poor.com')
  await shows('registry_unpaid_accounts', 1)
  await shows('registry_alarms', 1)
  expect(await figure('registry_oldest_unfinished_seconds')).toBeGreaterThanOrEqual(0)
  await worker.close()

  const stranger = await platform.worker({ REGISTRY_SANDBOX_PASSWORD: 'not-the-word' })
  await shows('registry_closed_accounts', 1, stranger)
  expect(await stranger.ready()).toBeUndefined()
})
