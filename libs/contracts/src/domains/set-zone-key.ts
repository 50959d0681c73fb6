import { z } from 'zod'
import { internalOperation } from '../operation'
import { zoneKey } from '../registry/submit-operation'

/**
 * Adds the key that signs a zone here to the domain at its registry, or removes it: the DS record in the parent zone.
 * Idempotent. Keys that the account set itself stay.
 */
export const setZoneKey = internalOperation({
  id: 'domains.set-zone-key',
  service: 'domains',
  audience: 'service',
  callers: ['dns'],
  effect: 'write',
  summary: 'Set the key of a zone at the registry',
  body: z.object({
    resellerId: z.int(),
    /** Whole name in lower case and A-labels. */
    name: z.string(),
    key: zoneKey,
    isPresent: z.boolean(),
    /** Name servers of the zone. The key would make a domain with other name servers unreachable. */
    nameservers: z.array(z.string()),
  }),
  result: z.object({
    /**
     * `done`: the registry has the requested state. `pending`: the registry has not answered yet. `elsewhere`: nothing
     * was done, because the account does not have the domain or has it delegated to other name servers.
     */
    state: z.enum(['done', 'pending', 'elsewhere']),
  }),
  errors: ['domain_status_prohibits', 'dnssec_algorithm_unsupported', 'dnssec_key_invalid'],
})
