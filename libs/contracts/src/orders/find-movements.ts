import { z } from 'zod'
import { internalOperation } from '../operation'

/** Lists the movements of money that a request has caused, and those of some orders, oldest first. */
export const findMovements = internalOperation({
  id: 'ledger.find-movements',
  service: 'orders',
  audience: 'operator',
  effect: 'read',
  summary: 'List the movements of a request',
  body: z.object({
    /** `X-Request-Id`: its top-ups and corrections, and all movements of the orders that it has placed. */
    request: z.string(),
    /** Further orders. */
    orderIds: z.array(z.uuid()).max(1000).default([]),
  }),
  result: z.object({
    movements: z.array(
      z.object({
        resellerId: z.int(),
        /** ISO 8601. */
        at: z.iso.datetime(),
        kind: z.enum(['top-up', 'correction', 'reserve', 'capture', 'release', 'refund']),
        /** What was ordered, or the note of the operator. */
        subject: z.string(),
        currency: z.string(),
        /** Changes of the balance and of the reserved balance. */
        balance: z.number(),
        reservedBalance: z.number(),
      }),
    ),
  }),
})
