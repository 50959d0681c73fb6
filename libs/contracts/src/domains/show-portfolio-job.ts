import { z } from 'zod'
import { internalOperation } from '../operation'
import { portfolioFindings, portfolioState, portfolioStep } from './portfolio-job'

/** Shows how far a job is, and a page of its names in the order of the names. */
export const showPortfolioJob = internalOperation({
  id: 'portfolio.show',
  service: 'domains',
  audience: 'operator',
  effect: 'read',
  summary: 'Show how far a job of a portfolio is',
  body: z.object({
    jobId: z.uuid(),
    /** Only names in this state; absent: no names. */
    state: portfolioState.optional(),
    /** The last name of the page before. */
    after: z.string().default(''),
    limit: z.int().min(1).max(500).default(500),
  }),
  result: z.object({
    step: portfolioStep,
    /** Number of names in each state; states without names are absent. */
    counts: z.partialRecord(portfolioState, z.int()),
    names: z.array(z.object({ name: z.string(), resellerId: z.int().nullable(), findings: portfolioFindings })),
  }),
  errors: ['invalid_input'],
})
