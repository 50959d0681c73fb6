import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { service as customers } from '@nameyard/customers/service'
import { loadConfig } from '@nameyard/runtime/load-config'
import { createLog } from '@nameyard/runtime/log'
import type { Running } from '@nameyard/runtime/service'
import { actorSettings } from '@nameyard/testing/actors'
import { testBroker, type TestBroker } from '@nameyard/testing/broker'
import { SettableClock } from '@nameyard/testing/clock'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { runCommand } from '../src/command-line'

/** `admin audit verify --archive`, with a month that the customers service has archived. */

const folder = mkdtempSync(join(tmpdir(), 'nameyard-archive-'))
/** Half a year ago: the command line uses the real time, and a request after its deadline is not answered. */
const began = new Date(Date.now() - 200 * 86_400_000)
const clock = new SettableClock(began)
let database: TestDatabase
let broker: TestBroker
let running: Running

beforeAll(async () => {
  ;[database, broker] = await Promise.all([testDatabase(customers), testBroker()])
  const settings = { AUDIT_FOLDER: folder, AUDIT_SWEEP_SECONDS: '0.1', RETENTION_AUDIT_DAYS: '90' }
  const given = { DATABASE_URL: database.url, AMQP_URL: broker.url, ...actorSettings, ...settings }
  running = await customers.start(loadConfig(customers.config, given), { clock, log: createLog('test', 'silent') })
})
afterAll(async () => {
  await running?.close()
  await Promise.all([database?.drop(), broker?.drop()])
  rmSync(folder, { recursive: true })
})

async function done(command: string): Promise<string[]> {
  const lines: string[] = []
  await runCommand(command.split(' '), { AMQP_URL: broker.url, NAMEYARD_DATA: folder, SUDO_USER: 'maria' }, (line) =>
    lines.push(line),
  )
  return lines
}

const entries = async (reseller: number) =>
  (await done(`audit export --reseller ${reseller}`)).filter((line) => line.includes('"type":"entry"')).length

it('audit verify --archive: verifies archived months, and finds an entry that was changed in a file', async () => {
  const opening = 'create-reseller --company Example --username ada --email a@example.com --json'
  const { resellerId } = JSON.parse((await done(opening)).join('\n'))
  await done('api-access ada off')
  await eventually(async () => (await entries(resellerId)) === 2, 'the first entries')
  clock.set(new Date())
  await done('api-access ada on')
  await eventually(async () => (await entries(resellerId)) === 1, 'the archive')

  const file = join(folder, 'archive', String(resellerId), `${began.toISOString().slice(0, 7)}.ndjson`)
  const verify = `audit verify --reseller ${resellerId} --archive ${file}`
  const verified = await done(verify)
  expect(verified.join('\n')).toContain(`trail of account ${resellerId}`)
  expect(verified).toContain('nothing was altered')

  writeFileSync(file, readFileSync(file, 'utf8').replace('access.', 'axcess.'))
  await expect(done(verify)).rejects.toThrow('1 of 1 trails were altered.')
})
