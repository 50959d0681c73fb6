import { z } from 'zod'
import { command } from '../event'

/** Kind of the daily comparison timer. The sandbox clock does not stop for it. */
export const ROUTINE_TIMER = 'sync'

/**
 * Sets all timers of a domain; timers that are not in the list are cancelled. `version` is that of the domain; an older
 * version never overwrites a newer one. Due instants are UTC; a timer fires at or after its instant, never before, once
 * per setting.
 */
export const setTimers = command({
  id: 'registry.set-timers',
  service: 'registry-worker',
  payload: z.object({
    domainId: z.int(),
    name: z.string(),
    resellerId: z.int(),
    version: z.int().min(1),
    timers: z.array(z.object({ kind: z.string(), dueAt: z.iso.datetime() })),
  }),
})
