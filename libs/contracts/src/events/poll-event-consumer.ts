import { z } from 'zod'
import { operation } from '../operation'
import { consumerName } from './event-consumer'
import { answersAfterWait, ends, eventsLimit, eventsWait, sequence } from './event-fields'
import { eventOnWire } from './list-events'

/** Shows a consumer the events after its position. */
export const pollEventConsumer = operation({
  id: 'event-consumers.poll',
  service: 'events',
  effect: 'read',
  mayWait: true,
  method: 'GET',
  path: '/v1/event-consumers/:name/events',
  summary: 'Poll an event consumer',
  description:
    'Returns the events after the position of a consumer, oldest first, and does not move it: a further poll returns them again, also to another program. Pass `next` to event-consumers.acknowledge after the work is done, also if the page is empty. With `wait` the answer comes as soon as there is an event. Shows events of objects that the key may read. Free of charge.',
  params: z.object({ name: consumerName }),
  query: z.object({ limit: eventsLimit, wait: eventsWait }),
  result: z.object({
    results: z.array(eventOnWire).describe('The events; an empty list if there is none.'),
    position: sequence.describe('The position after which they are.'),
    next: sequence.describe('What to acknowledge. Counts events that are not shown, too.'),
    ...ends,
  }),
  errors: ['event_consumer_not_found', 'event_consumer_behind', 'event_consumer_ahead'],
  needs: answersAfterWait,
})
