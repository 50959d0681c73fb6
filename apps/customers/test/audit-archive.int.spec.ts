import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exportAuditTrail } from '@nameyard/contracts/audit/export-audit-trail'
import { listAuditEvents } from '@nameyard/contracts/audit/list-audit-events'
import { createKey } from '@nameyard/contracts/keys/create-key'
import { eventually } from '@nameyard/testing/eventually'
// eslint-disable-next-line @nx/enforce-module-boundaries -- a program for the people of accounts, which stands alone
import { verifyExport } from '../../../tools/admin/verify-audit-export.cjs'
import { runningService, type Account, type RunningService } from './running-service'

let service: RunningService
let ada: Account
let bob: Account
beforeAll(async () => {
  service = await runningService({ AUDIT_SWEEP_SECONDS: '0.1', RETENTION_AUDIT_DAYS: '90' })
  ada = await service.account()
  bob = await service.account()
})
afterAll(() => service?.close())

const goTo = (instant: string) => service.clock.advance(Date.parse(instant) - service.clock.machineMs())

/** Makes an entry, and waits until it is in the trail. */
async function made(name: string, account = ada): Promise<void> {
  const { id } = await service.rpc.call(createKey, { name, scope: ['read'] }, account.call())
  await eventually(async () => {
    await service.rpc.call(listAuditEvents, {}, account.call())
    return (await stored(account)).some(({ body }) => body.includes(`"key ${id}"`))
  }, `the entry of ${name}`)
}

async function stored({ resellerId }: Account): Promise<{ body: string; hash: string }[]> {
  const { rows } = await service.sql.query(
    "select body, encode(hash, 'hex') as hash from audit_entry where account = $1 order by seq",
    [resellerId],
  )
  return rows
}

const count = async (text: string, { resellerId } = ada) =>
  (await service.sql.query<{ count: number }>(text, [resellerId])).rows[0]!.count

const archivedMonths = async (account = ada) =>
  count('select count(*)::integer as count from audit_archive where account = $1', account)
const persons = (account = ada) =>
  count('select count(*)::integer as count from audit_person where account = $1', account)

const folder = (account = ada) => join(service.auditFolder, 'archive', String(account.resellerId))
const linesOf = async (month: string, account = ada) =>
  (await readFile(join(folder(account), `${month}.ndjson`), 'utf8')).trim().split('\n')

const exported = async (account = ada) =>
  (await service.rpc.call(exportAuditTrail, {}, account.call())).ndjson.trim().split('\n')

it('moves whole months to files, and loses nothing when a process dies between the file and the transaction', async () => {
  const heads = async () => (await exported()).filter((line) => line.includes('"type":"head"'))
  await made('january')
  const januaryHeads = await heads()
  goTo('2027-02-10T00:00:00Z')
  await made('february 1')
  await made('february 2')
  goTo('2027-03-20T00:00:00Z')
  await made('march')
  const before = await stored(ada)
  expect(before).toHaveLength(5)
  const keptPersons = await persons()

  // The archive row waits for this lock while the file is already on disk. Then the connection is lost.
  await service.sql.query('begin')
  await service.sql.query('lock table audit_archive in share mode')
  goTo('2027-06-15T00:00:00Z')
  await eventually(async () => {
    await service.sql.query('select pg_stat_clear_snapshot()')
    const { rows } = await service.sql.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where wait_event_type = 'Lock' and query like '%insert into audit_archive%' and datname = current_database()`,
    )
    return rows.length === 1
  }, 'the transaction that waits')
  expect(await linesOf('2027-01')).toHaveLength(2)
  expect(await stored(ada)).toEqual(before)
  await service.sql.query('commit')

  await eventually(async () => (await archivedMonths()) === 2, 'the archived months')
  expect((await readdir(folder())).sort()).toEqual(['2027-01.ndjson', '2027-02.ndjson'])
  const files = [...(await linesOf('2027-01')), ...(await linesOf('2027-02'))]
  const left = await stored(ada)
  expect(left).toEqual(before.slice(4))
  expect(files.map((line) => JSON.parse(line) as object)).toEqual(
    before.slice(0, 4).map((entry) => ({ type: 'entry', ...entry })),
  )
  expect(await persons()).toBeLessThan(keptPersons)
  expect(files.join('')).not.toContain(ada.username)

  const verified = verifyExport(await exported(), { heads: januaryHeads, archives: files })
  expect(verified).toMatchObject({ first: 5, last: 5, archived: { months: 2, verified: 2 }, problems: [] })
  expect(verified.heads).toBeGreaterThanOrEqual(januaryHeads.length)
})

it('is verified without the files, and continues in the next month', async () => {
  expect(verifyExport(await exported())).toMatchObject({ archived: { months: 2, verified: 0 }, problems: [] })
  goTo('2027-07-01T00:00:00Z')
  await made('july')
  await eventually(async () => (await archivedMonths()) === 3, 'the archived March')
  expect(verifyExport(await exported(), { archives: await linesOf('2027-03') })).toMatchObject({
    first: 6,
    archived: { months: 3, verified: 1 },
    problems: [],
  })
})

it('shows that a file was altered', async () => {
  const path = join(folder(), '2027-02.ndjson')
  const honest = await readFile(path, 'utf8')
  await writeFile(path, honest.replaceAll('keys.create', 'keys.revoke'))
  const altered = verifyExport(await exported(), { archives: await linesOf('2027-02') })
  expect(altered.archived.verified).toBe(0)
  expect(altered.problems.join('; ')).toContain('the archive of 2027-02: entry 3 does not have the hash of its text')
  await writeFile(path, honest.split('\n').slice(0, 1).join('\n'))
  const cut = verifyExport(await exported(), { archives: await linesOf('2027-02') })
  expect(cut.problems).toEqual(['the archive of 2027-02 ends with entry 3 instead of 4'])
})

it('leaves an entry in the database until its month is archived, and never changes an archived month', async () => {
  const change = (text: string) => service.sql.query(text)
  await expect(change('delete from audit_entry')).rejects.toThrow('append-only')
  await expect(change("update audit_archive set last_hash = ''")).rejects.toThrow('append-only')
  await expect(change('delete from audit_archive')).rejects.toThrow('append-only')
  await expect(change('truncate audit_archive')).rejects.toThrow('append-only')
})

it('does not archive a month whose entries were altered, and goes on with other accounts', async () => {
  await made('august', bob)
  const carol = await service.account()
  await made('august', carol)
  await service.sql.query('alter table audit_entry disable trigger audit_entry_is_append_only')
  await service.sql.query(
    `update audit_entry set body = body || ' '
     where account = $1 and seq = (select max(seq) from audit_entry where account = $1)`,
    [bob.resellerId],
  )
  await service.sql.query('alter table audit_entry enable trigger audit_entry_is_append_only')
  const altered = await stored(bob)
  goTo('2027-12-01T00:00:00Z')
  await eventually(async () => (await archivedMonths(carol)) === 1, 'the month of another account')
  expect(await stored(carol)).toEqual([])
  expect(await stored(bob)).toEqual(altered)
  expect(verifyExport(await exported(bob)).problems.join('; ')).toContain('does not have the hash of its text')
  // A trail all of whose months are archived still has the head of its end.
  const archives = await linesOf('2027-07', carol)
  const whole = verifyExport(await exported(carol), { archives })
  expect(whole).toMatchObject({ first: undefined, archived: { months: 1, verified: 1 }, problems: [] })
  expect(whole.heads).toBeGreaterThan(0)
})
