import { listDomains } from '@nameyard/contracts/domains/list-domains'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { parseDomainName } from '@nameyard/names/domain-name'
import { Database } from '@nameyard/persistence/database'
import { likePattern } from '@nameyard/persistence/like-pattern'
import { statement } from '@nameyard/persistence/statement'
import { Controller } from '@nestjs/common'
import { domainColumns, domainOnWire, type DomainRow } from './domain-row'
import { phases, visibleStatus } from './model/lifecycle'

type Query = Input<typeof listDomains>

/** The status as resellers see it, so that the list is in the order of what it shows. */
const statusSql = `case d.phase ${phases.map((phase) => `when '${phase}' then '${visibleStatus[phase]}'`).join(' ')} end`

/** Columns of each order the list can have; the transfer date is the day the domain came to be active. */
const sortColumns = {
  id: 'd.id',
  domain_name: 'd.label',
  domain_extension: 'd.extension',
  order_date: 'd.ordered_at',
  active_date: 'd.activated_at',
  expiration_date: 'd.expires_at',
  renewal_date: 'd.renews_at',
  status: statusSql,
  transfer_date: 'd.activated_at',
} as const satisfies Record<keyof NonNullable<Query['order_by']>, string>

/** Lists the account's domains; one statement answers the page and the count. */
@Controller()
export class ListDomains {
  constructor(private readonly database: Database) {}

  @Handles(listDomains)
  async execute(query: Query, call: Call): Promise<Result<typeof listDomains>> {
    const values: unknown[] = []
    const $ = (value: unknown) => `$${values.push(value)}`
    const where = conditions(query, resellerOf(call), $).join(' and ')
    const rows = await this.database.read<DomainRow & { id: number | null; total: number }>(
      statement(
        '',
        `select counted.total, page.* from (select count(*)::int as total from domain d where ${where}) counted
         left join lateral (
           select ${domainColumns} from domain d where ${where}
           order by ${sorting(query)} limit ${$(query.limit)} offset ${$(query.offset)}) page on true`,
      ),
      values,
    )
    return {
      results: rows.filter(({ id }) => id !== null).map(domainOnWire),
      total: rows[0]?.total ?? 0,
    }
  }
}

function sorting({ order_by }: Query): string {
  const orders = Object.entries(order_by ?? {}).map(
    ([column, direction]) =>
      `${sortColumns[column as keyof typeof sortColumns]} ${direction === 'desc' ? 'desc' : 'asc'}`,
  )
  // The number at the end keeps pages apart where the sorted column is equal.
  return [...orders, 'd.id asc'].join(', ')
}

/** Names as they are stored; one that cannot be a name matches nothing. */
function stored(name: string): string {
  const parsed = parseDomainName(name)
  return parsed.ok ? parsed.value.ascii : name
}

function conditions(query: Query, resellerId: number, $: (value: unknown) => string): string[] {
  const found = [`d.reseller_id = ${$(resellerId)}`, `d.deleted_at is ${query.is_deleted ? 'not null' : 'null'}`]
  const phasesOf = (statuses: readonly string[]) => phases.filter((phase) => statuses.includes(visibleStatus[phase]))
  if (query.id !== undefined) found.push(`d.id = ${$(query.id)}`)
  if (query.full_name !== undefined) found.push(`d.name = ${$(stored(query.full_name))}`)
  if (query.domain_names !== undefined) found.push(`d.name = any(${$(query.domain_names.map(stored))})`)
  if (query.extension !== undefined) found.push(`d.extension = ${$(stored(query.extension.replace(/^\./, '')))}`)
  if (query.domain_name_pattern !== undefined) found.push(`d.label ilike ${$(likePattern(query.domain_name_pattern))}`)
  if (query.ns_group_pattern !== undefined) found.push(`d.ns_group ilike ${$(likePattern(query.ns_group_pattern))}`)
  if (query.comment_pattern !== undefined) found.push(`d.comments ilike ${$(likePattern(query.comment_pattern))}`)
  if (query.contact_handle !== undefined) {
    found.push(
      `${$(query.contact_handle)} in (d.owner_handle, d.admin_handle, d.tech_handle, d.billing_handle, d.reseller_handle)`,
    )
  }
  if (query.status !== undefined) found.push(`d.phase = any(${$(phasesOf([query.status]))})`)
  if (query.status_not_equal !== undefined) found.push(`d.phase <> all(${$(phasesOf(query.status_not_equal))})`)
  if (query.renewal_date !== undefined)
    found.push(`(d.renews_at at time zone 'UTC')::date::text = ${$(query.renewal_date)}`)
  // Only creates run at a registry until now; every other queue is empty.
  if (query.queue_status !== undefined)
    found.push(query.queue_status === 'new' ? `d.phase = any(${$(phasesOf(['REQ', 'FAI']))})` : 'false')
  if (query.application_mode !== undefined || query.is_abusive === true) found.push('false')
  return found
}
