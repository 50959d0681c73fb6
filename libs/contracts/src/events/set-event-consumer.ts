import { z } from 'zod'
import { operation } from '../operation'
import { word } from '../primitives/scalars'
import { consumerName, eventConsumer } from './event-consumer'
import { eventObject, eventTypes, sequenceGiven } from './event-fields'

/** Makes a consumer of events, or changes what it gets. */
export const setEventConsumer = operation({
  id: 'event-consumers.set',
  service: 'events',
  effect: 'write',
  // Another call restores what it had, and its position stays.
  isDestructive: false,
  method: 'PUT',
  path: '/v1/event-consumers/:name',
  summary: 'Create or change an event consumer',
  description:
    'Use once for each program that follows the events, when it should not store its position itself. The name makes a new consumer, or changes what the one of that name gets; its position stays then. Read with event-consumers.poll, then confirm with event-consumers.acknowledge. A consumer that is not used for half a year is deleted. Free of charge. Undo with event-consumers.delete.',
  params: z.object({ name: consumerName }),
  body: z.object({
    types: eventTypes.optional().describe('Only events of these types; `domain.*` are all of domains. All by default.'),
    object: eventObject.optional().describe('Only events of this object, for example `domains/123`. All by default.'),
    start: z
      .union([word('newest', 'oldest'), sequenceGiven])
      .optional()
      .describe(
        'Where a new consumer begins: `newest`, the default, for what happens from now on, `oldest` for all events that are kept, or the number of an event for those after it. Ignored if the consumer exists.',
      ),
  }),
  result: eventConsumer,
  errors: ['events_expired', 'events_unknown', 'event_consumers_too_many'],
  example: { types: ['domain.*'], start: 'oldest' },
})
