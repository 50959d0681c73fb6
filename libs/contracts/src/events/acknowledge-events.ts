import { z } from 'zod'
import { operation } from '../operation'
import { flag } from '../primitives/scalars'
import { consumerName, eventConsumer } from './event-consumer'
import { sequenceGiven } from './event-fields'

/** Moves the position of a consumer. */
export const acknowledgeEvents = operation({
  id: 'event-consumers.acknowledge',
  service: 'events',
  // It notes how far a reader has read: a program needs no right to change the account for it.
  effect: 'read',
  method: 'POST',
  path: '/v1/event-consumers/:name/acknowledge',
  summary: 'Acknowledge events',
  description:
    'Confirms that the events up to a number are handled: polls return those after it from then on. A lower number than the position changes nothing, so that two programs or a repeated request cannot move it back. With `reset` it becomes the position in any case: use it to read events again. Free of charge.',
  params: z.object({ name: consumerName }),
  body: z.object({
    sequence: sequenceGiven.describe(
      'Number of the last event that was handled: `next` of the poll, or its `sequence`.',
    ),
    reset: flag.optional().describe('Whether the position may move back; false by default.'),
  }),
  result: eventConsumer,
  errors: ['event_consumer_not_found', 'events_unknown', 'events_expired'],
  example: { sequence: 4 },
})
