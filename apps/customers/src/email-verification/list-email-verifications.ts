import { Controller, Inject } from '@nestjs/common'
import { listEmailVerifications } from '@nameyard/contracts/customers/list-email-verifications'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { addressOf, type EmailVerification } from './email-verification.store'

interface Row extends Pick<EmailVerification, 'email' | 'handle' | 'status' | 'failure' | 'is_suspended'> {
  readonly id: number | null
  readonly domain: string
  readonly expires_at: Date | null
  readonly total: number
}

@Controller()
export class ListEmailVerifications {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * One row for each domain of an address, and one without a domain for an address that has none but was started, in one
   * statement. A deadline counts when it has passed, not when the timer has been there.
   */
  @Handles(listEmailVerifications)
  async execute(
    input: Input<typeof listEmailVerifications>,
    call: Call,
  ): Promise<Result<typeof listEmailVerifications>> {
    const values: unknown[] = []
    const $ = (value: unknown) => `$${values.push(value)}`
    const known = [`v.reseller_id = ${$(resellerOf(call))}`, `(d.domain_id is not null or v.status <> 'not verified')`]
    if (input.email !== undefined) known.push(`v.address = ${$(addressOf(input.email))}`)
    if (input.handle !== undefined) {
      const handle = $(input.handle)
      // The first condition says the same less exactly, for the indexes.
      known.push(
        `v.id in (select id from email_verification where handle = ${handle}
           union all select verification_id from email_verification_domain where handle = ${handle})`,
        `coalesce(d.handle, v.handle) = ${handle}`,
      )
    }
    if (input.domain_id !== undefined) known.push(`d.domain_id = ${$(input.domain_id)}`)
    if (input.domain !== undefined) known.push(`d.domain = ${$(input.domain.trim().toLowerCase())}`)
    const derived: string[] = []
    if (input.status !== undefined) derived.push(`status = ${$(input.status)}`)
    if (input.description !== undefined) derived.push(`failure = ${$(input.description)}`)
    if (input.is_suspended !== undefined) derived.push(`is_suspended = ${$(input.is_suspended)}`)
    const now = `${$(this.clock.now())}::timestamptz`
    const lapsed = `(v.status in ('in progress', 'failed') and v.deadline_at <= ${now})`
    const rows = await this.database.read<Row & { [column: string]: unknown }>(
      statement(
        '',
        `with verifications as (
           select v.id, coalesce(d.domain_id, 0) as domain_id, coalesce(d.domain, '') as domain, v.email,
             coalesce(d.handle, v.handle) as handle,
             case when ${lapsed} then 'failed' else v.status end as status,
             case when ${lapsed} then coalesce(v.failure, 'expired') else v.failure end as failure,
             v.is_suspended or ${lapsed} as is_suspended,
             case when v.status = 'in progress' and not ${lapsed} then v.deadline_at end as expires_at
           from email_verification v left join email_verification_domain d on d.verification_id = v.id
           where ${known.join(' and ')}),
         matching as (select * from verifications ${derived.length > 0 ? `where ${derived.join(' and ')}` : ''}),
         page as (select * from matching order by id, domain_id limit ${$(input.limit)} offset ${$(input.offset)})
         select (select count(*) from matching)::integer as total, page.*
         from (select) as always left join page on true order by id, domain_id`,
      ),
      values,
    )
    // A page beyond the end is one row that holds the total and no verification.
    return { results: rows.filter(({ id }) => id !== null).map(onWire), total: rows[0]?.total ?? 0 }
  }
}

function onWire(row: Row): Result<typeof listEmailVerifications>['results'][number] {
  const { domain, email, handle, status, failure, is_suspended, expires_at } = row
  return {
    domain,
    email,
    handle,
    status,
    ...(failure !== null && { description: failure }),
    expiration_date: printDate(expires_at),
    is_suspended,
  }
}
