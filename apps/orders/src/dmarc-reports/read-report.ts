import { AggregateReader } from './aggregate-reader'
import type { ReportHead, ReportRow } from './model/aggregate-report'
import { ReportFault } from './model/report-fault'

/** Rows that are handed over together. */
const BATCH = 1000

/** Rows of a report, and its head, which is the same each time. */
export interface Batch {
  readonly head: ReportHead
  readonly rows: readonly ReportRow[]
}

/** Reads a report of any length in bounded memory. Throws a `ReportFault` when it cannot be read; rows may have come before. */
export async function* readReport(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Batch> {
  const reader = new AggregateReader()
  let rows: ReportRow[] = []
  for await (const chunk of bytes) {
    rows.push(...reader.write(chunk))
    if (rows.length < BATCH) continue
    yield { head: reader.reportHead, rows }
    rows = []
  }
  rows.push(...reader.end())
  if (rows.length > 0) yield { head: reader.reportHead, rows }
}

/** Whether a report about a domain is for the owner of a name: the name itself, or one below it. */
export function refuseOther({ domain }: ReportHead, name: string): void {
  if (domain !== name && !domain.endsWith(`.${name}`))
    throw new ReportFault(`The report is about another domain than ${name}`)
}
