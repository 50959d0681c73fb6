import { isIP } from 'node:net'
import { ElementReader } from './element-reader'
import {
  dispositions,
  type DkimResult,
  type Disposition,
  type OverrideReason,
  type PublishedPolicy,
  type ReportHead,
  type ReportRow,
  type SpfResult,
} from './model/aggregate-report'
import { ReportFault } from './model/report-fault'

/** Rows of one report, and signatures, checks and reasons of one row. More are refused, or not kept. */
const [MOST_ROWS, MOST_RESULTS] = [500_000, 20]

const MOST_MESSAGES = 2_147_483_647

/** Elements before the first record ends, and of each record. */
const MOST_ELEMENTS = 2000

/** The longest period of a report: RFC 9990 asks for a day, and clocks and habits differ. */
const LONGEST_MS = 32 * 86_400_000

/** The text of each element of a part of the report, by its path in the part. */
type Texts = Map<string, string>

/**
 * Reads an aggregate report as its bytes arrive: in the form of RFC 7489 appendix C and in that of RFC 9990, with and without
 * a namespace. Elements that are unknown are skipped. Only the rows that nobody has taken yet are in memory.
 */
export class AggregateReader {
  private readonly elements = new ElementReader('feedback', (path, text) => this.element(path, text))
  private readonly head: Texts = new Map()
  private row: Texts = new Map()
  private part: Texts = new Map()
  private signatures: DkimResult[] = []
  private checks: SpfResult[] = []
  private reasons: OverrideReason[] = []
  private rows: ReportRow[] = []
  private count = 0
  /** Elements since the last record. */
  private elementCount = 0

  /** Reads on, and returns the rows that are complete. */
  write(chunk: Uint8Array): ReportRow[] {
    this.elements.write(chunk)
    return this.rows.splice(0)
  }

  /** Ends the report, and returns the rows that are left. */
  end(): ReportRow[] {
    this.elements.end()
    if (this.count === 0) throw new ReportFault('The report has no record')
    return this.rows.splice(0)
  }

  /** What the report says about itself. Known when the first row is. */
  get reportHead(): ReportHead {
    const text = (path: string) => required(this.head, path)
    const [begin, end] = [
      instantOf(text('report_metadata/date_range/begin')),
      instantOf(text('report_metadata/date_range/end')),
    ]
    if (end < begin || end.getTime() - begin.getTime() > LONGEST_MS)
      throw new ReportFault('date_range of the report is not a period of at most 32 days')
    return {
      organisation: text('report_metadata/org_name').slice(0, 255),
      contact: (this.head.get('report_metadata/email') ?? '').slice(0, 255),
      reportId: text('report_metadata/report_id').slice(0, 255),
      begin,
      end,
      domain: nameOf(text('policy_published/domain')),
      policy: this.policy(),
    }
  }

  private policy(): PublishedPolicy {
    const fields = ['p', 'sp', 'np', 'adkim', 'aspf', 'pct', 'fo', 'testing'] as const
    const found = fields.flatMap((field) => {
      const text = this.head.get(`policy_published/${field}`)
      return text ? [[field, text.slice(0, 20).toLowerCase()] as const] : []
    })
    return Object.fromEntries(found)
  }

  private element(path: string, text: string): void {
    this.elementCount += 1
    if (this.elementCount > MOST_ELEMENTS) throw new ReportFault('A part of the report has too many elements')
    if (path === 'record') return this.endRow()
    if (!path.startsWith('record/')) {
      if (!this.head.has(path)) this.head.set(path, text)
      return
    }
    const inRow = path.slice('record/'.length)
    const known = partOf(inRow)
    if (known === undefined) {
      this.row.set(inRow, text)
    } else if (inRow === known) this.endPart(known)
    else this.part.set(inRow.slice(known.length + 1), text)
  }

  /** Ends an element that a row may have several of. */
  private endPart(path: Part): void {
    const of = (field: string) => (this.part.get(field) ?? '').slice(0, 255)
    const keep = <T>(list: T[], each: T) => void (list.length < MOST_RESULTS && list.push(each))
    if (path === 'auth_results/dkim')
      keep(this.signatures, {
        domain: nameOf(of('domain')),
        selector: of('selector'),
        result: of('result').toLowerCase(),
      })
    else if (path === 'auth_results/spf')
      keep(this.checks, { domain: nameOf(of('domain')), result: of('result').toLowerCase() })
    else keep(this.reasons, { type: of('type').toLowerCase(), comment: of('comment') })
    this.part = new Map()
  }

  private endRow(): void {
    this.elementCount = 0
    this.count += 1
    if (this.count > MOST_ROWS) throw new ReportFault(`The report has more than ${MOST_ROWS} records`)
    const { row, signatures, checks, reasons } = this
    const evaluated = (field: string) => required(row, `row/policy_evaluated/${field}`).toLowerCase()
    const source = required(row, 'row/source_ip')
    if (isIP(source) === 0 || source.includes('%')) throw new ReportFault('source_ip of a record is not an IP address')
    this.rows.push({
      source,
      messages: countOf(required(row, 'row/count')),
      disposition: dispositionOf(evaluated('disposition')),
      dkim: evaluated('dkim') === 'pass',
      spf: evaluated('spf') === 'pass',
      headerFrom: nameOf(required(row, 'identifiers/header_from')),
      envelopeFrom: nameOf(row.get('identifiers/envelope_from') ?? ''),
      ...{ signatures, checks, reasons },
    })
    this.row = new Map()
    this.signatures = []
    this.checks = []
    this.reasons = []
  }
}

/** Elements that a record may have several of. */
const parts = ['row/policy_evaluated/reason', 'auth_results/dkim', 'auth_results/spf'] as const
type Part = (typeof parts)[number]

function partOf(path: string): Part | undefined {
  return parts.find((part) => path === part || path.startsWith(`${part}/`))
}

function required(texts: Texts, path: string): string {
  const text = texts.get(path)
  if (!text) throw new ReportFault(`The report has no ${path.slice(path.lastIndexOf('/') + 1)}`)
  return text
}

/** Reads seconds since 1970. Some receivers write a fraction. */
function instantOf(text: string): Date {
  const seconds = /^\d{1,11}(\.\d+)?$/.test(text) ? Math.floor(Number(text)) : Number.NaN
  const instant = new Date(seconds * 1000)
  if (Number.isNaN(instant.getTime())) throw new ReportFault('date_range of the report is not in seconds since 1970')
  return instant
}

function countOf(text: string): number {
  const count = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (!(count <= MOST_MESSAGES)) throw new ReportFault('count of a record is not a number of messages')
  return count
}

function dispositionOf(text: string): Disposition {
  const found = dispositions.find((each) => each === text)
  if (!found) throw new ReportFault('disposition of a record is none of none, pass, quarantine and reject')
  return found
}

function nameOf(text: string): string {
  return text.replace(/\.$/, '').toLowerCase().slice(0, 255)
}
