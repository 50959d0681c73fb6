import type { Client } from 'pg'
import type { Payload } from '@nameyard/contracts/event'
import { recordEvent } from '@nameyard/contracts/events/record-event'

/** The account events of an object that a service has stored for the event log, in the order of their chain. */
export async function storedEvents(
  sql: Client,
  schema: string,
  object: string,
): Promise<Payload<typeof recordEvent>[]> {
  const { rows } = await sql.query<{ payload: Payload<typeof recordEvent> }>(
    `select payload::jsonb from (
       select message, payload from ${schema}.outbox union select message, payload from ${schema}.sent) as stored
     where message = $1 and payload::jsonb ->> 'object' = $2`,
    [recordEvent.id, object],
  )
  const next = new Map(rows.map(({ payload }) => [payload.previous?.id, payload]))
  const events: Payload<typeof recordEvent>[] = []
  for (let each = next.get(undefined); each; each = next.get(each.id)) events.push(each)
  if (events.length < rows.length) throw new Error(`the events of ${object} are not one chain`)
  return events
}
