import { z } from 'zod'
import { internalOperation } from '../operation'

/** Switches DNSSEC of a zone on or off, for the domains service. Switching it off succeeds also without a zone. */
export const secureZone = internalOperation({
  id: 'zones.secure',
  service: 'dns',
  audience: 'service',
  callers: ['domains'],
  effect: 'write',
  summary: 'Switch DNSSEC of a zone on or off',
  body: z.object({
    resellerId: z.int(),
    /** Whole name in lower case and A-labels. */
    name: z.string(),
    isSecured: z.boolean(),
  }),
  result: z.object({}),
  errors: ['zone_not_found', 'dnssec_unavailable'],
})
