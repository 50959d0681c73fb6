import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { runCommand } from '@nameyard/admin/command-line'
import { newSecrets } from '@nameyard/embedded/platform/secrets'
import type { TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { archivedDatabase, type ArchivedDatabase } from '../src/archived-database'
import { temporaryFolder } from '../src/platform'
import { migratePlatform, platformDatabase } from '../src/platform-database'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

/**
 * The drill of docs/operate/back-up.md and docs/portfolio.md: the database server is lost. A base backup and the archived
 * log are restored to an instant, and the registry has gone on since. The registry has a database of its own, which is not
 * restored. The broker loses everything, too: each platform has a new one.
 */

const LOST = 18
const PATIENCE_MS = 120_000
const secrets = newSecrets()
let registry: TestDatabase
let live: ArchivedDatabase
let platform: InProcess
let sql: Client
let north: Ask
let northId: number
let handle: string
let backupAt: string
let lost: readonly string[]
/** The archive of the journal is outside the database, as in a real installation. */
const journal = join(temporaryFolder(), 'journal')
/** Balances before the backup was restored, in euros. */
let balanceBefore: number

async function start(database: { readonly url: string }): Promise<void> {
  // The servers end with the test.
  const prepared = { url: database.url, drop: () => Promise.resolve() }
  platform = await startInProcess({
    ...{ prepared, registryUrl: registry.url, secrets },
    worker: { JOURNAL_FOLDER: journal },
  })
  sql = new Client({ connectionString: database.url })
  await sql.connect()
}
async function stop(): Promise<void> {
  await eventually(async () => (await count('domains.outbox')) === 0, 'the delivery of all messages')
  await sql.end()
  await platform.close()
}
async function logIn(username: string): Promise<Ask> {
  const { json } = await platform.ask('POST', '/v1/auth/login', {
    body: { username, password: 'correct horse battery' },
  })
  const authorization = `Bearer ${json.data.token}`
  return (method, path, sent = {}) => platform.ask(method, path, { ...sent, headers: { authorization } })
}
const done = async (method: string, path: string, body?: object) => {
  const { json, text } = await north(method, path, { body })
  if (json.code !== 0) throw new Error(`${method} ${path} answered ${text}`)
  return json.data
}
const register = async (name: string, owner = handle) => {
  const { id } = await done('POST', '/v1/domains', order(name, owner))
  await eventually(async () => (await done('GET', `/v1/domains/${id}`)).status === 'ACT', `the registration of ${name}`)
  return id as number
}
const count = async (of: string): Promise<number> =>
  Number((await sql.query(`select count(*) from ${of}`)).rows[0].count)
const balance = async (): Promise<number> => (await done('GET', '/v1/resellers')).balance
const idOf = async (name: string): Promise<number> => (await done('GET', `/v1/domains?full_name=${name}`)).results[0].id

async function admin(words: readonly string[], ask?: (question: string) => Promise<boolean>) {
  const lines: string[] = []
  let failure: string | undefined
  await runCommand(['portfolio', ...words], { AMQP_URL: platform.amqpUrl }, (line) => lines.push(line), ask).catch(
    (error: Error) => (failure = error.message),
  )
  return { text: lines.join('\n'), failure }
}
const compare = (...words: string[]) => admin(['compare', '--account', 'sandbox', ...words])
const recover = (...words: string[]) =>
  admin(['recover', '--account', 'sandbox', '--backup-at', backupAt, ...words, '--yes'])

beforeAll(async () => {
  live = await archivedDatabase()
  await migratePlatform(live.url)
  registry = await platformDatabase()
  await start(live)
  north = await platform.open('north')
  northId = (await done('GET', '/v1/resellers')).id
  ;({ handle } = await done('POST', '/v1/customers', person))
  const [first, ...others] = ['kept.org', 'renewed.org', 'moved.org', 'deleted.org', 'locked.org']
  await register(first!)
  await live.backUp()
  // These are in the archived log only.
  for (const name of others) await register(name)
  const instant = await live.instant()
  backupAt = instant.slice(0, 19)
  lost = Array.from({ length: LOST }, (_, index) => `lost-${index + 1}.org`)
  const later = { ...person, name: { first_name: 'Bea', last_name: 'Later' }, email: 'bea@example.com' }
  const { handle: newcomer } = await done('POST', '/v1/customers', later)
  for (const [index, name] of lost.entries()) await register(name, index === 0 ? newcomer : handle)
  await done('POST', `/v1/domains/${await idOf('renewed.org')}/renew`, { period: 2 })
  await done('PUT', `/v1/domains/${await idOf('moved.org')}`, {
    name_servers: [{ name: 'ns3.example.net' }, { name: 'ns4.example.net' }],
  })
  await done('PUT', `/v1/domains/${await idOf('locked.org')}`, { is_locked: true })
  await done('DELETE', `/v1/domains/${await idOf('deleted.org')}`)
  await eventually(
    async () => (await count(`domains.registry_operation where state = 'submitted'`)) === 0,
    'all orders',
  )
  balanceBefore = await balance()
  await stop()
  await live.lose()

  await start(await live.restoredTo(instant))
  north = await logIn('north')
}, 240_000)
afterAll(async () => {
  await sql?.end()
  try {
    await platform?.close()
  } finally {
    await live?.close()
    await registry?.drop()
  }
})

it(
  'compare: lists the lost names, the names that are gone and every difference, and changes nothing',
  async () => {
    expect(await count('domains.domain')).toBe(5)
    const { text, failure } = await compare()
    process.stdout.write(`${text}\n`)
    expect(text).toContain(`${LOST} × ours there, unknown here`)
    for (const name of lost) expect(text).toContain(`  ${name}\n`)
    expect(text).toMatch(/renewed\.org \(expiry: here .*; paid until: here .*\)/)
    expect(text).toContain('moved.org (name servers: here')
    expect(text).toContain('locked.org (client statuses: here none, there clientTransferProhibited)')
    expect(failure).toMatch(/^\d+ names differ/)
    expect(await count('domains.domain')).toBe(5)
  },
  PATIENCE_MS,
)

it('has every registration and renewal since the backup in the archive of the journal', () => {
  const lines = readdirSync(journal).flatMap((file) => readFileSync(join(journal, file), 'utf8').trimEnd().split('\n'))
  for (const name of lost) expect(lines.filter((line) => line.includes(`,sandbox,${name},create,`))).toHaveLength(1)
  expect(lines.find((line) => line.includes(',renewed.org,renew,'))).toMatch(new RegExp(`,2,${northId}$`))
})

it(
  'recover: takes back every name once, also when it runs twice at the same time',
  async () => {
    // The customer of one name is lost too, so nobody here has the data of its registrant.
    const asked = await admin(['recover', '--account', 'sandbox', '--backup-at', backupAt])
    expect(asked.text).toContain('has a registrant who is no customer here: give its reseller in the list')
    expect(asked.text).toContain(`${LOST + 3} lost, 1 as at the registry, 1 refused`)
    expect(await count('domains.domain')).toBe(5)
    await Promise.all([recover('--journal', journal), recover('--reseller', String(northId))])
    expect((await recover('--journal', journal)).text).not.toContain('lost,')
    const { rows } = await sql.query(`select name, count(*)::int, min(autorenew) as autorenew from domains.domain
      where name like 'lost-%' and phase = 'active' group by name`)
    expect(rows).toHaveLength(LOST)
    expect(rows.every(({ count: each, autorenew }) => each === 1 && autorenew === 'default')).toBe(true)
    expect(await count('domains.recovered_charge')).toBe(LOST + 1)
    expect(
      await count(`domains.recovered_charge where operation = 'renew' and years = 2 and name = 'renewed.org'`),
    ).toBe(1)
  },
  PATIENCE_MS,
)

it(
  'charges: posts what was lost once, after a yes, and the balance is what it was',
  async () => {
    expect(await balance()).toBeGreaterThan(balanceBefore)
    const asked: string[] = []
    const refused = await admin(['charges'], async (question) => asked.push(question) < 0)
    expect(asked).toEqual([`Post ${LOST + 1} charges?`])
    expect(refused.text).toContain('nothing is posted')
    await Promise.all([admin(['charges', '--yes']), admin(['charges', '--yes'])])
    const again = await admin(['charges', '--yes'])
    expect(again.text).toContain('0 charges')
    expect(await count(`orders.ledger_transaction where kind = 'correction'`)).toBe(LOST + 1)
    expect(await balance()).toBeCloseTo(balanceBefore, 2)
  },
  PATIENCE_MS,
)

it(
  'compare: finds no difference after the recovery',
  async () => {
    const { text, failure } = await compare()
    expect([failure, text]).toEqual([undefined, expect.stringContaining('0 unknown here, 0 gone there, 0 different')])
    const { results } = await done('GET', '/v1/domains?full_name=renewed.org')
    expect(results[0].expiration_date.slice(0, 4)).toBe(String(new Date().getUTCFullYear() + 3))
  },
  PATIENCE_MS,
)

it(
  'compare --repair: sends our settings where somebody changed them at the registry',
  async () => {
    const rival = new Client({ connectionString: registry.url })
    await rival.connect()
    await rival.query(
      `update sandbox_registry.domain set statuses = '{clientTransferProhibited}' where name = 'kept.org'`,
    )
    await rival.query(`delete from sandbox_registry.domain_host where domain = 'lost-2.org'`)
    await rival.end()
    expect((await compare('--names', 'kept.org', '--repair', '--yes')).text).toContain('2 names are being repaired')
    await eventually(async () => (await compare()).text.includes('0 different'), 'the repairs', PATIENCE_MS)
  },
  PATIENCE_MS,
)
