import { z } from 'zod'
import { internalOperation } from '../operation'
import { operatorName } from './operator-name'

/** Opens an account with its first contact person, who may use the API. */
export const createReseller = internalOperation({
  id: 'access.create-reseller',
  service: 'customers',
  audience: 'operator',
  effect: 'write',
  summary: 'Open a reseller account',
  body: z.object({
    operator: operatorName,
    company: z.string().min(1).max(255),
    currency: z
      .string()
      .regex(/^[A-Za-z]{3}$/, 'is not an ISO 4217 code')
      .meta({ description: 'ISO 4217.' }),
    contact: z.object({
      username: z.string().min(1).max(255),
      password: z.string().min(8).max(1024),
      email: z.string().max(255),
    }),
  }),
  result: z.object({ resellerId: z.int(), contactId: z.int() }),
  errors: ['username_unavailable'],
})
