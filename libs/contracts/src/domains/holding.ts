import { z } from 'zod'

/** How an account became the holder of a domain: the account for which the platform's registrar sponsors it. */
export const holding = z.object({
  /** Registered here, transferred in from another registrar, or moved from another account of the platform. */
  by: z.enum(['registration', 'transfer', 'account']),
  /** The account that held the domain before, where `by` is `account`. */
  from: z.int().optional(),
  /** Whether the account that held the domain before keeps the history of its zone. */
  isWithoutHistory: z.boolean().optional(),
  since: z.iso.datetime(),
})
export type Holding = z.output<typeof holding>
