import { z } from 'zod'
import { internalOperation } from '../operation'

/** Finds the zones that other accounts have at names and below them. Kept and deleted zones are left out. */
export const findZonesOfOthers = internalOperation({
  id: 'zones.of-others',
  service: 'dns',
  audience: 'service',
  callers: ['domains'],
  effect: 'read',
  summary: 'Find zones of other accounts at names',
  body: z.object({
    /** Whole names in lower case and A-labels, each with the account that is to hold it. */
    names: z.array(z.object({ name: z.string(), resellerId: z.int() })).max(100),
  }),
  result: z.object({ zones: z.array(z.object({ name: z.string(), zone: z.string(), resellerId: z.int() })) }),
})
