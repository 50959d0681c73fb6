import { z } from 'zod'
import { internalOperation } from '../operation'

/**
 * Moves the time of an installation that has a sandbox clock: from one instant at which something is due to the next,
 * and at each waits until all that follows from it is done. Where the time of the request is up first it answers how
 * far it came, and is asked again. Absent where the installation has no sandbox clock.
 */
export const advanceClock = internalOperation({
  id: 'sandbox.advance-clock',
  service: 'registry-worker',
  audience: 'operator',
  effect: 'write',
  summary: 'Advance the sandbox clock',
  body: z.object({
    /** How far, in seconds of the platform's time. */
    seconds: z.coerce.number().int().min(1).max(3_700_000_000).optional(),
    /** Or until when. */
    until: z.iso.datetime().optional(),
  }),
  result: z.object({
    /** The platform's time. */
    now: z.iso.datetime(),
    /** Where it is to go; the same as `now` or before it when it has come there. */
    until: z.iso.datetime(),
    /** Whether it has come there. */
    is_done: z.boolean(),
    /** Instants at which something was due on the way. */
    steps: z.int(),
  }),
})
