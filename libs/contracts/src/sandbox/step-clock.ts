import { z } from 'zod'
import { internalOperation, type ServiceName } from '../operation'

/**
 * Puts the clock of a service ahead, has it do what is due then, and tells how busy it is. Every service answers it
 * while the installation has a sandbox clock, and none otherwise.
 */
export const stepClock = <Service extends ServiceName>(service: Service) =>
  internalOperation({
    id: `${service}.step-clock`,
    service,
    audience: 'service',
    effect: 'write',
    summary: 'Put the clock of a service ahead',
    body: z.object({
      /** How far the platform's time is to run ahead of the machine's; never back. Milliseconds. */
      aheadMs: z.int().nonnegative(),
      /** Where it is to stand still until the next step, or for a few seconds; it goes on when absent. */
      heldAt: z.iso.datetime().optional(),
    }),
    result: z.object({
      /** Messages that wait in its outbox and queues, or are being handled. */
      waiting: z.int(),
      /**
       * Messages it has handled or published since it started. The same number twice, and nothing waiting, means that
       * nothing was under way in between.
       */
      moved: z.int(),
      /** When it next does something of itself; null when nothing waits. */
      nextDue: z.iso.datetime().nullable(),
    }),
  })
