import { z } from 'zod'
import { internalOperation } from '../operation'
import { resellerProfile } from './reseller-profile'

/** What is known of an account where its people and customers are kept. */
export const getAccount = internalOperation({
  id: 'access.get-account',
  service: 'customers',
  audience: 'service',
  effect: 'read',
  summary: 'Read an account',
  body: z.object({ resellerId: z.int() }),
  result: z.object({
    profile: resellerProfile,
    /** Of its first administrator. */
    email: z.string(),
    /** ISO 4217; prices and the balance of the account are in it. */
    currency: z.string(),
    createdAt: z.iso.datetime(),
    /** Whether its domains renew by themselves whose `autorenew` is `default`. */
    isAutoRenewEnabled: z.boolean(),
    /** Customers it has. */
    customers: z.int(),
  }),
  errors: ['reseller_not_found'],
})
