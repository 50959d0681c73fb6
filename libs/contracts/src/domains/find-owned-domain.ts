import { z } from 'zod'
import { internalOperation } from '../operation'
import { domainStatus } from './domain'

/** Finds a domain of an account by its name. */
export const findOwnedDomain = internalOperation({
  id: 'domains.find-owned',
  service: 'domains',
  audience: 'service',
  callers: ['orders'],
  effect: 'read',
  summary: 'Find a domain of an account by name',
  body: z.object({
    resellerId: z.int(),
    /** Whole name in lower case and A-labels. */
    name: z.string(),
  }),
  result: z.object({ domainId: z.int(), name: z.string(), status: domainStatus, registrantHandle: z.string() }),
  errors: ['domain_not_found'],
})
