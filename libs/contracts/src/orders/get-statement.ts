import { z } from 'zod'
import { internalOperation } from '../operation'
import { wireDate } from '../primitives/dates'
import { page } from '../primitives/page'

/** Lists every movement of an account in a time range, oldest first, with the balance before and after. */
export const getStatement = internalOperation({
  id: 'ledger.statement',
  service: 'orders',
  audience: 'operator',
  effect: 'read',
  summary: 'Read the statement of a reseller',
  body: z.object({ resellerId: z.int().min(1), from: wireDate, to: wireDate, ...page() }),
  result: z.object({
    currency: z.string(),
    /** Balance and reserved balance before the first movement. */
    opening: z.object({ balance: z.number(), reservedBalance: z.number() }),
    closing: z.object({ balance: z.number(), reservedBalance: z.number() }),
    total: z.int(),
    movements: z.array(
      z.object({
        number: z.int(),
        at: wireDate,
        kind: z.enum(['top-up', 'correction', 'reserve', 'capture', 'release', 'refund']),
        orderId: z.string().optional(),
        subject: z.string(),
        /** Changes of the balance and of the reserved balance. */
        balance: z.number(),
        reservedBalance: z.number(),
      }),
    ),
  }),
  errors: ['account_not_found'],
})
