import { z } from 'zod'
import { operation } from '../operation'
import { integer } from '../primitives/scalars'

const instant = z.iso.datetime().meta({ examples: ['2030-01-01T00:00:00Z'] })

/**
 * Moves the time of an installation that has a sandbox clock: from one instant at which something is due to the next,
 * and at each waits until all that follows from it is done. Where the time of the request is up first it answers how
 * far it came, and is asked again. Absent where the installation has no sandbox clock.
 */
export const advanceClock = operation({
  id: 'sandbox.advance-clock',
  service: 'registry-worker',
  effect: 'write',
  method: 'POST',
  path: '/v1/sandbox/clock/advance',
  summary: 'Advance the sandbox clock',
  description:
    'Exists only where an installation is tried out with SANDBOX_CLOCK=true, and is an unknown route elsewhere. Puts its time ahead and does all that falls due on the way: renewals, expiries, quarantines, transfers, for every account. Give seconds, which count anew with every call, or until; ask again with until while is_done is false. Renewals on the way are charged; time never runs back.',
  isDestructive: true,
  body: z.object({
    seconds: integer({ min: 1, max: 2_147_483_647 })
      .optional()
      .describe('Number of seconds to move the clock ahead, 1 to 2147483647.'),
    until: instant.optional().describe('Instant to move the clock to (RFC 3339), instead of seconds.'),
  }),
  result: z.object({
    now: instant.describe('Time of the installation now.'),
    until: instant.describe('Instant that the clock moves to.'),
    is_done: z.boolean().describe('Whether the clock is there; ask again with until while it is false.'),
    steps: z.int().describe('Number of instants on the way at which something was due.'),
  }),
  // Where the installation has no such clock.
  errors: ['route_not_found'],
})
