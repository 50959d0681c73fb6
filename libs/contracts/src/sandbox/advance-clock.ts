import { z } from 'zod'
import { operation } from '../operation'
import { integer } from '../primitives/scalars'

const instant = z.iso.datetime().meta({ examples: ['2030-01-01T00:00:00Z'] })

/**
 * Advances the clock of an installation that has a sandbox clock. The clock moves from one due instant to the next; at
 * each one the platform waits until all consequences are processed. If the request's time is up first, the answer says
 * which instant the clock has reached, and the client repeats the request.
 */
export const advanceClock = operation({
  id: 'sandbox.advance-clock',
  service: 'registry-worker',
  effect: 'write',
  method: 'POST',
  path: '/v1/sandbox/clock/advance',
  isForPeople: true,
  summary: 'Advance the sandbox clock',
  description:
    'Only in installations with SANDBOX_CLOCK=true; elsewhere the route is unknown. Advances the clock and processes everything that becomes due for all accounts: renewals, expiries, quarantines, transfers. Give either seconds or until. While is_done is false, call again with the until of the answer. Renewals on the way are charged. The clock cannot be moved back.',
  requiresSandboxClock: true,
  isDestructive: true,
  body: z.object({
    seconds: integer({ min: 1, max: 2_147_483_647 })
      .optional()
      .describe('Number of seconds to move the clock ahead, 1 to 2147483647.'),
    until: instant.optional().describe('Instant to move the clock to (RFC 3339), instead of seconds.'),
  }),
  result: z.object({
    now: instant.describe('Current time of the installation.'),
    until: instant.describe('Instant that the clock moves to.'),
    is_done: z.boolean().describe('Whether the clock has reached until. While false, call again with until.'),
    steps: z.int().describe('Number of instants at which something was due.'),
  }),
  // In an installation without a sandbox clock.
  errors: ['route_not_found'],
  example: { seconds: 86_400 },
})
