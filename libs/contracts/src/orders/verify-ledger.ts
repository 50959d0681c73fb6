import { z } from 'zod'
import { internalOperation } from '../operation'
import { wireDate } from '../primitives/dates'

/** The rules of the ledger. */
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
 * Checks the ledger against all rules. Lists violations and open reservations. The owners are asked about the orders of
 * open confirmed reservations; with `all` also about ended ones, which takes one request for every 500 of them.
 */
export const verifyLedger = internalOperation({
  id: 'ledger.verify',
  service: 'orders',
  audience: 'operator',
  effect: 'read',
  summary: 'Verify the ledger',
  body: z.object({ all: z.boolean().default(false) }),
  result: z.object({
    /** Violations, at most 100 for each rule. */
    findings: z.array(z.object({ rule: z.enum(ledgerRules), subject: z.string(), detail: z.string() })),
    /** Owners that did not answer. The rule about orders was not checked for their reservations. */
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
