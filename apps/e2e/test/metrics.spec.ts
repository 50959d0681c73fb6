import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { runCommand } from '@nameyard/admin/command-line'
import { services } from '@nameyard/contracts/operation'
import { openHealth } from '@nameyard/runtime/health'
import { eventually } from '@nameyard/testing/eventually'
import { faultsOfMetrics } from '@nameyard/testing/promtool'
import { moveReserved } from '../src/ledger-tables'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

let platform: InProcess
let ask: Ask
beforeAll(async () => {
  platform = await startInProcess()
  ask = await platform.open('measured')
})
afterAll(() => platform?.close())

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the result type depends on the operation
type Data = any

/** Runs a command of the operator. Returns its lines, and its message if it fails. */
async function admin(words: string): Promise<{ lines: string[]; failure?: string }> {
  const lines: string[] = []
  try {
    await runCommand(words.split(' '), { AMQP_URL: platform.amqpUrl }, (line) => lines.push(line))
    return { lines }
  } catch (error) {
    return { lines, failure: (error as Error).message }
  }
}

async function done(method: string, path: string, body?: object): Promise<Data> {
  const { status, json, text } = await ask(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}

test('orders, answers of registries and mails are counted, and no credit is unexplained', async () => {
  const { handle } = await done('POST', '/v1/customers', person)
  for (const name of ['measured.org', 'measured.de']) await done('POST', '/v1/domains', order(name, handle))
  await done('POST', '/v1/customers/verifications/emails/start', { email: person.email, handle })
  await eventually(
    async () => /^customers_mails_total\{outcome="sent"\} 1$/m.test(await platform.metrics()),
    'the mail',
  )
  const printed = await platform.metrics()
  expect(printed).toMatch(/^gateway_request_seconds_count\{.*operation="domains\.create".*\} 2$/m)
  for (const account of ['sandbox', 'sandbox-rri']) {
    expect(printed).toMatch(new RegExp(`^registry_answers_total\\{account="${account}",code="1000"\\} [1-9]`, 'm'))
    expect(printed).toMatch(new RegExp(`^registry_answer_seconds_count\\{account="${account}"\\} [1-9]`, 'm'))
  }
  expect(printed).toMatch(/^orders_unexplained_reserved\{currency="EUR"\} 0$/m)
  expect(faultsOfMetrics(printed)).toBe('')
})

test('credit that is reserved for no order is shown', async () => {
  const sql = new Client({ connectionString: platform.databaseUrl })
  await sql.connect()
  try {
    await moveReserved(sql, 5)
    expect(await platform.metrics()).toMatch(/^orders_unexplained_reserved\{currency="EUR"\} 5$/m)
    const { lines, failure } = await admin('status')
    expect(failure).toBe('Not well: 1 of the checks.')
    expect(lines.slice(-2)).toEqual([
      'NOT WELL  orders: 5 minor units of EUR are reserved for no order',
      '          npm run admin -- ledger verify --all; docs/runbook.md#creditunexplained',
    ])
  } finally {
    await moveReserved(sql, -5)
    await sql.end()
  }
})

test('the guide lists every metric, and no other', async () => {
  const guide = await readFile(join(__dirname, '../../../docs/metrics.md'), 'utf8')
  const printed = [...(await platform.metrics()).matchAll(/^# HELP (\w+)/gm)].map(([, name]) => name)
  // The assistant server is no part of the platform; its own test checks its metrics.
  const listed = [...guide.matchAll(/^\| `((?!mcp_)\w+)`/gm)].map(([, name]) => name)
  expect(listed.toSorted()).toEqual(printed.toSorted())
})

test('admin status says that all is well, from the figures of the metrics', async () => {
  await eventually(async () => (await admin('status')).lines.at(-1) === 'All is well.', 'a platform that is well')
  const { lines, failure } = await admin('--json status')
  expect(failure).toBeUndefined()
  const facts = JSON.parse(lines[0]!)
  expect(facts).toMatchObject({ isWell: true, problems: [] })
  expect(facts.services.map(({ state }: Data) => state)).toEqual(services.map(() => 'ready'))
})

test('admin status asks the health listeners that it is given', async () => {
  let missing: string | undefined = 'broker'
  const gateway = platform.metricsOf.gateway!
  const { port, close } = await openHealth({ host: '127.0.0.1', port: 0 }, async () => missing, gateway)
  const health = `http://127.0.0.1:${port}`
  try {
    const { lines } = await admin(`status --health ${health}`)
    expect(lines).toContain(`NOT WELL  ${health}: is not ready: broker`)
    missing = undefined
    expect((await admin(`status --health ${health}`)).lines.at(-1)).toBe('All is well.')
  } finally {
    await close()
  }
  expect((await admin(`status --health ${health}`)).lines).toContain(`NOT WELL  ${health}: does not answer`)
})

test('a database that archives no log has no figures of an archive', async () => {
  const printed = await platform.metrics()
  expect(printed).toMatch(/^# HELP nameyard_log_archived_seconds /m)
  expect(printed).not.toMatch(/^nameyard_log_archive/m)
})

const namesOf = (text: string) => [...text.matchAll(/`(\w+)`/g)].map(([, name]) => name!)

test('the guide lists the labels of each metric', async () => {
  const guide = await readFile(join(__dirname, '../../../docs/metrics.md'), 'utf8')
  const listed = new Map(
    [...guide.matchAll(/^\| `(\w+)` +\| ([^|]*)\|/gm)].map(([, name, text]) => [name!, namesOf(text!)]),
  )
  const lines = [...(await platform.metrics()).matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)]
  expect(lines.length).toBeGreaterThan(listed.size)
  for (const [, name, text = ''] of lines) {
    const printed = [...text.matchAll(/(\w+)="/g)].map(([, label]) => label!).filter((label) => label !== 'le')
    const metric = listed.has(name!) ? name! : name!.replace(/_(bucket|count|sum)$/, '')
    expect([metric, printed.toSorted()]).toEqual([metric, listed.get(metric)!.toSorted()])
  }
})
