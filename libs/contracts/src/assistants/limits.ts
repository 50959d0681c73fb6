import { z } from 'zod'

/** The largest limit of spending; without it, a number could be too large for its column. */
export const MAX_SPEND = 1_000_000_000

/** What an assistant may do without a person, and what its orders may cost. Absent: no such limit. */
export const assistantLimits = {
  /** Which of its calls a person must approve. */
  approval: z.enum(['purchases', 'purchases-and-destructive']).optional(),
  /** In the currency of the account. */
  spendPerDay: z.number().min(0).max(MAX_SPEND).optional(),
  spendPerMonth: z.number().min(0).max(MAX_SPEND).optional(),
}
