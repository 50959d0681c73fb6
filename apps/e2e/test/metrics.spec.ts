import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { eventually } from '@nameyard/testing/eventually'
import { faultsOfMetrics } from '@nameyard/testing/promtool'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

let platform: InProcess
let ask: Ask
beforeAll(async () => {
  platform = await startInProcess()
  ask = await platform.open('measured')
}, 90_000)
afterAll(() => platform?.close(), 60_000)

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the result type depends on the operation
type Data = any

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
  // The database refuses such a change of a balance, unless its triggers are switched off.
  const move = async (cents: number) => {
    await sql.query('set session_replication_role = replica')
    await sql.query(
      `update orders.ledger_account set reserved = reserved + $1, available = available - $1
       where reseller_id = (select max(reseller_id) from orders.ledger_account)`,
      [cents],
    )
  }
  try {
    await move(5)
    expect(await platform.metrics()).toMatch(/^orders_unexplained_reserved\{currency="EUR"\} 5$/m)
  } finally {
    await move(-5)
    await sql.end()
  }
})

test('the guide lists every metric, and no other', async () => {
  const guide = await readFile(join(__dirname, '../../../docs/metrics.md'), 'utf8')
  const printed = [...(await platform.metrics()).matchAll(/^# HELP (\w+)/gm)].map(([, name]) => name)
  const listed = [...guide.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)
  expect(listed.toSorted()).toEqual(printed.toSorted())
})
