import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Controller } from '@nestjs/common'
import { Client } from 'pg'
import { runCommand } from '@nameyard/admin/command-line'
import { services, type ServiceName } from '@nameyard/contracts/operation'
import { readStatus } from '@nameyard/contracts/operators/read-status'
import { service as customers } from '@nameyard/customers/service'
import { startPostgres, type Postgres } from '@nameyard/embedded/postgres/postgres'
import { Handles } from '@nameyard/messaging/handles'
import { migrate } from '@nameyard/persistence/migrate'
import { Clock } from '@nameyard/runtime/clock'
import { loadConfig } from '@nameyard/runtime/load-config'
import { createLog } from '@nameyard/runtime/log'
import type { Running } from '@nameyard/runtime/service'
import { actorSettings } from '@nameyard/testing/actors'
import { testBroker, type TestBroker } from '@nameyard/testing/broker'
import { eventually } from '@nameyard/testing/eventually'
import { testParty, type TestParty } from '@nameyard/testing/party'

/** `admin status` and what it says of backups. The services are well, and the database archives its log. */

const folder = mkdtempSync(join(tmpdir(), 'nameyard-backups-'))
const [cluster, archive, backups] = ['database', 'archive', 'backups'].map((name) => join(folder, name))
let database: Postgres
let sql: Client
let broker: TestBroker
/** A service that shows the archive in its metrics, with its own broker. */
let measured: { readonly broker: TestBroker; readonly running: Running }
const parties: TestParty[] = []

const wellOf = (service: ServiceName) => {
  @Controller()
  class Well {
    @Handles(readStatus(service))
    async read() {
      return { version: '0.1.0', missing: null, gauges: [] }
    }
  }
  return Well
}

async function status(words: readonly string[] = [], databaseUrl: string | undefined = database.url) {
  const lines: string[] = []
  const environment = { AMQP_URL: broker.url, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  const failure = await runCommand(['status', ...words], environment, (line) => lines.push(line)).then(
    () => undefined,
    (error: Error) => error.message,
  )
  return { text: lines.join('\n'), failure }
}

async function measure(): Promise<typeof measured> {
  await migrate(database.url, { service: customers.name, folders: customers.migrations })
  const own = await testBroker()
  const settings = { DATABASE_URL: database.url, AMQP_URL: own.url, ...actorSettings, AUDIT_FOLDER: folder }
  const context = { clock: new Clock(), log: createLog('test', 'silent') }
  return { broker: own, running: await customers.start(loadConfig(customers.config, settings), context) }
}

const metrics = () => measured.running.metrics.print()

/** Writes to the database, and makes it archive the log so far: without a change there is nothing to archive. */
const archiveNow = () =>
  sql.query('create table if not exists written (); insert into written default values; select pg_switch_wal()')

beforeAll(async () => {
  mkdirSync(backups!)
  const options = { dataFolder: cluster!, durable: false }
  await (await startPostgres(options)).stop()
  const command = `test -d "${archive}" && cp "%p" "${archive}/%f"`
  appendFileSync(join(cluster!, 'cluster/postgresql.conf'), `\narchive_mode = on\narchive_command = '${command}'\n`)
  database = await startPostgres(options)
  sql = new Client({ connectionString: database.url })
  await sql.connect()
  broker = await testBroker()
  measured = await measure()
  for (const service of services)
    parties.push(await testParty(service, { url: broker.url, clock: new Clock(), controllers: [wellOf(service)] }))
})
afterAll(async () => {
  for (const service of parties) await service.close()
  await measured?.running.close()
  await measured?.broker.drop()
  await broker?.drop()
  await sql?.end()
  await database?.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('says that no backup is known, which is no fault, when neither the database nor a folder is named', async () => {
  const { text, failure } = await status([], '')
  expect(failure).toBeUndefined()
  expect(text).toMatch(/^archived log +not known: DATABASE_URL is not set$/m)
  expect(text).toMatch(/^base backup +not known: name their folder with --backups$/m)
})

it('fails while archive_command fails, and names the age of the last archived file when it works again', async () => {
  await archiveNow()
  const { text, failure } = await eventually(async () => {
    const said = await status()
    return said.failure !== undefined && said
  }, 'the report of the failure')
  expect(failure).toBe('Not well: 1 of the checks.')
  expect(text).toMatch(
    /^NOT WELL {2}archived log: archive_command has failed \d+ times, last \d+ s ago; nothing was archived yet$/m,
  )
  expect(text).toContain('see docs/operate/back-up.md')
  expect(await metrics()).toMatch(/^nameyard_log_archive_failing\{service="customers"\} 1$/m)

  mkdirSync(archive!)
  // PostgreSQL may run as another user than this test.
  chmodSync(archive!, 0o777)
  await archiveNow()
  const { text: well } = await eventually(async () => {
    const said = await status()
    return said.failure === undefined && said
  }, 'an archived file')
  expect(well).toMatch(/^archived log +\d+ s ago$/m)
  expect(await metrics()).toMatch(/^nameyard_log_archive_failing\{service="customers"\} 0$/m)
  const [, seconds] = /^nameyard_log_archived_seconds\{service="customers"\} (\S+)$/m.exec(await metrics())!
  expect(Number(seconds)).toBeLessThan(3_600)
})

it('fails without a complete base backup, and with one that is two days old', async () => {
  const words = ['--backups', backups!]
  mkdirSync(join(backups!, '2027-03-01'))
  expect((await status(words, '')).text).toContain(`NOT WELL  base backup: ${backups} has no complete backup`)
  const manifest = join(backups!, '2027-03-01/backup_manifest')
  writeFileSync(manifest, '{}')
  const fresh = await status(words, '')
  expect(fresh.failure).toBeUndefined()
  expect(fresh.text).toMatch(/^base backup +\d+ s ago$/m)
  const old = performance.timeOrigin / 1000 - 172_800
  utimesSync(manifest, old, old)
  const late = await status(words, '')
  expect(late.failure).toBe('Not well: 1 of the checks.')
  expect(late.text).toMatch(/^NOT WELL {2}base backup: the last complete backup in .* was made 2 days ago$/m)
})

it('fails when the database that is named does not answer', async () => {
  const { text, failure } = await status([], 'postgres://nobody@127.0.0.1:1/nameyard')
  expect(failure).toBe('Not well: 1 of the checks.')
  expect(text).toMatch(/^NOT WELL {2}archived log: DATABASE_URL cannot be reached: /m)
})
