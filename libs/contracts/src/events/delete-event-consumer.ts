import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { consumerName } from './event-consumer'

/** Deletes a consumer of events. */
export const deleteEventConsumer = operation({
  id: 'event-consumers.delete',
  service: 'events',
  effect: 'write',
  method: 'DELETE',
  path: '/v1/event-consumers/:name',
  summary: 'Delete an event consumer',
  description:
    'Use when a program no longer follows the events. Its position is lost; the events stay. Free of charge. Cannot be undone.',
  params: z.object({ name: consumerName }),
  result: success,
  errors: ['event_consumer_not_found'],
})
