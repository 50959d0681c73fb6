import { z } from 'zod'

/** What a job does with the names of an account at a registry. */
export const portfolioKind = z.enum(['adopt'])
export type PortfolioKind = z.output<typeof portfolioKind>

/**
 * `examine`: each name is asked at the registry; `examined`: the job waits for the operator; `apply`: rows are made; `ended`.
 */
export const portfolioStep = z.enum(['examine', 'examined', 'apply', 'ended'])
export type PortfolioStep = z.output<typeof portfolioStep>

/**
 * `queued`: not asked yet; `ready`: can be adopted; `refused`: cannot, for a reason; `present`: the account has it here
 * already; `done`: adopted.
 */
export const portfolioState = z.enum(['queued', 'ready', 'refused', 'present', 'done'])
export type PortfolioState = z.output<typeof portfolioState>

/** What was found about a name. */
export const portfolioFindings = z
  .object({
    /** Why it is refused. */
    reason: z.string(),
    /** What the operator should know, such as a status that the platform does not keep. */
    notes: z.array(z.string()),
    /** Zones of other accounts at the name and below it. They are left alone until an operator confirms. */
    zones: z.array(z.object({ zone: z.string(), resellerId: z.int() })),
  })
  .partial()
export type PortfolioFindings = z.output<typeof portfolioFindings>
