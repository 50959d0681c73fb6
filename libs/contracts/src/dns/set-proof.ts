import { z } from 'zod'
import { internalOperation } from '../operation'
import { recordFaults } from './record'

/**
 * Sets or removes a record that proves control of a name, in the account's zone for that name. Idempotent. Other records
 * of the name stay as they are.
 */
export const setProof = internalOperation({
  id: 'zones.set-proof',
  service: 'dns',
  audience: 'service',
  callers: ['orders'],
  effect: 'write',
  summary: 'Set or remove a record that proves control of a name',
  body: z.object({
    resellerId: z.int(),
    /** Whole name of the record in lower case and A-labels. */
    name: z.string(),
    type: z.enum(['TXT', 'CNAME', 'MX']),
    value: z.string(),
    /** Preference of an MX record (RFC 5321, section 5.1). */
    prio: z.int().optional(),
    /** Whether to set the record or to remove it. */
    isPlaced: z.boolean(),
    /** The zone that is created with the record when the account has none for its name. */
    newZone: z.string().optional(),
  }),
  result: z.object({
    /** Whether the account has a zone here for the name; if not, nothing was changed. */
    isHosted: z.boolean(),
  }),
  errors: ['zone_not_found', 'zone_exists', 'zone_unavailable', ...recordFaults],
})
