import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { listDmarcReports } from '@nameyard/contracts/orders/list-dmarc-reports'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'

interface Row {
  /** Null in the only row of an order without reports on the page. */
  readonly id: string | null
  readonly organisation: string
  readonly contact: string
  readonly reportId: string
  readonly domain: string
  readonly beginsAt: Date
  readonly endsAt: Date
  readonly receivedAt: Date
  readonly messages: number
  readonly passed: number
  readonly policy: Record<string, string>
  readonly total: number
}

/** A page of the reports of an order; no row when the account does not have the order. */
const page = statement<{ resellerId: number; id: number; limit: number; offset: number }, Row>(
  'dmarc-reports.list',
  ({ resellerId, id, limit, offset }) => sql`
    select counted.total, page.* from dmarc_order o
    cross join lateral (select count(*)::int as total from dmarc_report r where r.dmarc_order_id = o.id) counted
    left join lateral (
      select r.id, r.organisation, r.contact, r.report_id as "reportId", r.domain, r.begins_at as "beginsAt",
        r.ends_at as "endsAt", r.received_at as "receivedAt", r.messages::float8 as messages,
        r.passed::float8 as passed, r.policy
      from dmarc_report r where r.dmarc_order_id = o.id
      order by r.begins_at desc, r.id desc limit ${limit} offset ${offset}
    ) page on true
    where o.reseller_id = ${resellerId} and o.id = ${id}`,
)

/** Lists the aggregate reports that arrived for an order, newest period first. */
@Controller()
export class ListReports {
  constructor(private readonly database: Database) {}

  @Handles(listDmarcReports)
  async execute(
    { id, limit, offset }: Input<typeof listDmarcReports>,
    call: Call,
  ): Promise<Result<typeof listDmarcReports>> {
    const rows = await this.database.read(page, { resellerId: resellerOf(call), id, limit, offset })
    if (rows.length === 0) fail('dmarc_order_unknown', { id })
    const found = rows.flatMap((row) => (row.id === null ? [] : [row]))
    return {
      total: rows[0]!.total,
      results: found.map(({ organisation, contact, reportId, domain, policy, ...row }) => ({
        id: Number(row.id),
        organisation,
        email: contact,
        report_id: reportId,
        domain,
        begin_at: printDate(row.beginsAt),
        end_at: printDate(row.endsAt),
        received_at: printDate(row.receivedAt),
        messages: row.messages,
        passed: row.passed,
        policy,
      })),
    }
  }
}
