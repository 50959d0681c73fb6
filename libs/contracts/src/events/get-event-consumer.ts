import { z } from 'zod'
import { operation } from '../operation'
import { consumerName, eventConsumer } from './event-consumer'

/** Shows a consumer of events. */
export const getEventConsumer = operation({
  id: 'event-consumers.get',
  service: 'events',
  effect: 'read',
  method: 'GET',
  path: '/v1/event-consumers/:name',
  summary: 'Show an event consumer',
  description: 'Shows the position of a consumer, and how many events are after it. Free of charge.',
  params: z.object({ name: consumerName }),
  result: eventConsumer,
  errors: ['event_consumer_not_found'],
})
