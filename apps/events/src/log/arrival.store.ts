import { sql, statement, type Sql } from '@nameyard/persistence/statement'
import type { Waiting } from './model/in-order'

/** Events as columns: one list for each, in the same order. */
interface Arrivals {
  readonly ids: readonly string[]
  readonly accounts: readonly number[]
  readonly types: readonly string[]
  readonly versions: readonly number[]
  readonly objects: readonly string[]
  readonly domains: readonly (string | null)[]
  readonly zones: readonly (string | null)[]
  readonly times: readonly string[]
  readonly requests: readonly string[]
  readonly states: readonly string[]
  readonly previous: readonly (string | null)[]
  readonly previousTimes: readonly (string | null)[]
  readonly now: Date
}

/** Stores events; one that waits already stays as it is. */
export const insertArrivals = statement<Arrivals>(
  'events.arrive',
  (given) => sql`
    insert into arrival (id, account, type, version, object, domain, zone, happened_at, request, state, previous,
      previous_at, arrived_at)
    select *, ${given.now}::timestamptz from unnest(${given.ids}::uuid[], ${given.accounts}::integer[],
      ${given.types}::text[], ${given.versions}::integer[], ${given.objects}::text[], ${given.domains}::text[],
      ${given.zones}::text[], ${given.times}::timestamptz[], ${given.requests}::text[], ${given.states}::text[],
      ${given.previous}::uuid[], ${given.previousTimes}::timestamptz[])
    on conflict do nothing`,
)

/** An event that has arrived, without its content. */
export interface Arrived extends Waiting {
  readonly account: number
  readonly isHeld: boolean
  /** Whether it is in the log already: it was delivered again. */
  readonly isRecorded: boolean
}

/** What is known of an event that waits. */
const known = (isReady: Sql) => sql`
  a.id, a.account, a.previous, a.is_held as "isHeld", ${isReady} as "isReady",
  exists (select from account_event e where e.id = a.id) as "isRecorded"`

/** The oldest events that arrived lately, and some that were held for one that is no longer kept. */
export const findArrivals = statement<{ limit: number; keptSince: Date }, Arrived>(
  'events.find-arrivals',
  ({ limit, keptSince }) => sql`
    with found as (
      (select * from arrival where not is_held order by place limit ${limit})
      union all
      (select * from arrival where is_held and previous_at < ${keptSince} order by previous_at limit ${limit}))
    select ${known(sql`a.previous is null or a.previous_at < ${keptSince}
      or exists (select from account_event e where e.id = a.previous)`)}
    from found a order by a.place`,
)

/** The events that were held for some others. */
export const findFollowers = statement<{ ids: readonly string[] }, Arrived>(
  'events.find-followers',
  ({ ids }) => sql`
    select ${known(sql`false`)} from arrival a where a.is_held and a.previous = any(${ids}::uuid[]) order by a.place`,
)

/** How many events are held, and since when the oldest one is; null without one. */
export const countHeld = statement<void, { held: number; since: Date | null }>(
  'events.count-held',
  () => sql`select count(*)::integer as held, min(arrived_at) as since from arrival where is_held`,
)

/** When the oldest event arrived that was not looked at yet; no row without one. */
export const findOldestArrival = statement<void, { arrivedAt: Date }>(
  'events.oldest-arrival',
  () => sql`select arrived_at as "arrivedAt" from arrival where not is_held order by place limit 1`,
)
