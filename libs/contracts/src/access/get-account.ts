import { z } from 'zod'
import { internalOperation } from '../operation'
import { resellerProfile } from './reseller-profile'

/** The part of an account that the customers service stores. */
export const getAccount = internalOperation({
  id: 'access.get-account',
  service: 'customers',
  audience: 'service',
  callers: ['admin', 'dns', 'domains', 'orders'],
  effect: 'read',
  summary: 'Read an account',
  body: z.object({ resellerId: z.int() }),
  result: z.object({
    profile: resellerProfile,
    /** E-mail address of its first administrator. */
    email: z.string(),
    /** ISO 4217 code of the currency of prices and balance. */
    currency: z.string(),
    createdAt: z.iso.datetime(),
    /** Whether domains with `autorenew` `default` renew automatically. */
    isAutoRenewEnabled: z.boolean(),
    /** Number of customers. */
    customers: z.int(),
  }),
  errors: ['reseller_not_found'],
})
