import { z } from 'zod'
import { internalOperation } from '../operation'
import { zoneKey } from '../registry/submit-operation'

/**
 * Has the registry of a domain know the key that signs its zone here, or know it no more: the DS in the zone above. May
 * be asked again and again; the keys that the account gave itself stay.
 */
export const setZoneKey = internalOperation({
  id: 'domains.set-zone-key',
  service: 'domains',
  audience: 'service',
  effect: 'write',
  summary: 'Set the key of a zone at the registry',
  body: z.object({
    resellerId: z.int(),
    /** Whole name in lower case and A-labels. */
    name: z.string(),
    key: zoneKey,
    isPresent: z.boolean(),
    /** Nameservers of the zone: a domain that is delegated to any other would be cut off by the key. */
    nameservers: z.array(z.string()),
  }),
  result: z.object({
    /**
     * `done` when the registry has it so, `pending` while it is asked, `elsewhere` when the account has no such domain or
     * has it delegated to other nameservers, so that nothing was done.
     */
    state: z.enum(['done', 'pending', 'elsewhere']),
  }),
  errors: ['domain_status_prohibits', 'dnssec_algorithm_unsupported', 'dnssec_key_invalid'],
})
