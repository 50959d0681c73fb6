import { z } from 'zod'
import { command } from '../event'

/** The kind of timer that only looks whether all is as it was, every day: a clock that is moved does not stop for it. */
export const ROUTINE_TIMER = 'sync'

/**
 * Sets all timers of a domain: what is not in the list is cancelled. `version` is the domain's; an older version never
 * overwrites a newer one. Due instants are UTC; a timer fires at or after its instant, never before, once per setting.
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
