import { findDmarcReportAddress } from '@nameyard/contracts/orders/find-dmarc-report-address'
import { listDmarcReports } from '@nameyard/contracts/orders/list-dmarc-reports'
import { receiveDmarcReport } from '@nameyard/contracts/orders/receive-dmarc-report'
import { aggregateReport, mailWith, shapes, type Reported } from '@nameyard/testing/report-mails'
import { startDmarcPlatform, type Account, type DmarcPlatform } from './dmarc-platform'

const long = `${'x'.repeat(60)}.co.uk`
const DAY = 86_400

let platform: DmarcPlatform
let anna: Account
let bert: Account

beforeAll(async () => {
  platform = await startDmarcPlatform()
  anna = await platform.account('anna')
  bert = await platform.account('bert')
  for (const name of ['example.com', 'second.com', 'ended.com', 'twice.com', long]) await platform.hold(anna, name)
})
afterAll(() => platform?.close())

/** Orders monitoring, and returns the order and the part of its address before the `@`. */
async function ordered(name: string) {
  const { id, easydmarc_email_address = '' } = await platform.order(anna, name)
  return { id, label: easydmarc_email_address.slice(0, easydmarc_email_address.indexOf('@')) }
}

const receive = (label: string, mail: Buffer) =>
  platform.party.rpc.call(receiveDmarcReport, { label, content: mail.toString('base64') }, platform.party.call())
const isKnown = async (label: string) =>
  (await platform.party.rpc.call(findDmarcReportAddress, { label }, platform.party.call())).isKnown
const list = (id: number, by = anna, page = {}) =>
  platform.party.rpc.call(listDmarcReports, { id, ...page }, platform.party.call(by.resellerId))
const stored = async (table: 'mail' | 'report' | 'row') =>
  Number((await platform.sql.query(`select count(*) from orders.dmarc_${table}`)).rows[0].count)

const gzip = shapes['gzip beside a text']!

it('arrives in every shape at the address of its order, and is listed with its sums', async () => {
  const { id, label } = await ordered('example.com')
  for (const [at, shape] of Object.values(shapes).entries()) {
    const records = [
      { source: '192.0.2.1', messages: 10 },
      { source: '192.0.2.2', messages: 4, dkim: 'fail' },
      { source: '2001:db8::1', messages: 3, dkim: 'fail', spf: 'fail', disposition: 'reject' },
    ]
    const begin = 1_767_225_600 + at * DAY
    const mail = shape({ domain: 'example.com', organisation: `Receiver ${at}`, begin, records })
    expect(await receive(label, mail)).toEqual({ outcome: 'stored' })
  }
  const { results, total } = await list(id)
  expect(total).toBe(6)
  expect(results.map(({ organisation }) => organisation)).toEqual([5, 4, 3, 2, 1, 0].map((at) => `Receiver ${at}`))
  expect(results[5]).toMatchObject({
    email: 'noreply-dmarc@receiver.example',
    domain: 'example.com',
    begin_at: '2026-01-01 00:00:00',
    end_at: '2026-01-01 23:59:59',
    messages: 17,
    passed: 14,
    policy: { p: 'none', sp: 'none', adkim: 'r', aspf: 'r', pct: '100' },
  })
  const rows = await platform.sql.query(
    `select number, host(source) as source, messages, disposition, dkim, spf, details from orders.dmarc_row
     where dmarc_report_id = $1 order by number`,
    [results[5]!.id],
  )
  expect(rows.rows).toMatchObject([
    { number: 1, source: '192.0.2.1', messages: 10, disposition: 'none', dkim: true, spf: true },
    { number: 2, source: '192.0.2.2', messages: 4, dkim: false, spf: true },
    { number: 3, source: '2001:db8::1', messages: 3, disposition: 'reject', dkim: false, spf: false },
  ])
  expect(rows.rows[0].details.signatures).toEqual([{ domain: 'example.com', selector: 's1', result: 'pass' }])
  expect((await list(id, anna, { limit: 1, offset: 5 })).results[0]!.organisation).toBe('Receiver 0')
  expect(await list(id, anna, { offset: 6 })).toEqual({ results: [], total: 6 })
})

it('is stored once however often its mail arrives, also at the same time', async () => {
  const { id, label } = await ordered('twice.com')
  const mail = gzip({ domain: 'twice.com' })
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => receive(label, mail)))
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['repeated', 'repeated', 'repeated', 'stored'])
  // Another mail with the same report, as a receiver sends it again after a day.
  expect(await receive(label, shapes['plain XML']!({ domain: 'twice.com' }))).toEqual({ outcome: 'repeated' })
  expect((await list(id)).total).toBe(1)
})

it('of many records is stored whole', async () => {
  const { id, label } = await ordered('second.com')
  const records = Array.from({ length: 5000 }, (_, n) => ({ source: `10.0.${n >> 8}.${n & 255}`, messages: 2 }))
  expect(await receive(label, gzip({ domain: 'second.com', records }))).toEqual({ outcome: 'stored' })
  const { results } = await list(id)
  expect(results).toMatchObject([{ messages: 10_000, passed: 10_000 }])
  const { rows } = await platform.sql.query(
    'select count(*)::int as count, max(number) as last from orders.dmarc_row where dmarc_report_id = $1',
    [results[0]!.id],
  )
  expect(rows).toEqual([{ count: 5000, last: 5000 }])
})

it('is for the address of a live order only', async () => {
  const { id, label } = await ordered('ended.com')
  expect(await isKnown(label)).toBe(true)
  expect(await isKnown('nobody_com')).toBe(false)
  await platform.remove(anna, id)
  expect(await isKnown(label)).toBe(false)
  expect(await receive(label, gzip({ domain: 'ended.com' }))).toMatchObject({ outcome: 'refused' })
})

it('has an address also for a long name', async () => {
  const { id, label } = await ordered(long)
  expect(label).toHaveLength(63)
  expect(await isKnown(label)).toBe(true)
  expect(await receive(label, gzip({ domain: `shop.${long}` }))).toEqual({ outcome: 'stored' })
  expect((await list(id)).results).toMatchObject([{ domain: `shop.${long}` }])
})

it('leaves nothing behind when it is refused', async () => {
  const label = 'example_com'
  const before = await Promise.all([stored('mail'), stored('report'), stored('row')])
  const records = Array.from({ length: 3000 }, (_, n) => ({ source: `10.0.${n >> 8}.${n & 255}`, messages: 1 }))
  const broken = (given: Reported) =>
    aggregateReport(given).replace(/<count>1<\/count>(?![\s\S]*<count>)/, '<count>x</count>')
  const late = mailWith([
    'text/xml',
    'r.xml',
    Buffer.from(broken({ domain: 'example.com', reportId: 'late', records })),
  ])
  expect(await receive(label, late)).toMatchObject({ outcome: 'refused', reason: expect.stringMatching(/count/) })
  expect(await receive(label, gzip({ domain: 'other.com' }))).toMatchObject({
    outcome: 'refused',
    reason: expect.stringMatching(/another domain/),
  })
  expect(await receive(label, gzip({ domain: 'notexample.com' }))).toMatchObject({ outcome: 'refused' })
  expect(await receive(label, Buffer.from('hello'))).toMatchObject({ outcome: 'refused' })
  expect(await Promise.all([stored('mail'), stored('report'), stored('row')])).toEqual(before)
})

it('is shown to the account of the order only', async () => {
  const { id } = await platform.read(anna, 'example.com')
  expect((await list(id)).total).toBeGreaterThan(0)
  await expect(list(id, bert)).rejects.toMatchObject({ refusal: 'dmarc_order_unknown' })
})
