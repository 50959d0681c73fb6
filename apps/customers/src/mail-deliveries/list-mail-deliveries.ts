import { Controller } from '@nestjs/common'
import { listMailDeliveries } from '@nameyard/contracts/customers/list-mail-deliveries'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { join, sql } from '@nameyard/persistence/statement'
import type { SentMail } from '../mail/sent-mail.store'

type Row = Omit<SentMail, 'id' | 'messageId' | 'resellerId'> & { readonly id: string | null; readonly total: number }

@Controller()
export class ListMailDeliveries {
  constructor(private readonly database: Database) {}

  @Handles(listMailDeliveries)
  async execute(
    { state, email, limit, offset }: Input<typeof listMailDeliveries>,
    call: Call,
  ): Promise<Result<typeof listMailDeliveries>> {
    const conditions = [sql`reseller_id = ${resellerOf(call)}`]
    if (state !== undefined) conditions.push(sql`state = ${state}`)
    if (email !== undefined) conditions.push(sql`address = ${email.trim().toLowerCase()}`)
    const rows = await this.database.read<Row>(sql`
      with matching as (select * from sent_mail where ${join(conditions, ' and ')}),
      page as (select * from matching order by sent_at desc, id desc limit ${limit} offset ${offset})
      select (select count(*) from matching)::integer as total, page.id::text as id, page.type, page.object, page.address,
        page.sent_at as "sentAt", page.state, page.status, page.diagnostic, page.reported_at as "reportedAt"
      from (select) as always left join page on true order by page.sent_at desc, page.id desc`)
    // A page after the last one is a single row with the total and no mail.
    const results = rows
      .filter(({ id }) => id !== null)
      .map((row) => ({
        id: Number(row.id),
        type: row.type,
        object: row.object,
        email: row.address,
        sent_date: printDate(row.sentAt),
        state: row.state,
        status: row.status ?? '',
        diagnostic: row.diagnostic ?? '',
        reported_date: printDate(row.reportedAt),
      }))
    return { results, total: rows[0]?.total ?? 0 }
  }
}
