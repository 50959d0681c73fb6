import { DataSource } from 'typeorm'
import { listEmailVerifications } from '@nameyard/contracts/customers/list-email-verifications'
import type { Input, InputGiven } from '@nameyard/contracts/operation'
import { SettableClock } from '@nameyard/testing/clock'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import {
  announcePlaced,
  announceSuspensions,
  deleteUnneeded,
  lapse,
  lockVerifications,
} from '../src/email-verification/email-verification.store'
import { ListEmailVerifications } from '../src/email-verification/list-email-verifications'
import { service } from '../src/service'
import { ExplainingDatabase } from './explaining-database'

let database: TestDatabase
let source: DataSource

beforeAll(async () => {
  database = await testDatabase(service)
  source = await new DataSource({
    type: 'postgres',
    url: database.url,
    entities: [],
    installExtensions: false,
    extra: { options: '-c search_path=customers' },
  }).initialize()
  await source.query(
    `insert into reseller (company_name, currency, created_at) select 'r' || n, 'EUR', now() from generate_series(1, 5) n`,
  )
  await source.query(
    `insert into email_verification (reseller_id, address, email, handle, language, tag, status, started_at, deadline_at,
       mails)
     select 1001 + n % 2, n || '@example.com', n || '@example.com', 'AA' || n || '-NL', '', '',
       case when n % 50 = 0 then 'in progress' else 'verified' end, now(), timestamptz '2027-01-01' + n * interval '1 h', 0
     from generate_series(1, 40000) n`,
  )
  await source.query(
    `insert into email_verification_domain (verification_id, domain_id, domain, handle, version, is_suspended,
       suspension_version)
     select id, id, id || '.example', handle, 1, false, 0 from email_verification`,
  )
  await source.query('analyze')
})

afterAll(async () => {
  await source?.destroy()
  await database?.drop()
})

it.each<[InputGiven<typeof listEmailVerifications>, number]>([
  [{ email: '70@EXAMPLE.com' }, 1],
  [{ handle: 'AA70-NL' }, 1],
  [{ domain: '1200.example' }, 1],
  [{ domain_id: 1200 }, 1],
])('lists verifications without a sequential scan for %j', async (query, total) => {
  const database = new ExplainingDatabase(source)
  const list = new ListEmailVerifications(database, new SettableClock())
  const input = listEmailVerifications.input.parse(query) as Input<typeof listEmailVerifications>
  const actor = { resellerId: 1001, contactId: 1, username: 'x', role: 'admin' as const, scope: [] }
  const ask = (resellerId: number) =>
    list.execute(input, { correlationId: 'x', deadline: 0, actor: { ...actor, resellerId } })
  const totals = [(await ask(1001)).total, (await ask(1002)).total]
  expect(totals.sort()).toEqual([0, total])
  expect(database.plans.at(-1)).not.toContain('Seq Scan')
})

it('finds passed deadlines by their index', async () => {
  const plan = await source.query(`explain ${lapse.text}`, [new Date('2027-01-03'), 500])
  expect(JSON.stringify(plan)).toContain('email_verification_deadline')
})

it.each([
  ['domains', [[1002, 1001], ['70@example.com', '71@example.com'], [1070, 1071], null]],
  ['the domains of a handle', [[1002], ['70@example.com'], [], 'AA71-NL']],
])('locks the verifications for a move of %s by indexes', async (_, values) => {
  const plans = [
    await source.query(`explain ${lockVerifications.text}`, values),
    await source.query(`explain ${deleteUnneeded.text}`, [[1070, 1071]]),
  ]
  expect(JSON.stringify(plans)).not.toContain('Seq Scan')
})

it('reads only the domains whose suspension may change, however many the address has', async () => {
  const [{ id }] = await source.query(`select id from email_verification where address = '70@example.com'`)
  await source.query(
    `insert into email_verification_domain (verification_id, domain_id, domain, handle, version, is_suspended,
       suspension_version)
     select $1, n, n || '.example', 'AA70-NL', 1, false, 0 from generate_series(100001, 120000) n`,
    [id],
  )
  await source.query('analyze email_verification_domain')
  const explained = async (text: string, ...values: unknown[]) =>
    JSON.stringify(await source.query(`explain (analyze, costs off, timing off) ${text}`, values))
  expect(await explained(announceSuspensions.text, [id])).not.toMatch(/Rows Removed|Seq Scan/)
  // Each order asks this: its domain alone is read, and found to be as its address.
  await source.query(`delete from email_verification_domain where verification_id <> $1`, [id])
  await source.query('analyze email_verification_domain')
  const placed = await explained(announcePlaced.text, [100_001], [id])
  expect(placed).not.toMatch(/Seq Scan/)
  const removed = [...placed.matchAll(/Rows Removed[^:]*: (\d+)/g)].map(([, rows]) => Number(rows))
  expect(removed.filter((rows) => rows > 1)).toEqual([])
})

it('gives each passed deadline to one of two concurrent sweeps without waiting', async () => {
  const [one, other] = [source.createQueryRunner(), source.createQueryRunner()]
  const due = [new Date('2027-02-01'), 5]
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)
  try {
    await Promise.all([one.startTransaction(), other.startTransaction()])
    const [[first], [second]] = [await one.query(lapse.text, due), await other.query(lapse.text, due)]
    expect([ids(first).length, ids(second).length]).toEqual([5, 5])
    expect(new Set([...ids(first), ...ids(second)]).size).toBe(10)
  } finally {
    await Promise.all([one.rollbackTransaction(), other.rollbackTransaction()])
    await Promise.all([one.release(), other.release()])
  }
})
