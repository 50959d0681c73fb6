import { z } from 'zod'
import { internalOperation } from '../operation'

/** Whether registries work and what they have planned (RFC 9167), by extension. */
export const describeRegistryStatus = internalOperation({
  id: 'registry.describe-status',
  service: 'registry-worker',
  audience: 'service',
  callers: ['domains'],
  effect: 'read',
  summary: 'Describe whether registries work and what they have planned',
  result: z.object({
    registries: z.array(
      z.object({
        extension: z.string(),
        /** `maintenance`: an operator has suspended the account; `outage`: nothing is sent. */
        state: z.enum(['ok', 'maintenance', 'outage']),
        /** Since when it is in this state, if it is not ok. */
        since: z.iso.datetime().optional(),
        /** What is running or planned, in order of its start. */
        maintenances: z.array(
          z.object({
            /** The account at the registry, and the registry's identifier of the maintenance. */
            account: z.string(),
            maintenanceId: z.string(),
            startsAt: z.iso.datetime(),
            endsAt: z.iso.datetime(),
            reason: z.enum(['planned', 'emergency']),
            /** How much of the registry does not work. */
            impact: z.enum(['full', 'partial', 'none']),
            /** The affected extensions of ours. */
            extensions: z.array(z.string()),
          }),
        ),
      }),
    ),
  }),
})
