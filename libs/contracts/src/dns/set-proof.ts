import { z } from 'zod'
import { internalOperation } from '../operation'
import { recordFaults } from './record'

/**
 * Places a record that proves control of a name, or takes it away, in the zone of the account that holds the name.
 * What is there already, or not there any more, is a success: asking again changes nothing. Other records of the name
 * stay as they are.
 */
export const setProof = internalOperation({
  id: 'zones.set-proof',
  service: 'dns',
  audience: 'service',
  effect: 'write',
  summary: 'Place or take away a record that proves control of a name',
  body: z.object({
    resellerId: z.int(),
    /** Whole name of the record in lower case and A-labels. */
    name: z.string(),
    type: z.enum(['TXT', 'CNAME']),
    value: z.string(),
    /** Whether it is to be there. */
    isPlaced: z.boolean(),
  }),
  result: z.object({
    /** Whether the account has a zone here that holds the name; where not, nothing was done. */
    isHosted: z.boolean(),
  }),
  errors: ['zone_not_found', ...recordFaults],
})
