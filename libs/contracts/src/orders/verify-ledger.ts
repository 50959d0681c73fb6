import { z } from 'zod'
import { internalOperation } from '../operation'
import { wireDate } from '../primitives/dates'

/** What must hold of the books at every moment. */
export const ledgerRules = [
  'a transaction sums to zero',
  'a balance is the sum of its entries',
  'a reservation ends as its ledger says',
  'the reserved balance is what is open',
  'an order is settled once',
  'a refund gives back what was captured',
  'a confirmed reservation has its order',
] as const

/**
 * Checks the books against every rule; lists what breaks one, and the reservations that are open. Owners are asked about
 * the orders of confirmed reservations that are open; with `all` about those that have ended too, which takes a question
 * for every 500 of them.
 */
export const verifyLedger = internalOperation({
  id: 'ledger.verify',
  service: 'orders',
  audience: 'operator',
  effect: 'read',
  summary: 'Verify the ledger',
  body: z.object({ all: z.boolean().default(false) }),
  result: z.object({
    /** Empty when the books are right. At most 100 for each rule. */
    findings: z.array(z.object({ rule: z.enum(ledgerRules), subject: z.string(), detail: z.string() })),
    /** Owners that could not be asked, so that the rule on orders is unproven for their reservations. */
    unasked: z.array(z.string()),
    open: z.object({
      total: z.int(),
      /** The oldest 100. */
      oldest: z.array(
        z.object({
          orderId: z.string(),
          owner: z.string(),
          resellerId: z.int(),
          subject: z.string(),
          state: z.enum(['open', 'confirmed']),
          reservedAt: wireDate,
        }),
      ),
    }),
    counted: z.object({ accounts: z.int(), transactions: z.int(), reservations: z.int() }),
  }),
})
