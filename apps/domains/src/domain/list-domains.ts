import { listDomains } from '@nameyard/contracts/domains/list-domains'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { parseDomainName } from '@nameyard/names/domain-name'
import { Database } from '@nameyard/persistence/database'
import { likePattern } from '@nameyard/persistence/like-pattern'
import { statement } from '@nameyard/persistence/statement'
import { Controller } from '@nestjs/common'
import { DomainDetails } from './domain-details'
import { domainColumns, type DomainRow } from './domain-row'
import { plusDays } from './model/timers'
import { phases, visibleStatus, type Phase } from './model/lifecycle'

type Query = Input<typeof listDomains>

/**
 * The place of each status in the order of its name, by phase: what the list is sorted by when it is sorted by what it
 * shows. The index `domain_by_status` is made of the same words.
 */
const statusSql = `array_position('{${phases
  .toSorted((a, b) => (visibleStatus[a] < visibleStatus[b] ? -1 : visibleStatus[a] > visibleStatus[b] ? 1 : 0))
  .join(',')}}'::text[], d.phase)`

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

/** Phases and type of what a client calls a queue. */
const queues = {
  new: { type: 'NEW', phases: ['create.queued', 'create.pending', 'waiting.party', 'failed'] },
  trade: { type: undefined, phases: ['active.trading'] },
  transfer: {
    type: 'TRANSFER',
    phases: ['transfer.scheduled', 'transfer.queued', 'transfer.pending', 'waiting.party', 'failed'],
  },
  transferOut: { type: undefined, phases: ['active.leaving', 'left'] },
  renew: { type: undefined, phases: ['active', 'active.changing'] },
} as const satisfies Record<
  NonNullable<Query['queue_status']>,
  { readonly type: string | undefined; readonly phases: readonly Phase[] }
>

/** Lists the account's domains; one statement answers the page and the count. */
@Controller()
export class ListDomains {
  constructor(
    private readonly database: Database,
    private readonly details: DomainDetails,
  ) {}

  @Handles(listDomains)
  async execute(query: Query, call: Call): Promise<Result<typeof listDomains>> {
    const values: unknown[] = []
    const $ = (value: unknown) => `$${values.push(value)}`
    const where = conditions(query, resellerOf(call), $).join(' and ')
    const order = sorting(query)
    const rows = await this.database.read<DomainRow & { id: number | null; total: number }>(
      statement(
        '',
        `with counted as (select count(*)::int as total from domain d where ${where}),
         page as (
           select row_number() over (order by ${order}) as place, ${domainColumns} from domain d where ${where}
           order by ${order} limit ${$(query.limit)} offset ${$(query.offset)})
         select counted.total, page.* from counted left join page on true order by page.place`,
      ),
      values,
    )
    const shown = rows.filter(({ id }) => id !== null)
    return { results: await this.details.show(shown, query, call), total: rows[0]?.total ?? 0 }
  }
}

/** The orders as they were given; the number at the end keeps pages apart where what is sorted by is equal. */
function sorting({ order_by = {} }: Query): string {
  const given = Object.entries(order_by) as [keyof typeof sortColumns, 'asc' | 'desc'][]
  const orders = given.map(([column, direction]) => `${sortColumns[column]} ${direction}`)
  // In the direction of the last order, so that one index serves both.
  return [...orders, `d.id ${given.at(-1)?.[1] ?? 'asc'}`].join(', ')
}

/** Names as they are stored; one that cannot be a name matches nothing. */
function stored(name: string): string {
  const parsed = parseDomainName(name)
  return parsed.ok ? parsed.value.ascii : name
}

function conditions(query: Query, resellerId: number, $: (value: unknown) => string): string[] {
  const found = [`d.reseller_id = ${$(resellerId)}`, `d.deleted_at is ${query.is_deleted ? 'not null' : 'null'}`]
  const isExact = (pattern: string) => !pattern.includes('*')
  const like = (column: string, pattern: string) => `${column} ilike ${$(likePattern(pattern))}`
  const phasesOf = (statuses: readonly string[]) => phases.filter((phase) => statuses.includes(visibleStatus[phase]))
  if (query.id !== undefined) found.push(`d.id = ${$(query.id)}`)
  if (query.full_name !== undefined) found.push(`d.name = ${$(stored(query.full_name))}`)
  if (query.domain_names !== undefined) found.push(`d.name = any(${$(query.domain_names.map(stored))})`)
  if (query.extension !== undefined) found.push(`d.extension = ${$(stored(query.extension.replace(/^\./, '')))}`)
  const { domain_name_pattern: label, ns_group_pattern: group, comment_pattern: comment } = query
  if (label !== undefined) found.push(isExact(label) ? `d.label = ${$(stored(label))}` : like('d.label', label))
  if (group !== undefined) {
    found.push(isExact(group) ? `lower(d.ns_group) = ${$(group.toLowerCase())}` : like('d.ns_group', group))
  }
  if (comment !== undefined) found.push(like('d.comments', comment))
  if (query.contact_handle !== undefined) {
    // As the index has it.
    const roles = 'd.owner_handle, d.admin_handle, d.tech_handle, d.billing_handle, d.reseller_handle'
    found.push(`array[${roles}] @> array[${$(query.contact_handle)}]`)
  }
  if (query.status !== undefined) found.push(`d.phase = any(${$(phasesOf([query.status]))})`)
  if (query.status_not_equal !== undefined) {
    const others = phases.filter((phase) => !query.status_not_equal!.includes(visibleStatus[phase]))
    found.push(`d.phase = any(${$(others)})`)
  }
  if (query.removal_reason !== undefined) found.push(`d.removal_reason = ${$(query.removal_reason)}`)
  if (query.renewal_date !== undefined) {
    const day = new Date(`${query.renewal_date}T00:00:00Z`)
    if (Number.isNaN(day.getTime())) found.push('false')
    else found.push(`d.renews_at >= ${$(day)} and d.renews_at < ${$(plusDays(day, 1))}`)
  }
  if (query.queue_status !== undefined) {
    const queue = queues[query.queue_status]
    found.push(`d.phase = any(${$(queue.phases)})`)
    if (queue.type) found.push(`d.type = ${$(queue.type)}`)
  }
  // No launch phase is sold and nothing is reported as abusive here.
  if (query.application_mode !== undefined || query.is_abusive === true) found.push('false')
  return found
}
