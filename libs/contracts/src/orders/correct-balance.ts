import { z } from 'zod'
import { internalOperation } from '../operation'
import { operatorName } from '../primitives/operator-name'
import { accountBalance, decimalAmount, movementKey } from './top-up'

/** Increases or decreases a balance, with a reason. Entries of the ledger are corrected this way, never deleted. */
export const correctBalance = internalOperation({
  id: 'ledger.correct',
  service: 'orders',
  audience: 'operator',
  effect: 'write',
  summary: 'Correct the balance of a reseller',
  body: z.object({
    operator: operatorName,
    resellerId: z.int().min(1),
    amount: decimalAmount,
    key: movementKey,
    note: z.string().min(1).max(255),
  }),
  result: accountBalance,
  errors: ['account_not_found', 'credit_too_low'],
})
