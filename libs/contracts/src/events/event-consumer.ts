import { z } from 'zod'
import { wireDate } from '../primitives/dates'
import { ends, sequence } from './event-fields'

/** The name of a consumer, in the path. */
export const consumerName = z
  .string()
  .regex(/^[\dA-Za-z][\w.-]{0,63}$/, 'must have 1 to 64 letters, digits, and -_. after the first')
  .describe('Your name for the consumer, such as `billing`: 1 to 64 letters, digits, `-`, `_` and `.`.')

/** A consumer as it is shown. */
export const eventConsumer = z
  .object({
    name: z
      .string()
      .describe('Your name for the consumer, unique within the account.')
      .meta({ examples: ['billing'] }),
    types: z
      .array(z.string())
      .describe('Types of events that it gets; empty for all.')
      .meta({ examples: [['domain.*']] }),
    object: z.string().describe('The only object whose events it gets, for example `domains/123`; empty for all.'),
    position: sequence.describe('Number of the last event that was acknowledged; it gets those after it.'),
    behind: sequence.describe(
      'How many events of the account are after its position, also those that it does not get.',
    ),
    is_expired: z
      .boolean()
      .describe('Whether the next events after its position are gone: polls are refused until it is moved.'),
    ...ends,
    created_at: wireDate.describe('When the consumer was made.'),
    last_used_at: wireDate.describe('When it was last polled or acknowledged, to the hour.'),
  })
  .meta({ id: 'EventConsumer', description: 'A program that reads the events; the platform keeps its position.' })
