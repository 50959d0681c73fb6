import { z } from 'zod'
import { command } from '../event'
import { currencyCode } from './top-up'

/** Opens the books of a new reseller in its currency: its prices and payments are in no other. Twice is once. */
export const openAccount = command({
  id: 'ledger.open-account',
  service: 'orders',
  payload: z.object({ resellerId: z.int().min(1), currency: currencyCode }),
})
