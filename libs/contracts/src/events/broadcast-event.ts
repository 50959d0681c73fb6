import { z } from 'zod'
import { command } from '../event'
import { recordEvent } from './record-event'

/**
 * Adds an account event to the logs of many accounts: of something that belongs to none of them, such as a registry. The
 * events service makes an event of each account of it, a batch of accounts at a time. Each has an id of its own; `id` and
 * `previous` are those of the broadcasts about the object.
 */
export const broadcastEvent = command({
  id: 'events.broadcast',
  service: 'events',
  payload: recordEvent.payload.omit({ resellerId: true, domain: true, zone: true }).extend({
    /** Only these accounts. Absent: all. */
    accounts: z.array(z.int()).optional(),
  }),
})
