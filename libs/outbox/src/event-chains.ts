import type { AnyMessage, Payload } from '@nameyard/contracts/event'
import { broadcastEvent } from '@nameyard/contracts/events/broadcast-event'
import { recordEvent } from '@nameyard/contracts/events/record-event'
import { writtenAt } from '@nameyard/messaging/meter'
import { raw, sql, type Placeholders, type Sql } from '@nameyard/persistence/statement'

type Recorded = Payload<typeof recordEvent> | Payload<typeof broadcastEvent>

/** The commands that account events are: each names the event of its object before it. */
const accountEventIds: readonly string[] = [recordEvent.id, broadcastEvent.id]

/** The account events of one statement, as steps of the chains of their objects. */
export interface ChainSteps {
  /** The objects of the events, each once. */
  readonly chained: readonly string[]
  /** The last event of each object, and when it was recorded, by the machine's clock. */
  readonly lastEvents: readonly string[]
  readonly lastAt: readonly Date[]
  /** For each message that is the first event of an object: the object. */
  readonly firstOf: readonly (string | null)[]
}

/** SQL of the names of the commands that account events are. */
export const ACCOUNT_EVENTS = raw(accountEventIds.map((id) => `'${id}'`).join(', '))

/** Whether a message is an account event. */
function isAccountEvent(message: AnyMessage): boolean {
  return accountEventIds.includes(message.id)
}

/**
 * Returns the steps of the account events among some messages, in their order, and the payloads of all messages. An event
 * that follows one of the same object names it; the statement lets the first one name the last event of the chain.
 */
export function chainSteps(
  messages: readonly { readonly message: AnyMessage; readonly payload: unknown }[],
): ChainSteps & { readonly payloads: readonly string[] } {
  const last = new Map<string, string>()
  const firstOf: (string | null)[] = []
  const payloads: string[] = []
  for (const { message, payload } of messages) {
    if (!isAccountEvent(message)) {
      firstOf.push(null)
      payloads.push(JSON.stringify(payload))
      continue
    }
    const { previous: _, ...event } = payload as Recorded
    const before = last.get(event.object)
    last.set(event.object, event.id)
    firstOf.push(before === undefined ? event.object : null)
    payloads.push(
      JSON.stringify(
        before === undefined ? event : { ...event, previous: { id: before, at: recordedAt(before).toISOString() } },
      ),
    )
  }
  // In one order, so that two transactions with the same objects do not wait for each other.
  const chains = [...last].toSorted(([one], [other]) => (one < other ? -1 : 1))
  return {
    chained: chains.map(([object]) => object),
    lastEvents: chains.map(([, id]) => id),
    lastAt: chains.map(([, id]) => recordedAt(id)),
    firstOf,
    payloads,
  }
}

/** When an event was recorded. Its identifier begins with that time (RFC 9562 section 5.7). */
export function recordedAt(eventId: string): Date {
  return new Date(writtenAt(eventId)!)
}

/**
 * SQL of a part of a statement named `began`: begins the chain of an object that the part `changed` has made, with its first
 * event.
 */
export const beganChain = ({
  object,
  eventId,
  eventAt,
}: Placeholders<{ readonly object: string; readonly eventId: string; readonly eventAt: Date }>): Sql => sql`
    began as (
      insert into event_chains (object, event_id, recorded_at)
      select ${object}, ${eventId}::uuid, ${eventAt}::timestamptz from changed)`

/** SQL of a part of a statement named `moved`: moves the chains on. Each returns the event before as JSON, or null. */
export const movedChains = ({ chained, lastEvents, lastAt }: Placeholders<ChainSteps>): Sql => sql`
    moved as (
      insert into event_chains (object, event_id, recorded_at)
      select object, event_id, recorded_at
      from unnest(${chained}::text[], ${lastEvents}::uuid[], ${lastAt}::timestamptz[])
        as step (object, event_id, recorded_at)
      on conflict (object) do update set event_id = excluded.event_id, recorded_at = excluded.recorded_at,
        previous_id = event_chains.event_id, previous_at = event_chains.recorded_at
      returning object, case when previous_id is null then null else json_build_object('id', previous_id,
        'at', to_char(previous_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text end as previous)`

/** SQL of the payload of an account event that names the event of `moved` before it. */
export const namingPrevious = sql`'{"previous":' || coalesce(moved.previous, 'null') || ',' || substr(payload, 2)`
