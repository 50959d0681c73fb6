import { z } from 'zod'
import { internalOperation } from '../operation'

/** Returns how far the platform's time runs ahead, as stored. A service reads it when it starts. */
export const readClock = internalOperation({
  id: 'sandbox.read-clock',
  service: 'registry-worker',
  audience: 'service',
  callers: ['customers', 'dns', 'domains', 'events', 'orders', 'registry-worker'],
  effect: 'read',
  summary: 'Read how far the sandbox clock runs ahead',
  result: z.object({ aheadMs: z.int().nonnegative() }),
})
