import { z } from 'zod'
import { internalOperation } from '../operation'
import { operatorName } from '../primitives/operator-name'
import { portfolioKind, portfolioStep } from './portfolio-job'

/** Names per request. */
export const MOST_PORTFOLIO_NAMES = 500

/**
 * Adds names to a job, and opens it with the first ones. The same list again continues the job until it has ended; a name
 * is added once. Nothing is changed at a registry and nothing is charged.
 */
export const openPortfolioJob = internalOperation({
  id: 'portfolio.open',
  service: 'domains',
  audience: 'operator',
  effect: 'write',
  summary: 'Examine names of an account at a registry',
  body: z.object({
    operator: operatorName,
    kind: portfolioKind,
    /** Our name of the account at the registry. */
    account: z.string().min(1),
    /** SHA-256 of the whole list, in hexadecimal. */
    list: z.string().regex(/^[0-9a-f]{64}$/),
    names: z
      .array(
        z.object({
          /** Whole name, in Unicode or in A-labels. */
          name: z.string(),
          resellerId: z.int().min(1),
          /** Handle of the registrant; only for registries that have no contacts. */
          owner: z.string().default(''),
        }),
      )
      .min(1)
      .max(MOST_PORTFOLIO_NAMES),
  }),
  result: z.object({ jobId: z.uuid(), step: portfolioStep }),
  errors: ['invalid_input', 'reseller_not_found'],
})
