import { z } from 'zod'
import { operation } from '../operation'
import {
  answersAfterWait,
  eventObject,
  eventTypes,
  eventsLimit,
  eventsWait,
  ends,
  sequence,
  sequenceGiven,
} from './event-fields'

/** An account event as resellers get it: the CloudEvents 1.0 envelope in the JSON format. */
export const eventOnWire = z
  .object({
    specversion: z.literal('1.0').describe('Version of CloudEvents.'),
    id: z.string().describe('Id of the event, the same in every delivery of it.'),
    source: z.string().describe('Where the event is from: always `/v1/events`.'),
    type: z.string().describe('What has happened, for example `domain.activated`.'),
    subject: z.string().describe('The object: the path of its read without `/v1/`, for example `domains/123`.'),
    time: z.string().describe('When it happened: UTC, RFC 3339.'),
    datacontenttype: z.literal('application/json').describe('Format of `data`.'),
    account: z.int().describe('The account whose log has it.'),
    sequence: z
      .string()
      .describe(
        'Place in the log of the account, without gaps: 15 digits, so that the texts have the order of the numbers. `after` accepts it.',
      ),
    requestid: z.string().describe('Id of the request that caused it: `X-Request-Id` of its answer.'),
    dataversion: z.int().describe('Version of the schema of `data`; a new field does not change it.'),
    data: z.unknown().describe('The object after the event, as its read shows it, without codes, keys and links.'),
  })
  .meta({ id: 'Event', description: 'Something that has happened to an object of the account.' })

/** Lists the events of the account, oldest first. */
export const listEvents = operation({
  id: 'events.list',
  service: 'events',
  effect: 'read',
  admitsLimitedKeys: true,
  mayWait: true,
  isStreamed: true,
  method: 'GET',
  path: '/v1/events',
  summary: 'List events',
  description:
    'Use to follow what happens in the account instead of asking for each object again: each event has the object as it is after it. Oldest first, in the order of each object. Pass `next` of the answer as `after` of the next request, and store it; with `wait` the answer comes as soon as there is an event. A page may be empty although newer events exist: go on until `next` is `newest`. With `Accept: text/event-stream` the answer is a stream of server-sent events, without an end. Shows events of objects that the key may read. Free of charge.',
  query: z.object({
    after: sequenceGiven
      .prefault(0)
      .describe('Only events after this one: `next` of the answer before; 0 for all that are kept.'),
    limit: eventsLimit,
    type: eventTypes.optional().describe('Only events of these types; `domain.*` are all of domains.'),
    object: eventObject.optional().describe('Only events of this object, for example `domains/123`.'),
    wait: eventsWait,
  }),
  result: z.object({
    results: z.array(eventOnWire).describe('The events; an empty list if there is none.'),
    next: sequence.describe('`after` of the next request. Counts events that are not shown, too.'),
    ...ends,
  }),
  errors: ['events_expired', 'events_unknown', 'event_streams_too_many'],
  needs: answersAfterWait,
})
