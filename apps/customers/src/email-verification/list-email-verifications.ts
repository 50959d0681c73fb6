import { Controller } from '@nestjs/common'
import { listEmailVerifications } from '@nameyard/contracts/customers/list-email-verifications'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { empty, join, sql, type Sql } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { addressOf, type EmailVerification } from './email-verification.store'

interface Row extends Pick<EmailVerification, 'email' | 'handle' | 'status' | 'failure' | 'isSuspended'> {
  readonly id: number | null
  readonly domain: string
  readonly expiresAt: Date | null
  readonly total: number
}

@Controller()
export class ListEmailVerifications {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns one row for each domain of an address, and one row for a started address without domains. A passed deadline
   * counts at once, even before the sweep has stored it.
   */
  @Handles(listEmailVerifications)
  async execute(
    input: Input<typeof listEmailVerifications>,
    call: Call,
  ): Promise<Result<typeof listEmailVerifications>> {
    const known = [
      sql`v.reseller_id = ${resellerOf(call)}`,
      sql`(d.domain_id is not null or v.status <> 'not verified')`,
    ]
    if (input.email !== undefined) known.push(sql`v.address = ${addressOf(input.email)}`)
    const { handle } = input
    if (handle !== undefined) {
      // The first condition is broader, but it can use the indexes.
      known.push(
        sql`
          v.id in (select id from email_verification where handle = ${handle}
          union all select verification_id from email_verification_domain where handle = ${handle})`,
        sql`coalesce(d.handle, v.handle) = ${handle}`,
      )
    }
    if (input.domain_id !== undefined) known.push(sql`d.domain_id = ${input.domain_id}`)
    if (input.domain !== undefined) known.push(sql`d.domain = ${input.domain.trim().toLowerCase()}`)
    const derived: Sql[] = []
    if (input.status !== undefined) derived.push(sql`status = ${input.status}`)
    if (input.description !== undefined) derived.push(sql`failure = ${input.description}`)
    if (input.is_suspended !== undefined) derived.push(sql`"isSuspended" = ${input.is_suspended}`)
    const lapsed = sql`(v.status in ('in progress', 'failed') and v.deadline_at <= ${this.clock.now()}::timestamptz)`
    const rows = await this.database.read<Row>(sql`
      with verifications as (
        select v.id, coalesce(d.domain_id, 0) as domain_id, coalesce(d.domain, '') as domain, v.email,
          coalesce(d.handle, v.handle) as handle,
          case when ${lapsed} then 'failed' else v.status end as status,
          case when ${lapsed} then coalesce(v.failure, 'expired') else v.failure end as failure,
          v.is_suspended or ${lapsed} as "isSuspended",
          case when v.status = 'in progress' and not ${lapsed} then v.deadline_at end as "expiresAt"
        from email_verification v left join email_verification_domain d on d.verification_id = v.id
        where ${join(known, ' and ')}),
      matching as (select * from verifications ${derived.length > 0 ? sql`where ${join(derived, ' and ')}` : empty}),
      page as (select * from matching order by id, domain_id limit ${input.limit} offset ${input.offset})
      select (select count(*) from matching)::integer as total, page.*
      from (select) as always left join page on true order by id, domain_id`)
    // A page after the last one is a single row with the total and no verification.
    return { results: rows.filter(({ id }) => id !== null).map(onWire), total: rows[0]?.total ?? 0 }
  }
}

function onWire(row: Row): Result<typeof listEmailVerifications>['results'][number] {
  const { domain, email, handle, status, failure, isSuspended, expiresAt } = row
  return {
    domain,
    email,
    handle,
    status,
    ...(failure !== null && { description: failure }),
    expiration_date: printDate(expiresAt),
    is_suspended: isSuspended,
  }
}
