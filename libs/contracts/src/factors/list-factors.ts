import { z } from 'zod'
import { operation } from '../operation'
import { factor } from './factor'

/** Lists the second factors of the contact person who calls. */
export const listFactors = operation({
  id: 'factors.list',
  service: 'customers',
  effect: 'read',
  method: 'GET',
  path: '/v1/auth/factors',
  isForPeople: true,
  summary: 'List your second factors',
  description:
    'Use to see which apps your own contact has as second factors, how many recovery codes are left, and whether your account demands a second factor. Free of charge.',
  result: z.object({
    results: z.array(factor).describe('The second factors, the oldest first.'),
    total: z.int().describe('Number of the second factors.'),
    recovery_codes_left: z.int().describe('Recovery codes that are not used yet.'),
    is_required: z.boolean().describe('Whether the account demands a second factor at each login with a password.'),
  }),
})
