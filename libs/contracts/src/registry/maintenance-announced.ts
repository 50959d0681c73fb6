import { z } from 'zod'
import { event } from '../event'

/**
 * A registry has announced a maintenance (RFC 9167), changed or cancelled it. Sent when something of it has changed,
 * delivered at least once and in any order: what the registry changed last counts.
 */
export const registryMaintenanceAnnounced = event({
  id: 'registry.maintenance-announced',
  producer: 'registry-worker',
  consumers: ['domains'],
  payload: z.object({
    account: z.string(),
    /** The registry's identifier of the maintenance, unique within the account. */
    maintenanceId: z.string(),
    /** Whether it does not take place. */
    isCancelled: z.boolean(),
    startsAt: z.iso.datetime(),
    endsAt: z.iso.datetime(),
    reason: z.enum(['planned', 'emergency']),
    /** How much of the registry does not work. */
    impact: z.enum(['full', 'partial', 'none']),
    /** The affected extensions; empty: all of the account. */
    tlds: z.array(z.string()),
    /** When the registry has changed it last. A cancellation may have the time of the change before it. */
    changedAt: z.iso.datetime(),
  }),
})
