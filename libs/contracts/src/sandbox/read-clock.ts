import { z } from 'zod'
import { internalOperation } from '../operation'

/** How far the platform's time runs ahead, as it is stored; what a service asks when it starts. */
export const readClock = internalOperation({
  id: 'sandbox.read-clock',
  service: 'registry-worker',
  audience: 'service',
  effect: 'read',
  summary: 'Read how far the sandbox clock runs ahead',
  result: z.object({ aheadMs: z.int().nonnegative() }),
})
