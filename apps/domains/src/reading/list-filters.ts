import type { listDomains } from '@nameyard/contracts/domains/list-domains'
import type { Input } from '@nameyard/contracts/operation'
import { parseDomainName } from '@nameyard/names/domain-name'
import { likePattern } from '@nameyard/persistence/like-pattern'
import { empty, join, sql, type Sql } from '@nameyard/persistence/statement'
import { phases, visibleStatus, type Phase } from '../lifecycle/model/lifecycle'
import { plusDays } from '../lifecycle/model/timers'

export interface Query extends Input<typeof listDomains> {
  /** The domains that the API key in use is limited to; undefined for all. */
  readonly reached?: readonly string[] | undefined
}

/** Filters that choose among the domains of an account. */
const filters = [
  'id',
  'reached',
  'full_name',
  'domain_names',
  'extension',
  'domain_name_pattern',
  'ns_group_pattern',
  'comment_pattern',
  'contact_handle',
  'status',
  'status_not_equal',
  'queue_status',
  'removal_reason',
  'renewal_date',
  'application_mode',
] as const satisfies readonly (keyof Query)[]
export type Filter = (typeof filters)[number]

/** The phases and the order type of each value of `queue_status`. */
const queues = {
  new: { type: 'NEW', phases: ['create.queued', 'create.pending', 'waiting.party', 'failed'] },
  trade: { type: undefined, phases: ['active.trading'] },
  transfer: {
    type: 'TRANSFER',
    phases: ['transfer.scheduled', 'transfer.queued', 'transfer.pending', 'waiting.party', 'failed'],
  },
  transferOut: { type: undefined, phases: ['active.pendingTransfer', 'transferredAway'] },
  renew: { type: undefined, phases: ['active', 'active.changing'] },
} as const satisfies Record<
  NonNullable<Query['queue_status']>,
  { readonly type: string | undefined; readonly phases: readonly Phase[] }
>

/** The phases that the filters of status and queue allow. */
export function phasesOf({ status, status_not_equal, queue_status }: Query): readonly Phase[] {
  return phases.filter(
    (phase) =>
      (status === undefined || visibleStatus[phase] === status) &&
      !status_not_equal?.includes(visibleStatus[phase]) &&
      (queue_status === undefined || (queues[queue_status].phases as readonly Phase[]).includes(phase)),
  )
}

/** The order type of a queue; undefined where the queue has orders of every type. */
export function typeOf({ queue_status }: Query): string | undefined {
  return queue_status && queues[queue_status].type
}

/** A name as it is stored. A text that is not a name matches nothing. */
function stored(name: string): string {
  const parsed = parseDomainName(name)
  return parsed.ok ? parsed.value.ascii : name
}

/** An extension as it is stored; a request may put a dot before it. */
export const storedExtension = (extension: string) => stored(extension.replace(/^\./, ''))

/** The nameserver group of a domain, written like its index. */
export const groupColumn = sql`lower(d.ns_group)`

/** Compares a lower-case text with a pattern, ignoring the case of the pattern. */
export const matching = (column: Sql, pattern: string) =>
  pattern.includes('*') ? sql`${column} like lower(${likePattern(pattern)})` : sql`${column} = lower(${pattern})`

/** Whether a filter excludes anything: a pattern of asterisks alone matches every domain. */
const isNarrow = (given: unknown) => given !== undefined && !(typeof given === 'string' && /^\*+$/.test(given))

/** The filters of a query that exclude something. */
export const narrowFilters = (query: Query): readonly Filter[] => filters.filter((filter) => isNarrow(query[filter]))

/** Whether a query selects abusive domains: the platform records none. */
export function isOfNothing({ is_abusive }: Query): boolean {
  return is_abusive === true
}

/** The columns with handles of customers, in the order of their index. */
const roles = sql`d.owner_handle, d.admin_handle, d.tech_handle, d.billing_handle, d.reseller_handle`

/** How matches are found: in an index of the filter, or while all domains of the account are read. */
export type Access = 'indexed' | 'scanned'

function condition(query: Query, filter: Filter, access: Access): Sql {
  switch (filter) {
    case 'id':
      return sql`d.id = ${query.id}`
    case 'reached':
      return sql`d.name = any(${query.reached!})`
    case 'full_name':
      return sql`d.name = ${stored(query.full_name!)}`
    case 'domain_names':
      return sql`d.name = any(${query.domain_names!.map(stored)})`
    case 'extension':
      return sql`d.extension = ${storedExtension(query.extension!)}`
    case 'domain_name_pattern': {
      const label = query.domain_name_pattern!
      return matching(sql`d.label`, label.includes('*') ? label : stored(label))
    }
    case 'ns_group_pattern':
      return matching(groupColumn, query.ns_group_pattern!)
    case 'comment_pattern':
      return matching(sql`lower(d.comments)`, query.comment_pattern!)
    case 'contact_handle': {
      const handle = query.contact_handle
      // Building an array for each scanned row takes longer than reading the row.
      return access === 'indexed' ? sql`array[${roles}] @> array[${handle}]` : sql`${handle} in (${roles})`
    }
    case 'status':
    case 'status_not_equal':
    case 'queue_status':
      return sql`d.phase = any(${phasesOf(query)})${ofType(query)}`
    case 'removal_reason':
      return sql`d.removal_reason = ${query.removal_reason}`
    case 'application_mode':
      return sql`d.application is not null and d.application ->> 'mode' = ${query.application_mode!.toLowerCase()}`
    case 'renewal_date': {
      const day = new Date(`${query.renewal_date}T00:00:00Z`)
      const isDay = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(query.renewal_date!)
      if (!isDay) return sql`false`
      return sql`d.renews_at >= ${day} and d.renews_at < ${plusDays(day, 1)}`
    }
  }
}

/** Adds the order type of a queue to a condition. */
export function ofType(query: Query): Sql {
  const type = typeOf(query)
  return type ? sql` and d.type = ${type}` : empty
}

/** The domains of an account, either live or deleted. */
export const scope = (account: number | Sql, isLive: boolean) =>
  sql`d.reseller_id = ${account} and d.deleted_at is ${isLive ? empty : sql`not `}null`

/** The condition that the given filters put on a domain of the account. */
export function conditions(account: number | Sql, query: Query, given: readonly Filter[], access: Access): Sql {
  const each = given.map((filter) => condition(query, filter, access))
  return join([scope(account, query.is_deleted !== true), ...each], ' and ')
}

/** Comments have two indexes: one answers for short comments alone, long ones are looked up and compared. */
const comments = [sql`d.comments <> '' and length(d.comments) <= 200`, sql`length(d.comments) > 200`]

/** Filters that the index of comments answers too. */
const besideComments: readonly Filter[] = [
  'comment_pattern',
  'domain_name_pattern',
  'extension',
  'status',
  'status_not_equal',
]

/** Conditions that together select all matches, each answered by one index. */
export function sources(account: number | Sql, query: Query, given: readonly Filter[], access: Access): Sql[] {
  const condition = conditions(account, query, given, access)
  const isOfComments = !!query.comment_pattern && given.every((filter) => besideComments.includes(filter))
  return isOfComments && query.is_deleted !== true ? comments.map((each) => sql`${condition} and ${each}`) : [condition]
}
