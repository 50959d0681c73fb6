import { z } from 'zod'
import { command } from '../event'
import { currencyCode } from '../primitives/money'

/** Opens the ledger account of a new reseller. All its prices and payments are in this currency. Idempotent. */
export const openAccount = command({
  id: 'ledger.open-account',
  service: 'orders',
  payload: z.object({ resellerId: z.int().min(1), currency: currencyCode }),
})
