import type { listDomains } from '@nameyard/contracts/domains/list-domains'
import type { Input } from '@nameyard/contracts/operation'
import { parseDomainName } from '@nameyard/names/domain-name'
import { likePattern } from '@nameyard/persistence/like-pattern'
import { phases, visibleStatus, type Phase } from './model/lifecycle'
import { plusDays } from './model/timers'

export type Query = Input<typeof listDomains>

/** Keeps a value of a statement and says how the statement names it. */
export type Bind = (value: unknown) => string

/** Filters that choose among the domains of an account. */
const filters = [
  'id',
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

/** The phases that status and queue let through. */
export function phasesOf({ status, status_not_equal, queue_status }: Query): readonly Phase[] {
  return phases.filter(
    (phase) =>
      (status === undefined || visibleStatus[phase] === status) &&
      !status_not_equal?.includes(visibleStatus[phase]) &&
      (queue_status === undefined || (queues[queue_status].phases as readonly Phase[]).includes(phase)),
  )
}

/** The type of the orders in a queue that has only those. */
export function typeOf({ queue_status }: Query): string | undefined {
  return queue_status && queues[queue_status].type
}

/** Names as they are stored; one that cannot be a name matches nothing. */
function stored(name: string): string {
  const parsed = parseDomainName(name)
  return parsed.ok ? parsed.value.ascii : name
}

/** An extension as it is stored; a request may put a dot before it. */
export const storedExtension = (extension: string) => stored(extension.replace(/^\./, ''))

/** What nameserver groups are found by, as the index has it. */
export const groupColumn = 'lower(d.ns_group)'

/** Compares a text in small letters with a pattern, in which letters may be large. */
export const matching = (column: string, pattern: string, $: Bind) =>
  pattern.includes('*') ? `${column} like lower(${$(likePattern(pattern))})` : `${column} = lower(${$(pattern)})`

/** Whether anything was given that leaves something out: stars alone match all. */
const isNarrow = (given: unknown) => given !== undefined && !(typeof given === 'string' && /^\*+$/.test(given))

/** The filters that leave something out. */
export const narrowFilters = (query: Query): readonly Filter[] => filters.filter((filter) => isNarrow(query[filter]))

/** Whether a request asks for what there is none of: nothing is reported as abusive here. */
export function isOfNothing({ is_abusive }: Query): boolean {
  return is_abusive === true
}

/** What names a customer, as the index has it. */
const roles = 'd.owner_handle, d.admin_handle, d.tech_handle, d.billing_handle, d.reseller_handle'

/** How matches are come by: found in an index of what is asked for, or met where the whole account is walked. */
export type Way = 'found' | 'met'

/** The condition of one filter. */
function condition(query: Query, filter: Filter, way: Way, $: Bind): string {
  switch (filter) {
    case 'id':
      return `d.id = ${$(query.id)}`
    case 'full_name':
      return `d.name = ${$(stored(query.full_name!))}`
    case 'domain_names':
      return `d.name = any(${$(query.domain_names!.map(stored))})`
    case 'extension':
      return `d.extension = ${$(storedExtension(query.extension!))}`
    case 'domain_name_pattern': {
      const label = query.domain_name_pattern!
      return matching('d.label', label.includes('*') ? label : stored(label), $)
    }
    case 'ns_group_pattern':
      return matching(groupColumn, query.ns_group_pattern!, $)
    case 'comment_pattern':
      return matching('lower(d.comments)', query.comment_pattern!, $)
    case 'contact_handle': {
      const handle = $(query.contact_handle)
      // To make an array of each row that is met takes longer than to read the row.
      return way === 'found' ? `array[${roles}] @> array[${handle}]` : `${handle} in (${roles})`
    }
    case 'status':
    case 'status_not_equal':
    case 'queue_status': {
      const type = typeOf(query)
      return `d.phase = any(${$(phasesOf(query))})${type ? ` and d.type = ${$(type)}` : ''}`
    }
    case 'removal_reason':
      return `d.removal_reason = ${$(query.removal_reason)}`
    case 'application_mode':
      return `d.application is not null and d.application ->> 'mode' = ${$(query.application_mode!.toLowerCase())}`
    case 'renewal_date': {
      const day = new Date(`${query.renewal_date}T00:00:00Z`)
      const isDay = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(query.renewal_date!)
      if (!isDay) return 'false'
      return `d.renews_at >= ${$(day)} and d.renews_at < ${$(plusDays(day, 1))}`
    }
  }
}

/** Whose domains a list has, and whether those that are gone. */
export const scope = (account: number, isLive: boolean, $: Bind) =>
  `d.reseller_id = ${$(account)} and d.deleted_at is ${isLive ? '' : 'not '}null`

/** What the given filters ask of a domain of the account. */
export function conditions(account: number, query: Query, given: readonly Filter[], way: Way, $: Bind): string {
  const asked = given.map((filter) => condition(query, filter, way, $))
  return [scope(account, query.is_deleted !== true, $), ...asked].join(' and ')
}

/** Comments are searched in two indexes, for long ones are looked through apart: of all others an index says what there is. */
const comments = [`d.comments <> '' and length(d.comments) <= 200`, 'length(d.comments) > 200']

/** What the index of comments says beside them. */
const besideComments: readonly Filter[] = [
  'comment_pattern',
  'domain_name_pattern',
  'extension',
  'status',
  'status_not_equal',
]

/** The conditions that all matches are come by, each within an index. */
export function sources(account: number, query: Query, given: readonly Filter[], way: Way, $: Bind): string[] {
  const asked = conditions(account, query, given, way, $)
  const isOfComments = !!query.comment_pattern && given.every((filter) => besideComments.includes(filter))
  return isOfComments && query.is_deleted !== true ? comments.map((each) => `${asked} and ${each}`) : [asked]
}
