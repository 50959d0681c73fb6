import { sql, statement } from '@nameyard/persistence/statement'

/** An event that is not part of a chain yet. */
export interface Arrival {
  readonly id: string
  readonly eventId: string
  /** JSON text of the payload of `audit.record-event`. */
  readonly payload: string
}

/** Stores events; an event that is already stored stays as it is. */
export const insertArrivals = statement<{ eventIds: readonly string[]; payloads: readonly string[] }>(
  'audit.arrive',
  ({ eventIds, payloads }) => sql`
    insert into audit_arrival (event_id, payload)
    select event_id, payload from unnest(${eventIds}::uuid[], ${payloads}::text[]) as arrived (event_id, payload)
    on conflict do nothing`,
)

/** Removes the oldest events and returns them, in the order of their arrival. */
export const takeArrivals = statement<{ limit: number }, Arrival>(
  'audit.take-arrivals',
  ({ limit }) => sql`
    with taken as (
      delete from audit_arrival where id in (select id from audit_arrival order by id limit ${limit})
      returning id, event_id, payload)
    select id, event_id as "eventId", payload from taken order by id`,
)
