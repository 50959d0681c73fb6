import { z } from 'zod'
import { internalOperation } from '../operation'
import { operatorName } from '../primitives/operator-name'
import { accountBalance, decimalAmount } from './top-up'

/** Sets the amount by which a balance may go below zero. */
export const setCreditLimit = internalOperation({
  id: 'ledger.set-credit-limit',
  service: 'orders',
  audience: 'operator',
  effect: 'write',
  summary: 'Set the credit limit of a reseller',
  body: z.object({ operator: operatorName, resellerId: z.int().min(1), limit: decimalAmount }),
  result: accountBalance,
  errors: ['account_not_found', 'credit_too_low'],
})
