import { z } from 'zod'
import { operation } from '../operation'
import { page, results } from '../primitives/page'
import { eventConsumer } from './event-consumer'

/** Lists the consumers of events. */
export const listEventConsumers = operation({
  id: 'event-consumers.list',
  service: 'events',
  effect: 'read',
  method: 'GET',
  path: '/v1/event-consumers',
  summary: 'List event consumers',
  description:
    'Use to see which programs follow the events of the account, and how far behind each one is. By name. Free of charge.',
  query: z.object(page()),
  result: results(eventConsumer),
})
