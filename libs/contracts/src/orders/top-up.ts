import { z } from 'zod'
import { internalOperation } from '../operation'
import { currencyCode } from '../primitives/money'
import { operatorName } from '../primitives/operator-name'

/** An amount as an operator writes it, in units of a currency: `100.00`. */
export const decimalAmount = z.string().regex(/^-?\d{1,12}(\.\d{1,4})?$/, 'is not an amount')

/** Available and reserved balance of an account, in units of its currency. */
export const accountBalance = z.object({
  currency: z.string(),
  balance: z.number(),
  reservedBalance: z.number(),
  creditLimit: z.number(),
})

/** Idempotency key of an operator: a repeated request changes nothing and returns the current balance. */
export const movementKey = z.string().min(1).max(64)

/** Adds money that a reseller paid. The first payment opens the account in its currency. */
export const topUp = internalOperation({
  id: 'ledger.top-up',
  service: 'orders',
  audience: 'operator',
  effect: 'write',
  summary: 'Add a payment to the balance of a reseller',
  body: z.object({
    operator: operatorName,
    resellerId: z.int().min(1),
    currency: currencyCode,
    amount: decimalAmount,
    key: movementKey,
    note: z.string().max(255).default(''),
  }),
  result: accountBalance,
  errors: ['currency_unsupported', 'currency_differs'],
})
