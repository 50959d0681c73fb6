import { z } from 'zod'
import { command } from '../event'

/** Adds an account event to the log of its account. Services send it in the transaction of the change (libs/outbox). */
export const recordEvent = command({
  id: 'events.record',
  service: 'events',
  payload: z.object({
    /** Id of the event, the same in every delivery of it. */
    id: z.uuid(),
    resellerId: z.int(),
    /** Type of the catalogue, for example `domain.activated`. */
    type: z.string().min(1),
    /** Version of the schema of the state. */
    version: z.int().min(1),
    /** The path of the object's read without `/v1/`: `domains/123`. */
    object: z.string().min(1),
    /**
     * The event of the object before this one, and when that was recorded, by the machine's clock; null for its first.
     * The log holds an event back until the one before is in it.
     */
    previous: z.object({ id: z.uuid(), at: z.iso.datetime() }).nullable(),
    /** When it happened, by the platform's clock. */
    at: z.iso.datetime(),
    /** Correlation id of the request that caused it. */
    request: z.string(),
    /** The domain and the zone that the object belongs to: keys with limits see the events of theirs only. */
    domain: z.string().optional(),
    zone: z.string().optional(),
    /** The object after the event, by the schema of the type. */
    state: z.unknown(),
  }),
})
