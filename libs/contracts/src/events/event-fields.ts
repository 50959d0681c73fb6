import { z } from 'zod'
import { integer } from '../primitives/scalars'

/** Digits of a sequence number in an event, so that the texts have the order of the numbers. */
export const SEQUENCE_DIGITS = 15

/** Seconds that a request may wait for an event. */
const LONGEST_WAIT = 30

/** The largest number that JSON carries exactly. */
const LARGEST = 10 ** SEQUENCE_DIGITS - 1

/** A place in the log of an account, in an answer. */
export const sequence = z.int().min(0).max(LARGEST)

/** A place in the log of an account, in a request. */
export const sequenceGiven = integer({ min: 0, max: LARGEST })

/** Most events of an answer. */
export const eventsLimit = integer({ min: 1, max: 500 })
  .prefault(100)
  .describe('Most events of an answer, 1 to 500; 100 by default.')

/** How long an answer may wait. */
export const eventsWait = integer({ min: 0, max: LONGEST_WAIT })
  .prefault(0)
  .describe('Seconds to wait for an event if there is none, up to 30.')

/** The needs of an operation that waits for events. */
export const answersAfterWait = { bodyBytes: 0, answerMs: (LONGEST_WAIT + 15) * 1_000 } as const

/** Types of events, or all types of an object. */
export const eventTypes = z
  .array(
    z
      .string()
      .max(64)
      .regex(/^[a-z-]+\.(?:\*|[a-z-]+)$/, 'must be a type such as domain.activated, or domain.* for all of an object')
      .meta({ examples: ['domain.*'] }),
  )
  .max(50)

/** An object of events. */
export const eventObject = z.string().max(512)

/** The ends of the log of an account. */
export const ends = {
  oldest: sequence.describe('The first event that is kept; `newest` and 1 if there is none.'),
  newest: sequence.describe('The last event of the account; 0 before the first one.'),
} as const
