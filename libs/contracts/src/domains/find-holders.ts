import { z } from 'zod'
import { internalOperation } from '../operation'
import { holding } from './holding'

/** Finds the holders of names, or the holders of all domains in pages. Names without a holder are left out. */
export const findHolders = internalOperation({
  id: 'domains.find-holders',
  service: 'domains',
  audience: 'service',
  callers: ['dns'],
  effect: 'read',
  summary: 'Find the accounts that hold names',
  body: z.object({
    /** Whole names in lower case and A-labels. */
    names: z.array(z.string()).max(128).optional(),
    /** Without names: a page of 500 domains, those after the domain of this id. */
    after: z.int().optional(),
  }),
  result: z.object({
    holders: z.array(
      z.object({
        domainId: z.int(),
        resellerId: z.int(),
        name: z.string(),
        version: z.int(),
        changedAt: z.iso.datetime(),
        holding,
      }),
    ),
  }),
  errors: [],
})
