import { empty, join, sql, type Sql } from '@nameyard/persistence/statement'

/** Which events to read. */
export interface PageFilters {
  readonly account: number
  /** Only events with a larger number. */
  readonly after: number
  readonly limit: number
  /** How many events to look at. */
  readonly look: number
  readonly object?: string | undefined
  /** Only events of these types. */
  readonly types: readonly string[]
  /** All types that this version knows. It does not read beyond an event of another one, which a newer version sent. */
  readonly known: readonly string[]
  /** Only events of these domains and zones. */
  readonly names?: { readonly domains: readonly string[]; readonly zones: readonly string[] } | undefined
}

/** A row of a page. A page without events has one row, without an event. */
export interface PageRow {
  /** The last event of the account; null before the first. */
  readonly newest: number | null
  /** The first event that is kept; null without one. */
  readonly oldest: number | null
  /** The number up to which the look went; null if it saw no event. */
  readonly end: number | null
  /** Whether more events may follow the last one that was looked at. */
  readonly isCut: boolean
  readonly sequence: number | null
  readonly id: string
  readonly type: string
  readonly version: number
  readonly object: string
  readonly happenedAt: Date
  readonly request: string
  readonly state: string
}

/** Reads the next events of an account with what is known of its log at that moment, in one statement. */
export function eventPage({ account, after, limit, look, object, types, known, names }: PageFilters): Sql {
  const isMeant = join(
    [
      sql`type = any(${types}::text[])`,
      ...(names ? [sql`(domain = any(${names.domains}::text[]) or zone = any(${names.zones}::text[]))`] : []),
    ],
    ' and ',
  )
  return sql`
    with next as (
      select sequence, type = any(${known}::text[]) as is_known, ${isMeant} as is_meant from account_event
      where account = ${account} and sequence > ${after} ${object === undefined ? empty : sql`and object = ${object}`}
      order by sequence limit ${look}),
    unknown as (select min(sequence) as first from next where not is_known),
    readable as (select next.* from next, unknown where first is null or sequence < first),
    looked as (
      select (select max(sequence) from readable) as last,
        first is not null or (select count(*) from next) = ${look} as is_cut
      from unknown),
    shown as (select sequence from readable where is_meant order by sequence limit ${limit})
    select
      (select last_sequence from account_log where account = ${account})::float8 as newest,
      (select min(sequence) from account_event where account = ${account})::float8 as oldest,
      looked.last::float8 as "end", looked.is_cut as "isCut",
      event.sequence::float8 as sequence, event.id, event.type, event.version, event.object,
      event.happened_at as "happenedAt", event.request, event.state
    from looked left join (
      shown join account_event event on event.account = ${account} and event.sequence = shown.sequence) on true
    order by event.sequence`
}

/** What rows of a page say: its events, where to go on, and the ends of the log at that moment. */
export interface ReadPage {
  readonly events: readonly (PageRow & { readonly sequence: number })[]
  /** The number after which the next page begins. */
  readonly next: number
  readonly oldest: number
  readonly newest: number
}

/** Returns what rows of a page say. */
export function pageOf(rows: readonly PageRow[], { after, limit }: Pick<PageFilters, 'after' | 'limit'>): ReadPage {
  const { newest: last, oldest: first, end, isCut } = rows[0]!
  const newest = last ?? 0
  const events = rows.flatMap((row) => (row.sequence === null ? [] : [{ ...row, sequence: row.sequence }]))
  const next = events.length === limit ? events.at(-1)!.sequence : isCut ? (end ?? after) : newest
  return { events, next, oldest: first ?? newest + 1, newest }
}
