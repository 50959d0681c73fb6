import { z } from 'zod'
import { event } from '../event'

/** A timer of a domain is due; `version` is the domain's when the timer was set. Delivered at least once. */
export const timerDue = event({
  id: 'registry.timer-due',
  producer: 'registry-worker',
  consumers: ['domains'],
  payload: z.object({
    domainId: z.int(),
    resellerId: z.int(),
    version: z.int(),
    kind: z.string(),
    dueAt: z.iso.datetime(),
  }),
})
