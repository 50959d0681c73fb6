import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '@nameyard/testing/eventually'
import { faultsOfMetrics } from '@nameyard/testing/promtool'
import { PATIENT_MS, startPlatform, type Platform } from './platform'
import { order } from './registry-lifecycle'

let platform: Platform
let worker: Awaited<ReturnType<Platform['worker']>>
beforeAll(async () => {
  platform = await startPlatform([], PATIENT_MS)
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
    'registry_timers_late_seconds 0',
    'registry_closed_accounts 0',
    'registry_crowded_accounts 0',
    'registry_unpaid_accounts 0',
    'registry_alarms 0',
    'registry_messages_not_understood 0',
    'registry_unknown_operations 0',
    'registry_oldest_unfinished_seconds 0',
    'registry_oldest_look_seconds 0',
    'registry_operations_without_predecessor 0',
  ])
})

test('answers, operations and sessions are shown by account, and promtool accepts the metrics', async () => {
  await platform.fault({ command: 'domain:create', object: 'refused.com', kind: 'inject-code', code: 2306 })
  await platform.ended(await platform.submit('refused.com'))
  const printed = await worker.metrics()
  expect(printed).toMatch(/^registry_answers_total\{account="[\w-]+",code="1000"\} [1-9]/m)
  expect(printed).toMatch(/^registry_answers_total\{account="[\w-]+",code="2306"\} 1$/m)
  expect(printed).toMatch(/^registry_answer_seconds_count\{account="[\w-]+"\} [1-9]/m)
  expect(printed).toMatch(/^registry_sessions\{account="[\w-]+",state="(idle|used)"\} [1-9]/m)
  expect(printed).toMatch(/^registry_session_waiting\{account="[\w-]+"\} 0$/m)
  expect(faultsOfMetrics(printed)).toBe('')
})

test('every metric of the worker is in the table of its README', async () => {
  const readme = await readFile(join(__dirname, '../README.md'), 'utf8')
  const names = [...(await worker.metrics()).matchAll(/^# HELP (registry_\w+)/gm)].map(([, name]) => name!)
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => !readme.includes(`| \`${name}\``))).toEqual([])
})

test('a routine look that waits is not the oldest operation, and has a figure of its own', async () => {
  const id = await order(platform, 'domain.inspect', 'fine.com', {}, { isRoutine: true })
  await platform.ended(id)
  const now = platform.clock.now()
  await platform.sql.query(
    `update operation set state = 'queued', submitted_at = $2::timestamptz - interval '90 minutes',
       run_at = $2::timestamptz + interval '90 days' where id = $1`,
    [id, now],
  )
  expect(await figure('registry_oldest_look_seconds')).toBeGreaterThanOrEqual(5_400)
  expect(await figure('registry_oldest_unfinished_seconds')).toBe(0)
  await platform.sql.query(`delete from operation where id = $1`, [id])
})

test('a billing failure and a refused login are shown, and the worker stays ready', async () => {
  await platform.fault({ command: 'domain:create', object: 'poor.com', kind: 'inject-code', code: 2104 })
  await platform.submit('poor.com')
  await shows('registry_unpaid_accounts', 1)
  await shows('registry_alarms', 1)
  const queued = /^registry_operations\{account="[\w-]+",state="queued"\} 1$/m
  await eventually(async () => queued.test(await worker.metrics()), 'the operation that waits for money')
  expect(await figure('registry_oldest_unfinished_seconds')).toBeGreaterThanOrEqual(0)
  await worker.close()

  const stranger = await platform.worker({ REGISTRY_SANDBOX_PASSWORD: 'not-the-word' })
  await shows('registry_closed_accounts', 1, stranger)
  expect(await stranger.ready()).toBeUndefined()
})
