import { gzipSync } from 'node:zlib'
import {
  aggregateReport,
  bareMail,
  mailWith,
  newReport,
  shapes,
  zip,
  type Recorded,
} from '@nameyard/testing/report-mails'
import type { ReportRow } from '../src/dmarc-reports/model/aggregate-report'
import { readReport } from '../src/dmarc-reports/read-report'
import { reportIn } from '../src/dmarc-reports/report-document'

async function read(mail: Buffer) {
  const rows: ReportRow[] = []
  let head
  for await (const batch of readReport(await reportIn(mail))) {
    head = batch.head
    rows.push(...batch.rows)
  }
  return { head: head!, rows }
}

const gzipped = (text: string | Buffer) => mailWith(['application/gzip', 'r.xml.gz', gzipSync(text)])
const report = aggregateReport({ domain: 'example.com' })

describe('a report', () => {
  const records: readonly Recorded[] = [
    { source: '192.0.2.1', messages: 120 },
    {
      source: '2001:db8::25',
      messages: 2,
      disposition: 'quarantine',
      dkim: 'fail',
      spf: 'fail',
      from: 'News.example.com',
    },
  ]

  it.each(Object.entries(shapes))('is read from %s', async (_, mail) => {
    const { head, rows } = await read(mail({ domain: 'example.com', organisation: 'Big', reportId: 'r-7', records }))
    expect(head).toMatchObject({ organisation: 'Big', reportId: 'r-7', domain: 'example.com' })
    expect(head.begin).toEqual(new Date('2026-01-01T00:00:00Z'))
    expect(head.end).toEqual(new Date('2026-01-01T23:59:59Z'))
    expect(rows).toMatchObject([
      { source: '192.0.2.1', messages: 120, disposition: 'none', dkim: true, spf: true, headerFrom: 'example.com' },
      { source: '2001:db8::25', messages: 2, disposition: 'quarantine', dkim: false, headerFrom: 'news.example.com' },
    ])
    expect(rows[0]!.signatures).toEqual([{ domain: 'example.com', selector: 's1', result: 'pass' }])
    expect(rows[0]!.checks).toEqual([{ domain: 'bounce.example.com', result: 'pass' }])
  })

  it('tells the policy of both forms', async () => {
    expect((await read(gzipped(report))).head.policy).toEqual({
      p: 'none',
      sp: 'none',
      adkim: 'r',
      aspf: 'r',
      pct: '100',
    })
    const { head } = await read(gzipped(newReport({ domain: 'example.com' })))
    expect(head.policy).toEqual({ p: 'reject', sp: 'quarantine', np: 'reject', testing: 'y' })
  })

  it('tells why a receiver did not follow the policy', async () => {
    const more = '<reason><type>forwarded</type><comment>a list</comment></reason><reason><type>other</type></reason>'
    const { rows } = await read(gzipped(aggregateReport({ domain: 'x.example', records: [{ ...records[0]!, more }] })))
    expect(rows[0]!.reasons).toEqual([
      { type: 'forwarded', comment: 'a list' },
      { type: 'other', comment: '' },
    ])
  })

  it('of 20,000 records is read in parts', async () => {
    const many = Array.from({ length: 20_000 }, (_, n) => ({
      source: `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
      messages: 1,
    }))
    const mail = gzipped(aggregateReport({ domain: 'example.com', records: many }))
    let [rows, most] = [0, 0]
    for await (const batch of readReport(await reportIn(mail))) {
      rows += batch.rows.length
      most = Math.max(most, batch.rows.length)
    }
    expect(rows).toBe(20_000)
    expect(most).toBeLessThan(2000)
  })
})

describe('what is no report is refused', () => {
  const changed = (from: string | RegExp, to: string) => gzipped(report.replace(from, to))
  const entities = '<!DOCTYPE feedback [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'

  it.each<[string, () => Buffer, RegExp]>([
    ['a mail with no attachment', () => mailWith(), /no report/],
    [
      'two reports',
      () => mailWith(['application/gzip', 'a', gzipSync(report)], ['text/xml', 'b', Buffer.from(report)]),
      /more than one/,
    ],
    [
      'a packed report that is named as an image',
      () => mailWith(['image/png', 'a.png', gzipSync(report)]),
      /no report/,
    ],
    [
      'an image that is named as gzip',
      () => bareMail('application/gzip', Buffer.from('\u0089PNG....')),
      /neither gzip/,
    ],
    ['a gzip bomb', () => bareMail('application/gzip', gzipSync(Buffer.alloc(20 * 1024 * 1024))), /well-formed/],
    [
      'a zip bomb',
      () =>
        bareMail(
          'application/zip',
          zip({ 'r.xml': Buffer.concat([Buffer.from('<feedback>'), Buffer.alloc(20 * 1024 * 1024, ' ')]) }),
        ),
      /too long/,
    ],
    [
      'a zip archive with two files',
      () => bareMail('application/zip', zip({ a: report, b: report })),
      /exactly one file/,
    ],
    ['a damaged zip archive', () => bareMail('application/zip', zip({ a: report }).subarray(0, 300)), /damaged/],
    ['a damaged gzip file', () => bareMail('application/gzip', gzipSync(report).subarray(0, 300)), /damaged/],
    ['own entities', () => gzipped(report.replace('<feedback>', `${entities}<feedback>`)), /document type/],
    ['an entity that nobody declared', () => changed('Receiver', '&secret;'), /well-formed/],
    ['XML that ends early', () => gzipped(report.slice(0, -30)), /well-formed/],
    ['another document', () => gzipped('<html><body/></html>'), /root element/],
    ['deep nesting', () => gzipped(`<feedback>${'<a>'.repeat(100_000)}`), /too deeply/],
    ['an endless text', () => changed('Receiver', 'x'.repeat(10_000)), /too long/],
    ['a source that is no address', () => changed('192.0.2.1', 'localhost'), /IP address/],
    ['a count below zero', () => changed('<count>3', '<count>-3'), /count/],
    ['a count that no number holds', () => changed('<count>3', '<count>9999999999'), /count/],
    ['an unknown disposition', () => changed('<disposition>none', '<disposition>eaten'), /disposition/],
    ['no author', () => changed(/<header_from>.*<\/header_from>/, ''), /header_from/],
    ['no organisation', () => changed(/<org_name>.*<\/org_name>/, ''), /org_name/],
    ['a period in words', () => changed(/<begin>\d+/, '<begin>yesterday'), /date_range/],
    ['a period that ends before it begins', () => changed(/<end>\d+/, '<end>1000'), /date_range/],
    ['no record', () => gzipped(aggregateReport({ domain: 'example.com', records: [] })), /no record/],
  ])('%s', async (_, mail, problem) => {
    await expect(read(mail())).rejects.toThrow(problem)
  })

  it('names of elements that objects of the language have say nothing', async () => {
    const odd = report.replace('<org_name>', '<__proto__>x</__proto__><constructor/><org_name>')
    expect((await read(gzipped(odd))).head.organisation).toBe('Receiver')
  })
})
