import { z } from 'zod'
import { internalOperation, type ServiceName } from '../operation'

/**
 * Advances the clock of one service, makes it process what is due then, and reports how busy it is. Every service handles
 * it if the installation has a sandbox clock.
 */
export const stepClock = <Service extends ServiceName>(service: Service) =>
  internalOperation({
    id: `${service}.step-clock`,
    service,
    audience: 'service',
    callers: ['registry-worker'],
    effect: 'write',
    summary: 'Advance the clock of a service',
    body: z.object({
      /** How far the platform's time runs ahead of the machine's, in milliseconds; it never decreases. */
      aheadMs: z.int().nonnegative(),
      /** Instant at which the clock stops until the next step, or for a few seconds. Without it the clock keeps running. */
      heldAt: z.iso.datetime().optional(),
    }),
    result: z.object({
      /** Messages that wait in its outbox and queues, or are being handled. */
      waiting: z.int(),
      /**
       * Messages it has handled or published since it started. The same number twice, with no waiting message, means
       * that no message was in transit in between.
       */
      moved: z.int(),
      /** When its next timer is due; null without one, and while messages wait. */
      nextDue: z.iso.datetime().nullable(),
    }),
  })
