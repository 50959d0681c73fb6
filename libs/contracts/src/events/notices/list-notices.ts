import { z } from 'zod'
import { operation } from '../../operation'
import { flag, integer, word } from '../../primitives/scalars'
import { noticeSeverities } from '../account-event'
import { eventTypes, sequence, sequenceGiven } from '../event-fields'
import { notice } from './notice'

/** Lists what a person of the account should know. */
export const listNotices = operation({
  id: 'notices.list',
  service: 'events',
  effect: 'read',
  method: 'GET',
  path: '/v1/notices',
  summary: 'List notices',
  description:
    'Use to see what needs attention in the account: domains that expire, orders that failed, proofs that are pending, low credit, paused webhooks, zones that are refused. Newest first; they are events of the log, kept as long as it. Whether one is read is known for each contact.',
  query: z.object({
    is_read: flag.optional().describe('Only those that you have, or have not, marked as read.'),
    severity: word(...noticeSeverities)
      .optional()
      .describe('Only notices of this severity.'),
    type: eventTypes.optional().describe('Only notices of these types, such as `domain.expiring`, or `domain.*`.'),
    before: sequenceGiven.optional().describe('Only older ones than that with this number: `next_before` of a page.'),
    limit: integer({ min: 1, max: 500 }).prefault(50).describe('Most notices of an answer, 1 to 500; 50 by default.'),
  }),
  result: z.object({
    results: z.array(notice).describe('The notices of this page.'),
    next_before: sequence.nullable().describe('`before` of the next page; null on the last one.'),
    unread: z.int().describe('How many you have not read, of all types; at most 1000.'),
  }),
})
